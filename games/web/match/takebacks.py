"""Taking back the reader's last move: a page that asks for confirmation, and the POST that does it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.logbook import store
from games.models import Match
from games.selectors.play.matches import find_match
from games.selectors.play.takebacks import move_to_take_back
from games.selectors.tables.own_seats import own_seat
from games.services.play.takebacks import take_back_move
from games.web.match.match_page import answer_with_match
from games.web.match.matches import attempt
from games.web.requests import key_of, member_of, number_in
from pirates.errors import RulesError


@login_required
def take_back(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take back the reader's last move, at the form's `position`; a GET asks for confirmation."""
    match = find_match(match_id, member_of(request))
    if request.method != "POST":
        return _ask(request, match)
    return attempt(request, match, lambda: _take_back(request, match), done=_("Your move is taken back."))


def _ask(request: HttpRequest, match: Match) -> HttpResponse:
    book = store.open_book(match.pk)
    try:
        position = move_to_take_back(book, own_seat(book, member_of(request)))
    except RulesError as refusal:
        return answer_with_match(request, match, refusal=refusal)
    return answer_with_match(request, match, template="games/take_back.html", more={"position": position})


def _take_back(request: HttpRequest, match: Match) -> None:
    take_back_move(
        match_id=match.pk,
        player=member_of(request),
        position=number_in(request, "position") or 0,
        channel="page",
        key=key_of(request),
    )
