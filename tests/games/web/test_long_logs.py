"""Long logs: what a page, a letter or a look at the live tag costs does not grow with the length of the match."""

import sys
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from types import FrameType
from typing import Any

import pytest

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.selectors.play.logs import MOST_SINCE, memory_horizon, narrated_log, narrated_since_own_act
from games.selectors.play.matches import read_match
from games.services.tables.matches import rewind_match
from games.table.events.event import TableEvent
from games.web.match.match_page import NEWEST_LINES, MatchPage
from pirates.seats import Seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import move_by_lot, play_by_lot, write_move

pytestmark = pytest.mark.django_db


def calls_of(act: Callable[[], object]) -> int:
    """Return how many Python functions are called in doing this: a measure of work that no machine changes."""
    calls = count()

    def note(_frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            next(calls)

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return next(calls)


def lengthen(match: Match, players: list[User], entries: int) -> None:
    """Let the first player change the mind about the standing orders, again and again."""
    for number in range(entries):
        write_move(match, players, ("orders always", "orders never")[number % 2], seat=0)


def cost(match: Match, reader: User) -> int:
    def show() -> None:
        page = MatchPage(read_match(match, reader), reader)
        assert page.newest
        assert page.since or page.reading.seat == 0
        assert page.tag

    return calls_of(show)


def test_a_page_of_a_long_match_costs_no_more_than_one_of_a_short_match(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, pace=timedelta(days=1), options=b'{"memory": "by-the-book"}')
    lengthen(match, players, MOST_SINCE + 20)
    cost(match, players[0])
    before = [cost(match, player) for player in players]
    lengthen(match, players, MOST_SINCE)
    after = [cost(match, player) for player in players]
    assert [now <= then * 1.05 for now, then in zip(after, before, strict=True)] == [True, True]


def test_of_a_long_absence_the_newest_part_is_told(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    lengthen(match, players, MOST_SINCE + 20)
    book = store.open_book(match.pk)
    told = narrated_since_own_act(book, 1)
    assert len(told) == MOST_SINCE
    assert told[-1] == narrated_log(book, 1)[-1].sentences[-1]
    page = MatchPage(read_match(match, players[1]), players[1])
    assert [sentence for sentence, _ in page.since] == told
    assert (len(page.newest), page.has_more) == (NEWEST_LINES, True)


@pytest.mark.parametrize("options", [b"{}", b'{"memory": "by-the-book"}'])
def test_part_of_a_log_is_told_as_it_is_told_in_the_whole(
    options: bytes, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, options=options)
    for number in range(30):
        move_by_lot(match, players, b"parts")
        if number == 20:
            rewind_match(match_id=match.pk, to=12, key="upheld")
        book = store.open_book(match.pk)
        if book.is_over:
            break
        for seat in (0, 1, 2, None):
            whole = narrated_log(book, seat)
            assert narrated_log(book, seat, after=number) == whole[number:]
            assert memory_horizon(book, seat) == horizon_by_the_whole_log(match, seat)


def horizon_by_the_whole_log(match: Match, viewer: Seat | None) -> int:
    """Work out from every entry where the memory of a seat begins, where memory is short."""
    book = store.open_book(match.pk)
    if viewer is None or not book.game.forgets(book.game.decode_options(bytes(book.table.options))):
        return 0
    begun = [
        (entry.position, seat)
        for entry in store.read_entries(book)
        for seat in (book.game.begins_turn(each) for each in entry.events if not isinstance(each, TableEvent))
        if seat is not None
    ]
    own = [position for position, seat in begun if seat == viewer]
    kept = own[-2:] if own and begun[-1][1] == viewer else own[-1:]
    return kept[0] if kept else 0


def test_a_process_that_reads_on_finds_the_same_landmarks_as_one_that_reads_all(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    list(play_by_lot(match, players, b"landmarks", 10))
    read_on = store.open_book(match.pk)
    store.clear_cache()
    assert store.open_book(match.pk) == read_on
