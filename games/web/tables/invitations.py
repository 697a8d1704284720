"""Invitations: the host sends them; viewing one changes nothing; a POST accepts or declines it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import SignupForm
from games.models import Invitation
from games.refusals import NoSuchMatch
from games.selectors.play.matches import find_match
from games.services.tables.invitation_links import decline_invitation, find_invitation
from games.services.tables.invitations import accept_invitation, invite_by_address, invite_by_link, invite_by_name
from games.web.match.match_page import answer_with_match
from games.web.match.matches import attempt
from games.web.requests import key_of, member_of, reader_of, salt_in
from pirates.errors import RulesError


@require_safe
def show_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table that the invitation is for; this changes nothing."""
    return _answer(request, _found(token), token)


@require_POST
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Seat the reader at the table; send signed-out readers to sign up first and come back."""
    invitation = _found(token)
    player = reader_of(request)
    if player is None:
        return redirect(f"{reverse('account_signup')}?next={reverse('invitation', args=[token])}")
    try:
        accept_invitation(invitation=invitation, player=player, key=key_of(request), salt=salt_in(request))
    except RulesError as refusal:
        return _answer(request, invitation, token, refusal)
    messages.success(request, _("You have a seat at this table."))
    return redirect("match", invitation.match_id)


@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Decline an invitation that came by mail."""
    decline_invitation(invitation=_found(token))
    return render(request, "games/declined.html")


@login_required
@require_POST
def invite(request: HttpRequest, match_id: str) -> HttpResponse:
    """Invite a mail address or a player by name; without either, make the shareable link. For the host."""
    match, host = find_match(match_id, member_of(request)), member_of(request)
    address = request.POST.get("address", "").strip()
    if "name" in request.POST:
        name, done = request.POST["name"], _("The invitation is on its way.")
        return attempt(request, match, lambda: invite_by_name(match=match, host=host, name=name), done=done)
    if "address" in request.POST:
        done = _("The invitation is on its way.")
        return attempt(request, match, lambda: invite_by_address(match=match, host=host, address=address), done=done)
    return attempt(request, match, lambda: invite_by_link(match=match, host=host), done="")


def _found(token: str) -> Invitation:
    invitation = find_invitation(token)
    if invitation is None:
        raise NoSuchMatch
    return invitation


def _answer(
    request: HttpRequest, invitation: Invitation, token: str, refusal: RulesError | None = None
) -> HttpResponse:
    more = {"invitation": invitation, "token": token, "signup": SignupForm()}
    return answer_with_match(request, invitation.match, refusal=refusal, template="games/invitation.html", more=more)
