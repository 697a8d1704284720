"""What folding costs: Python calls per entry, and entries per opening."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import User
from games.book.book import Book, FoldedEntry, fold
from games.logbook import store
from games.models import Match
from games.services.clocks.deadlines import resolve_due_phases
from tests.conftest import BeginMatch, MakePeople
from tests.costs.counting import calls
from tests.games.core.playing import move_by_lot, question_of

pytestmark = pytest.mark.django_db

MOVES = 12
MOST_CALLS = {"capitan-bacon": 135, "captn-clever": 120, "guns-or-treasure": 150, "long-live-the-captain": 110}
"""Calls of Python functions per folded entry, a tenth above what was counted."""


def play_on(match: Match, players: list[User], most: int) -> None:
    """Make some moves by lot, the clock's among them."""
    for _ in range(most):
        if question_of(match).seat is None:
            resolve_due_phases()
        else:
            move_by_lot(match, players, b"costs")


def logged(match: Match) -> tuple[Book, list[FoldedEntry]]:
    """Return a match's Book before its first entry, and its whole log as the fold takes it."""
    empty = Book(match.pk, store.open_book(match.pk).game)
    return empty, [store.folded_entry(entry) for entry in store.read_entries(empty)]


def calls_per_entry(folding: Callable[[Book, list[FoldedEntry]], object], match: Match) -> float:
    empty, entries = logged(match)
    return calls(partial(folding, empty, entries)) / len(entries)


@pytest.mark.parametrize("slug", sorted(MOST_CALLS))
def test_folding_an_entry_costs_few_calls(slug: str, people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=slug)
    play_on(match, players, MOVES)
    assert calls_per_entry(fold, match) <= MOST_CALLS[slug]


def test_a_slow_fold_is_found(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    play_on(match, players, MOVES)

    def slow(empty: Book, entries: list[FoldedEntry]) -> None:
        for number in range(len(entries)):
            fold(empty, entries[: number + 1])

    assert calls_per_entry(slow, match) > MOST_CALLS["capitan-bacon"]
