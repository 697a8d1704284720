"""Opening a long stored match, beside the rebuilding of an aggregate by the library `eventsourcing`; a move in it."""

import os
from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.models.logbook import LogEntry
from pirates.dice import SeededDice
from tests.bench.figures import side_by_side, tell
from tests.bench.long_match import make_next_move, play_long_match
from tests.tables import make_people

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.timeout(120)]

ENTRIES, SHORT = 1_000, 20
EVENTS_MARK, OPENING_MARK, MOVE_MARK = 3.0, 0.075, 2.0
ROUNDS, MOVES = 9, 40


class Voyage(Aggregate):
    """A plain aggregate with one type of event."""

    @event("Begun")
    def __init__(self) -> None:
        self.legs = 0
        self.course = ""

    @event("Sailed")
    def sail(self, course: str) -> None:
        """Record one event of about the size of ours."""
        self.legs += 1
        self.course = course


class Voyages(Application[UUID]):
    """The application that keeps them."""

    is_snapshotting_enabled = False


@pytest.fixture
def voyages() -> Iterator[Voyages]:
    """The library's application on the server and in the database of this test."""
    at = connection.settings_dict
    application = Voyages(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": at["NAME"],
            "POSTGRES_HOST": at["HOST"],
            "POSTGRES_PORT": str(at["PORT"] or 5432),
            "POSTGRES_USER": at["USER"],
            "POSTGRES_PASSWORD": at["PASSWORD"] or os.environ.get("PGPASSWORD", "unused"),
        }
    )
    yield application
    application.close()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS voyages_events")


def stored_events(match: Match) -> tuple[int, int]:
    """Return how many Events are stored of a match, and their mean size in bytes."""
    rows = list(LogEntry.objects.filter(match=match).values_list("events", flat=True))
    count = sum(len(entry.events) for entry in store.read_entries(store.open_book(match.pk)))
    return count, sum(map(len, rows)) // count


def open_cold(match: Match) -> Any:
    """Load, decode and fold the whole log, as a fresh process does."""
    store.clear_cache()
    return store.open_book(match.pk)


def test_a_long_match_opens_quickly_and_takes_moves_as_a_short_one_does(voyages: Voyages) -> None:
    players = make_people("Anna", "Ben", "Cleo", "Dario")
    long_match, short_match = play_long_match(players, ENTRIES), play_long_match(players, SHORT)
    compare_opening(long_match, voyages)
    compare_moves(long_match, short_match, players)


def compare_opening(match: Match, voyages: Voyages) -> None:
    count, size = stored_events(match)
    voyage = Voyage()
    for number in range(count - 1):
        voyage.sail(f"{number:0{size}}")
    voyages.save(voyage)
    rebuilt: Voyage = voyages.repository.get(voyage.id)
    assert rebuilt.legs == count - 1
    assert open_cold(match).position == ENTRIES
    ours, theirs = side_by_side(lambda: open_cold(match), lambda: voyages.repository.get(voyage.id), ROUNDS)
    tell(f"opening a match of {ENTRIES} entries ({count} events of {size} bytes), cold", f"{ours * 1000:.1f} ms")
    tell(f"eventsourcing: rebuilding an aggregate of {count} events", f"{theirs * 1000:.1f} ms")
    tell("events a second: ours / theirs", f"{theirs / ours:.1f} (mark {EVENTS_MARK})")
    assert theirs / ours >= EVENTS_MARK
    assert ours <= OPENING_MARK


def compare_moves(long_match: Match, short_match: Match, players: list[User]) -> None:
    dice = [SeededDice(b"a move", number) for number in range(2 * MOVES)]
    in_long = partial(make_next_move, long_match, players)
    in_short = partial(make_next_move, short_match, players)
    long, short = side_by_side(lambda: in_long(dice.pop()), lambda: in_short(dice.pop()), MOVES)
    tell(f"a move in a match of {ENTRIES} entries / of {SHORT}", f"{long / short:.2f} (mark {MOVE_MARK})")
    tell("a move through the door, long and short match", f"{long * 1000:.2f} and {short * 1000:.2f} ms")
    assert long / short <= MOVE_MARK
