"""Mail at the desk: what was given up and can be tried again, and odd mails that came in, as plain text."""

from email import message_from_bytes, policy

from celery import current_app
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import claims
from games.desk.access import number_in, referees_only
from games.models import DeskRecord, InboundMail, OutboxMail
from games.selectors.troubles import MOST_ON_PAGE, find_troubles, odd_mails, parked_mails
from games.services.desk import record_act
from games.web.requests import member_of

MOST_SHOWN = 20_000
_WORKER_SECONDS = 1.0


@require_safe
@referees_only
def show_troubles(request: HttpRequest) -> HttpResponse:
    """Show what waits for a human: matches by health, disputes, mails."""
    return render(request, "desk/troubles.html", {"troubles": find_troubles()})


@require_safe
@referees_only
def show_workers(request: HttpRequest) -> HttpResponse:
    """Show which workers answer, and what they do; they are given a second to say so."""
    active = current_app.control.inspect(timeout=_WORKER_SECONDS).active() or {}
    workers = [(name, [task["name"] for task in tasks]) for name, tasks in sorted(active.items())]
    return render(request, "desk/workers.html", {"workers": workers})


@require_safe
@referees_only
def list_parked(request: HttpRequest) -> HttpResponse:
    """List the mails that were given up, newest first."""
    rows = list(parked_mails(number_in(request, "before"))[: MOST_ON_PAGE + 1])
    context = {"mails": rows[:MOST_ON_PAGE], "older": rows[MOST_ON_PAGE - 1].pk if len(rows) > MOST_ON_PAGE else None}
    return render(request, "desk/parked.html", context)


@require_POST
@referees_only
def retry(request: HttpRequest, number: int) -> HttpResponse:
    """Try a mail again that was given up; it is judged anew before it leaves."""
    mail = OutboxMail.objects.filter(pk=number).first()
    if mail is None:
        raise Http404
    if claims.retry(mail):
        record_act(referee=member_of(request), act=DeskRecord.Act.RETRIED, detail=f"mail {number}")
        messages.success(request, _("The mail is tried again."))
    else:
        messages.info(request, _("This mail was not given up; nothing was done."))
    return redirect("desk_parked")


@require_safe
@referees_only
def list_odd(request: HttpRequest) -> HttpResponse:
    """List the mails that were put aside, newest first."""
    rows = list(odd_mails(number_in(request, "before"))[: MOST_ON_PAGE + 1])
    context = {"mails": rows[:MOST_ON_PAGE], "older": rows[MOST_ON_PAGE - 1].pk if len(rows) > MOST_ON_PAGE else None}
    return render(request, "desk/odd.html", context)


@require_safe
@referees_only
def show_odd(request: HttpRequest, number: int) -> HttpResponse:
    """Show one mail that was put aside, as plain text; the look is recorded."""
    mail = odd_mails().filter(pk=number).first()
    if mail is None:
        raise Http404
    record_act(referee=member_of(request), act=DeskRecord.Act.READ_MAIL, detail=f"inbound mail {number}")
    return render(request, "desk/odd_mail.html", {"mail": mail, "text": _as_text(mail)})


def _as_text(mail: InboundMail) -> str:
    """Return the head and the plain text of a raw mail; of one that cannot be read, the bytes as Latin-1."""
    raw = bytes(mail.raw)
    try:
        read = message_from_bytes(raw, policy=policy.default)
        body = read.get_body(preferencelist=("plain",))
        head = "\n".join(f"{name}: {value}" for name, value in read.items())
        text = f"{head}\n\n{body.get_content() if body else ''}"
    except (LookupError, ValueError, TypeError, AttributeError, KeyError):
        text = raw.decode("latin-1")
    return text[:MOST_SHOWN].replace("\x00", "\N{REPLACEMENT CHARACTER}")
