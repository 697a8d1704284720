"""A long stored match: a few moves by lot among many that let the match go on."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.projections.write import open_decisions
from games.services.play.moves import in_json, submit_move
from pirates.commands import Move
from pirates.decisions import answered_by, open_to
from pirates.dice import SeededDice
from pirates.fingerprints import canonical_json
from tests.tables import begin_match

ONE_BY_LOT_IN = 14


def play_long_match(players: Sequence[User], entries: int) -> Match:
    """Return a running match of exactly so many log entries, its moves made through the door."""
    attempt = 0
    while True:
        with transaction.atomic():
            match = begin_match(players)
            still_runs = play_on(match, players, entries, seed=f"attempt {attempt}".encode())
        if still_runs:
            match.refresh_from_db()
            return match
        attempt += 1


def play_on(match: Match, players: Sequence[User], entries: int, seed: bytes) -> bool:
    """Make moves until the log has so many entries; return whether the match still runs then."""
    while (book := store.open_book(match.pk)).position < entries and not book.is_over:
        make_next_move(match, players, SeededDice(seed, book.position))
    return not book.is_over


def make_next_move(match: Match, players: Sequence[User], dice: SeededDice) -> None:
    """Answer the open question by lot, or more often with the default Move."""
    book = store.open_book(match.pk)
    question = next(each for each in open_decisions(book) if each.required)
    assert question.seat is not None
    assert question.default is not None
    move: Move = question.default
    if dice.below(ONE_BY_LOT_IN) == 0:
        move = book.game.sample_move(book.state, question.seat, dice)
    submit_move(
        match_id=match.pk,
        player=players[question.seat],
        decision=answered_by(move, open_to(open_decisions(book), question.seat)).key,
        move=in_json(canonical_json(move)),
        channel="api",
        key=str(book.position),
    )
