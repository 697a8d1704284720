"""Pages of the embedded post office: mailboxes, mails, and replies.

Anybody can read them, so they are for a developer's own machine; they do not exist where mail goes to a real provider.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from games.postoffice.answering import LONGEST_TEXT, reply_to, send_reply
from games.postoffice.mailboxes import Mail, addresses, count_mails, find_address, find_mail, mails_of, slug_of
from games.postoffice.reading import html_of, text_of

View = Callable[..., HttpResponse]
update_policy: Callable[[dict[str, Any]], Callable[[View], View]] = csp_update  # type: ignore[assignment]
replace_policy: Callable[[dict[str, Any]], Callable[[View], View]] = csp_replace  # type: ignore[assignment]

_SANDBOX = ["allow-popups", "allow-popups-to-escape-sandbox"]
_LINKS_OPEN_OUTSIDE = '<!DOCTYPE html><base target="_blank">'


def _of_post_office(view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        if not settings.POST_OFFICE:
            raise Http404("There is no post office here.")
        return view(request, *args, **named)

    return never_cache(guarded)


@require_safe
@_of_post_office
def show_post_office(request: HttpRequest) -> HttpResponse:
    """List the mailboxes."""
    boxes = [{"address": each, "slug": slug_of(each), "mails": count_mails(each)} for each in addresses()]
    return render(request, "games/post_office/mailboxes.html", {"boxes": boxes})


@require_safe
@_of_post_office
def show_mailbox(request: HttpRequest, box: str) -> HttpResponse:
    """List the mails of one mailbox, newest first."""
    address = _address(box)
    return render(
        request, "games/post_office/mailbox.html", {"address": address, "box": box, "mails": mails_of(address)}
    )


@require_safe
@_of_post_office
@update_policy({"frame-src": [SELF]})
def show_mail(request: HttpRequest, box: str, key: str) -> HttpResponse:
    """Show one mail: its text, its HTML in a sandbox, and a form for a reply."""
    address = _address(box)
    mail = _mail(address, key)
    shown = {
        "address": address,
        "box": box,
        "mail": mail,
        "headers": [(name, mail.headers.first(name)) for name in ("from", "to", "reply-to", "subject", "date")],
        "text": text_of(mail),
        "has_html": bool(html_of(mail)),
        "reply_to": reply_to(mail),
        "longest_text": LONGEST_TEXT,
    }
    return render(request, "games/post_office/mail.html", shown)


@require_safe
@_of_post_office
@xframe_options_sameorigin
@replace_policy(
    {
        "default-src": [NONE],
        "script-src": [NONE],
        "connect-src": [NONE],
        "font-src": [NONE],
        "style-src": [UNSAFE_INLINE],
        "img-src": ["data:"],
        "form-action": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [SELF],
        "sandbox": _SANDBOX,
    }
)
def show_markup(_request: HttpRequest, box: str, key: str) -> HttpResponse:
    """Return the HTML of one mail in a sandbox: no scripts, no fetched resources, no rights on this site."""
    return HttpResponse(_LINKS_OPEN_OUTSIDE + html_of(_mail(_address(box), key)))


@require_POST
@_of_post_office
def reply(request: HttpRequest, box: str, key: str) -> HttpResponse:
    """Send a reply to one mail from its mailbox."""
    address = _address(box)
    mail = _mail(address, key)
    text = request.POST.get("text", "").strip()[:LONGEST_TEXT]
    if not text or not reply_to(mail):
        messages.error(request, _("There was nothing to send, or nobody to send it to."))
        return redirect("mail", box=box, key=key)
    try:
        recipient = send_reply(address, mail, text)
    except OSError as fault:
        messages.error(request, _("The reply could not be sent: {fault}").format(fault=fault))
        return redirect("mail", box=box, key=key)
    messages.success(request, _("Sent to {recipient}.").format(recipient=recipient))
    return redirect("mailbox", box=box)


def _address(box: str) -> str:
    address = find_address(box)
    if address is None:
        raise Http404("There is no such mailbox.")
    return address


def _mail(address: str, key: str) -> Mail:
    mail = find_mail(address, key)
    if mail is None:
        raise Http404("There is no such mail.")
    return mail
