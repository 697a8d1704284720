"""The part of the tour that plays: a whole match of a game, stopping at every kind of question, then looking back."""

from collections.abc import Iterator, Mapping
from itertools import islice

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.projections.write import open_decisions
from games.services.clocks.deadlines import resolve_due_phases
from games.services.play.moves import in_notation, submit_move
from games.services.tables.bots import MOST_MOVES_WEIGHED, OwnDice, play_waiting_bots
from pirates.decisions import answered_by, open_to
from tests.e2e.stops import Stop
from tests.tables import begin_match

MOST_STEPS = 600
QUICK: Mapping[str, bytes] = {
    "capitan-bacon": b'{"starter":0,"express":true}',
    "captn-clever": b'{"starter":0,"any_piers":true,"simplified":true}',
    "guns-or-treasure": b'{"leader":0}',
}
"""Options that make a match of a game short."""


def tour_of_game(slug: str, anna: User) -> Iterator[Stop]:
    """Yield the match page whenever Anna is asked something of a new kind, once she has sealed, and at the end."""
    match = begin_match([anna], bots=2, game=slug, options=QUICK.get(slug, b"{}"))
    page, seen = f"/m/{match.pk}/", set[str]()
    for _ in range(MOST_STEPS):
        if store.open_book(match.pk).is_over:
            break
        asked = _asked(match)
        if not seen.issuperset(asked):
            seen.update(asked)
            yield Stop("match", f"{slug}-{'-'.join(asked)}", anna, page)
        go_on(match, anna)
    end = store.open_book(match.pk).position
    yield Stop("match", f"{slug}-over", anna, page)
    yield Stop("match", f"{slug}-over-visitor", None, page)
    yield Stop("proof", slug, None, f"{page}proof/")
    yield Stop("replay", slug, anna, f"{page}replay/")
    yield Stop("replay_at", f"{slug}-open", anna, f"{page}replay/{end // 2}/?open=1")


def _asked(match: Match) -> list[str]:
    """Return what Anna is asked, and what she may do unasked, by kind; what she has sealed she may still change."""
    asked = open_to(open_decisions(store.open_book(match.pk)), 0)
    return sorted({each.kind if each.required else f"may-{each.kind}" for each in asked})


def go_on(match: Match, anna: User) -> None:
    """Let Anna answer what is asked of her, or the bots and the clock act."""
    if not answer(match, anna):
        assert play_waiting_bots() or resolve_due_phases()


def answer(match: Match, anna: User) -> bool:
    """Let Anna, in the first seat, answer as a bot would; return whether anything was asked of her."""
    book = store.open_book(match.pk)
    question = next((each for each in open_to(open_decisions(book), 0) if each.required), None)
    if question is None:
        return False
    moves = list(islice(book.game.legal_moves(book.state, 0), MOST_MOVES_WEIGHED))
    moves = [move for move in moves if answered_by(move, open_to(open_decisions(book), 0)).key == question.key]
    line = in_notation(book.game.write(book.game.bot(book.game.view(book.state, 0), moves, OwnDice())))
    submit_move(match_id=match.pk, player=anna, decision=question.key, move=line, channel="page", key=question.key)
    return True
