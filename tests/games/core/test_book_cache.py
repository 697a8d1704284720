"""The cache of Books: what a process keeps folded is a head start, never the truth."""

import pytest
from django.db import transaction

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.logbook.cache import BookCache
from games.models import Match
from games.services.tables.matches import rewind_match
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, play_by_lot, write_move

pytestmark = pytest.mark.django_db

GAME = next(iter(GAMES.values()))


def roll_back_a_pass(match: Match, players: list[User]) -> Book:
    with transaction.atomic():
        written = write_move(match, players, "pass").book
        transaction.set_rollback(True)
    return written


def test_an_append_that_was_rolled_back_is_never_believed(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    before = store.open_book(match.pk)
    undone = roll_back_a_pass(match, players)
    assert undone.position == before.position + 1
    assert store.open_book(match.pk) == before
    assert store.lock_book(match.pk) == before


def test_after_a_roll_back_another_move_takes_the_same_position(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    mover = asked(match)
    undone = roll_back_a_pass(match, players)
    receipt = write_move(match, players, "orders never", decision=f"seat{mover + 1}.0:orders")
    assert receipt.position == undone.position
    assert receipt.book.state != undone.state
    assert store.find_faults(match.pk) == []
    store.clear_cache()
    assert store.open_book(match.pk) == receipt.book


def test_what_another_process_appended_is_caught_up(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    old = store.open_book(match.pk)
    newest = [*play_by_lot(match, players, b"elsewhere", 7)][-1].book
    store.clear_cache()
    store._cache.keep(old)
    assert store.open_book(match.pk) == newest
    store._cache.keep(old)
    assert write_move(match, players, "orders always", decision=f"seat{asked(match) + 1}.0:orders").position == 13


def test_a_rewind_in_another_process_is_caught_up(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    list(play_by_lot(match, players, b"elsewhere", 7))
    old = store.open_book(match.pk)
    newest = rewind_match(match_id=match.pk, to=7, key="elsewhere").book
    store._cache.keep(old)
    assert store.open_book(match.pk) == newest
    assert newest.state != old.state


def test_the_shelf_is_bounded_and_puts_the_least_used_book_away_first() -> None:
    cache = BookCache(most=2)
    cache.keep(Book("one", GAME))
    cache.keep(Book("two", GAME))
    cache.find("one")
    cache.keep(Book("three", GAME))
    assert [cache.find(each) is not None for each in ("one", "two", "three")] == [True, False, True]
