"""Matches: open one, show its page and log, start it, call it off, open a rematch."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.models import Match
from games.selectors.play.matches import find_match
from games.services.tables.matches import call_off_match, open_match, start_match
from games.services.tables.rematches import open_rematch
from games.web.match.forms import MatchForm
from games.web.match.match_page import answer_with_match
from games.web.requests import key_of, member_of, reader_of, salt_in
from pirates.errors import RulesError
from pirates.registry import GAMES


@login_required
def new_match(request: HttpRequest) -> HttpResponse:
    """Show the form for a match of the game named in `game`, or of the first game; a POST opens it."""
    chosen = request.POST.get("game") or request.GET.get("game")
    game = GAMES.get(chosen or next(iter(GAMES)))
    if game is None:
        return render(request, "404.html", status=404)
    form = MatchForm(request.POST or None, game=game)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            match = open_match(host=member_of(request), plan=form.plan(), key=key_of(request))
        except RulesError as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect("match", match.pk)
    if form.errors:
        status = 422
    context = {"form": form, "game": game, "games": list(GAMES.values())}
    return render(request, "games/new_match.html", context, status=status)


@require_safe
def show_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match as the reader may see it."""
    return answer_with_match(request, find_match(match_id, reader_of(request)))


@require_safe
def show_log(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the whole narrated log of a match."""
    return answer_with_match(request, find_match(match_id, reader_of(request)), template="games/log.html")


@login_required
@require_POST
def start(request: HttpRequest, match_id: str) -> HttpResponse:
    """Start a match. For its host."""
    match, host, salt = find_match(match_id, member_of(request)), member_of(request), salt_in(request)
    return attempt(request, match, lambda: start_match(match_id=match.pk, host=host, key=key_of(request), salt=salt))


@login_required
@require_POST
def call_off(request: HttpRequest, match_id: str) -> HttpResponse:
    """Call a match off before its start. For its host."""
    match = find_match(match_id, member_of(request))
    return attempt(
        request, match, lambda: call_off_match(match_id=match.pk, host=member_of(request), key=key_of(request))
    )


@login_required
@require_POST
def rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Open a table with the settings of a finished match, and redirect to it."""
    match = find_match(match_id, member_of(request))
    try:
        opened = open_rematch(match=match, player=member_of(request), key=key_of(request))
    except RulesError as refusal:
        return answer_with_match(request, match, refusal=refusal)
    messages.success(request, _("The table is open. Whoever played before is invited."))
    return redirect("match", opened.pk)


def attempt(request: HttpRequest, match: Match, act: Any, *, done: str | None = None) -> HttpResponse:
    """Call `act` and redirect to the match page with the message `done`; if refused, show the page with the refusal.

    Without `done` the message is a general one; "" gives none.
    """
    try:
        act()
    except RulesError as refusal:
        match.refresh_from_db()
        return answer_with_match(request, match, refusal=refusal)
    if done is None or done:
        messages.success(request, done or _("Done."))
    return redirect("match", match.pk)
