"""Unsubscribing from a kind of letter or from invitations: a GET asks, a POST acts, even without cookies (RFC 8058)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.notifications.subscriptions import (
    end_invitations,
    find_mailed_invitation,
    find_subscriber,
    is_wanted_by,
    kind_in_words,
    set_wanted,
)
from games.services.tables.invitation_links import decline_invitation

_PAGE = "games/unsubscribe.html"


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, ref: str, kind: str, token: str) -> HttpResponse:
    """Stop letters of one kind to the owner of this link, or (`again=1`) resume them."""
    person = find_subscriber(ref, kind, token)
    if person is None:
        raise Http404
    if request.method == "POST":
        set_wanted(person=person, kind=kind, is_wanted=request.POST.get("again") == "1")
        person.refresh_from_db()
    return render(request, _PAGE, {"kind": kind_in_words(kind), "is_wanted": is_wanted_by(person, kind)})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def refuse_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Decline an invitation that came by mail; its link no longer works afterwards.

    With `never=1`, or by one-click unsubscribe in a mail program, nobody can invite this address again.
    """
    invitation = find_mailed_invitation(token)
    if invitation is None:
        raise Http404
    is_never = request.POST.get("never") == "1" or "List-Unsubscribe" in request.POST
    if request.method == "POST":
        end = end_invitations if is_never else decline_invitation
        end(invitation=invitation)
    context = {"invitation": invitation, "is_wanted": request.method != "POST", "is_never": is_never}
    return render(request, _PAGE, context)
