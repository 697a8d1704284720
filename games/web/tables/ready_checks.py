"""Ready checks: the page that a letter links to, and the button on the match page. A GET changes nothing."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games.models import Match
from games.selectors.play.matches import find_match, read_match
from games.services.tables.ready_check_links import find_asked_player
from games.services.tables.ready_checks import confirm_seat
from games.services.tables.seats import give_up_seat
from games.web.match.match_page import MatchPage
from games.web.match.matches import attempt
from games.web.requests import key_of, member_of, salt_in, status_of
from pirates.errors import RulesError


@require_http_methods(["GET", "HEAD", "POST"])
def answer_ready_check(request: HttpRequest, match_id: str, token: str) -> HttpResponse:
    """Show the ready check; a POST confirms the seat, or gives it up (`leave=1`). The link needs no sign-in."""
    found = find_asked_player(match_id, token)
    if found is None:
        raise Http404
    match, player = found
    refusal: RulesError | None = None
    if request.method == "POST":
        try:
            if request.POST.get("leave") == "1":
                give_up_seat(match_id=match.pk, player=player, key=key_of(request))
            else:
                confirm_seat(match_id=match.pk, player=player, key=key_of(request), salt=salt_in(request))
        except RulesError as refused:
            refusal = refused
    return _show(request, match, player, refusal)


@login_required
@require_POST
def confirm(request: HttpRequest, match_id: str) -> HttpResponse:
    """Confirm the reader's seat from the match page."""
    match, player = find_match(match_id, member_of(request)), member_of(request)
    done, salt = _("Your seat is confirmed."), salt_in(request)
    return attempt(
        request,
        match,
        lambda: confirm_seat(match_id=match.pk, player=player, key=key_of(request), salt=salt),
        done=done,
    )


def _show(request: HttpRequest, match: Match, player: User, refusal: RulesError | None) -> HttpResponse:
    reading = read_match(match, player)
    context = {
        "page": MatchPage(reading, player),
        "match": match,
        "seat": reading.seat,
        "player": player,
        "is_asked": reading.seat in reading.book.table.unconfirmed_seats(),
        "refusal": refusal,
    }
    return render(request, "games/ready_check_by_link.html", context, status=status_of(refusal) if refusal else 200)
