"""Seats: sit down, seat a bot, offer a seat, leave or resign."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.guests import is_guest
from games.selectors.play.matches import find_match
from games.services.tables.seats import give_up_seat, seat_bot, seat_player
from games.services.tables.substitutes import offer_seat
from games.web.match.match_page import answer_with_match
from games.web.match.matches import attempt
from games.web.requests import key_of, member_of, salt_in


@login_required
@require_POST
def sit_down(request: HttpRequest, match_id: str) -> HttpResponse:
    """Seat the reader at a table that the reader may see, or give the reader's seat back from its caretaker.

    No mail reaches a guest, so a guest is asked for an address first.
    """
    match, player = find_match(match_id, member_of(request)), member_of(request)
    if is_guest(player) and not match.seats.filter(player=player).exists():
        messages.info(
            request, _("Other people would wait for you, and no letter could tell you. Give an address first.")
        )
        return redirect("account_email")
    salt = salt_in(request)
    return attempt(
        request, match, lambda: seat_player(match_id=match.pk, player=player, key=key_of(request), salt=salt)
    )


@login_required
@require_POST
def seat_a_bot(request: HttpRequest, match_id: str) -> HttpResponse:
    """Seat a bot on a free seat. For the host."""
    match, host = find_match(match_id, member_of(request)), member_of(request)
    return attempt(request, match, lambda: seat_bot(match_id=match.pk, host=host, key=key_of(request)))


@login_required
@require_POST
def offer(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    """Offer the seat of an absent player to anybody; seats count from 1 here."""
    match, player = find_match(match_id, member_of(request)), member_of(request)

    def offer_it() -> None:
        offer_seat(match_id=match.pk, player=player, seat=seat - 1, channel="page", key=key_of(request))

    return attempt(request, match, offer_it, done=_("The seat is offered."))


@login_required
def leave(request: HttpRequest, match_id: str) -> HttpResponse:
    """Leave before the start, resign after it; a GET asks for confirmation."""
    match, player = find_match(match_id, member_of(request)), member_of(request)
    if request.method != "POST":
        return answer_with_match(request, match, template="games/leave.html")
    return attempt(request, match, lambda: give_up_seat(match_id=match.pk, player=player, key=key_of(request)))
