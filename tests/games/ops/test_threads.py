"""Many threads at one database, more than the pool has connections, on PostgreSQL and SQLite alike."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.projections.rebuild import find_drift
from games.projections.write import open_decisions
from games.refusals import StaleDecision
from games.selectors.play.matches import read_match
from games.selectors.tables.lists import my_matches
from games.services.play.moves import in_notation, submit_move
from pirates.decisions import answered_by, open_to
from pirates.dice import SeededDice
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 12
ROUNDS = 6


def move_once(match: Match, players: Sequence[User], key: str) -> str:
    """Make a legal move for whoever is asked; return what became of it."""
    book = store.open_book(match.pk)
    asked = next(each for each in open_decisions(book) if each.required)
    assert asked.seat is not None
    move = book.game.sample_move(book.state, asked.seat, SeededDice(key.encode(), book.position))
    player = players[asked.seat]
    answered = answered_by(move, open_to(open_decisions(book), asked.seat)).key
    text = book.game.write(move)
    try:
        submit_move(
            match_id=match.pk, player=player, decision=answered, move=in_notation(text), channel="page", key=key
        )
    except StaleDecision:
        return "stale"
    return "moved"


def test_threads_that_move_and_read_at_once_wait_for_each_other_and_none_fails(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    matches = [begin_match(players) for _ in range(3)]
    begun = {match.pk: match.position for match in matches}
    barrier = Barrier(THREADS)

    def work(number: int) -> list[str]:
        done, match = [], matches[number % len(matches)]
        barrier.wait()
        try:
            for step in range(ROUNDS):
                done.append(move_once(match, players, f"{number} {step}"))
                assert read_match(match, players[0]).book.position >= begun[match.pk]
                assert len(my_matches(players[1])) == len(matches)
        finally:
            connection.close()
        return done

    with ThreadPoolExecutor(THREADS) as crew:
        results = [outcome for done in crew.map(work, range(THREADS)) for outcome in done]

    assert len(results) == THREADS * ROUNDS
    assert set(results) <= {"moved", "stale"}
    grown = sum(store.open_book(match.pk).position - begun[match.pk] for match in matches)
    assert grown == results.count("moved")
    for match in matches:
        assert store.find_faults(match.pk) == []
        assert find_drift(match.pk) == []


def test_sqlite_takes_its_write_lock_at_the_start_and_writes_ahead() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
