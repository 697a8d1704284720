"""Moves by page: a preview that changes nothing, and the POST that plays the move."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Match
from games.selectors.play.matches import Reading, choices_of, find_match, read_match
from games.services.play.moves import in_notation, require_answer, submit_move
from games.services.play.submitting import Receipt
from games.web.match.match_page import MOST_CHOICES, answer_with_match
from games.web.requests import key_of, member_of
from pirates.decisions import find_decision
from pirates.errors import IllegalMove, RulesError
from pirates.seats import Seat


@login_required
def post_move(request: HttpRequest, match_id: str) -> HttpResponse:
    """Play the move that the form's words `w` spell out; a GET redirects to the match."""
    match = find_match(match_id, member_of(request))
    if request.method != "POST":
        return redirect("match", match_id)
    try:
        receipt = _play(request, match)
    except RulesError as refusal:
        match.refresh_from_db()
        return answer_with_match(request, match, refusal=refusal)
    messages.success(request, _("That was done already.") if receipt.is_repeat else _("Done."))
    return redirect("match", match.pk)


@login_required
@require_safe
def preview_move(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the move that a letter links to, in the game's notation, and offer to play it."""
    match = find_match(match_id, member_of(request))
    decision, notation = request.GET.get("decision", ""), " ".join(request.GET.getlist("w"))
    reading = read_match(match, member_of(request))
    if reading.seat is None or find_decision(reading.decisions, decision) is None:
        return answer_with_match(request, match, more={"is_stale": True})
    try:
        told = _tell(reading, reading.seat, decision, notation)
    except RulesError as refusal:
        return answer_with_match(request, match, refusal=refusal)
    return answer_with_match(request, match, template="games/preview.html", more={"decision": decision, **told})


def _play(request: HttpRequest, match: Match) -> Receipt:
    return submit_move(
        match_id=match.pk,
        player=member_of(request),
        decision=request.POST.get("decision", ""),
        move=in_notation(" ".join(request.POST.getlist("w"))),
        channel="page",
        key=key_of(request),
    )


def _tell(reading: Reading, seat: Seat, decision: str, notation: str) -> dict[str, str]:
    book = reading.book
    move = in_notation(notation)(book, seat)
    require_answer(move, decision, reading.decisions)
    written = book.game.write(move)
    if written not in {choice.notation for choice in choices_of(book, seat, MOST_CHOICES)}:
        raise IllegalMove("not_allowed_now", _("That move is not allowed now; choose another below."))
    return {"notation": written}
