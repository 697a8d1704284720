"""Queued moves by page: the POST that queues a move or withdraws it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.models.queue import LONGEST_QUEUED
from games.selectors.play.matches import find_match
from games.services.play.queued_moves import queue_move, withdraw_move
from games.texts import clean_line
from games.web.match.match_page import answer_with_match
from games.web.requests import member_of, number_in
from pirates.errors import RulesError


@login_required
def queue(request: HttpRequest, match_id: str) -> HttpResponse:
    """Queue the move in the form, or withdraw the queued one (`withdraw`); a GET redirects to the match."""
    match = find_match(match_id, member_of(request))
    if request.method != "POST":
        return redirect("match", match_id)
    try:
        said = _withdraw(request, match.pk) if "withdraw" in request.POST else _queue(request, match.pk)
    except RulesError as refusal:
        match.refresh_from_db()
        typed = clean_line(request.POST.get("notation", ""), LONGEST_QUEUED)
        return answer_with_match(request, match, refusal=refusal, more={"typed": typed})
    messages.success(request, said)
    return redirect("match", match.pk)


def _queue(request: HttpRequest, match_id: str) -> str:
    notation, acted = request.POST.get("notation", ""), number_in(request, "acted")
    queue_move(match_id=match_id, player=member_of(request), move=notation, acted=acted)
    return _("Kept: it is tried when it is your turn.")


def _withdraw(request: HttpRequest, match_id: str) -> str:
    withdraw_move(match_id=match_id, player=member_of(request))
    return _("Nothing is queued any more.")
