"""Projections are dropped and rebuilt from the log alone, and come out equal."""

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, OutboxMail, Seat
from games.projections.rebuild import find_drift, rebuild_match
from games.projections.write import open_decisions
from games.refusals import NoSuchMatch
from games.services.clocks.deadlines import expire_due_deadlines, send_due_reminders
from games.services.play.moves import in_notation, submit_move
from games.services.tables.bots import play_waiting_bots
from games.services.tables.matches import rewind_match
from games.services.tables.seats import give_up_seat
from pirates.decisions import answered_by, open_to
from pirates.dice import SeededDice
from pirates.errors import RulesError
from tests.conftest import BeginMatch, MakePeople

NOON = datetime(2031, 5, 4, 12, 0, tzinfo=UTC)


class Evening:
    """Days at one table, drawn by lots: people move, dawdle, miss, resign; bots play; the referee winds back."""

    def __init__(self, match: Match, people: list[User], seed: int, clock: time_machine.Traveller) -> None:
        self.match_id = match.pk
        self.people = people
        self.lots = random.Random(seed)
        self.dice = SeededDice(seed.to_bytes(4, "big"), 1)
        self.clock = clock
        self.steps = 0

    def go_on(self) -> str:
        """Let one thing happen and say what it was; the clock goes on in any case."""
        self.steps += 1
        self.clock.shift(timedelta(minutes=self.lots.randint(1, 400)))
        acts = (self.move, self.move, self.move, self.let_bots_play, self.let_time_run, self.remind, self.wind_back)
        act = self.lots.choice(acts) if self.steps % 23 else self.resign
        act()
        return act.__name__

    def move(self) -> None:
        book = store.open_book(self.match_id)
        for decision in open_decisions(book):
            chair = book.table.chairs[decision.seat or 0]
            player = next((each for each in self.people if each.ref.hex == chair.player), None)
            if decision.required and decision.seat is not None and player and not chair.has_resigned:
                move = book.game.sample_move(book.state, decision.seat, self.dice)
                submit_move(
                    match_id=self.match_id,
                    player=player,
                    decision=answered_by(move, open_to(open_decisions(book), decision.seat)).key,
                    move=in_notation(book.game.write(move)),
                    channel="page",
                    key=str(self.steps),
                )

    def let_bots_play(self) -> None:
        play_waiting_bots()

    def let_time_run(self) -> None:
        self.clock.shift(timedelta(hours=25))
        expire_due_deadlines()

    def remind(self) -> None:
        send_due_reminders()

    def wind_back(self) -> None:
        newest = store.open_book(self.match_id).position
        rewind_match(match_id=self.match_id, to=newest - self.lots.randint(1, 4), key=str(self.steps))

    def resign(self) -> None:
        give_up_seat(match_id=self.match_id, player=self.people[-1], key=str(self.steps))


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(6))
def test_rows_rebuilt_from_the_log_equal_the_live_ones_whatever_happened(
    seed: int, people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, bots=1)
    evening = Evening(match, players, seed, clock)
    for _ in range(40):
        try:
            happened = evening.go_on()
        except RulesError as refusal:
            happened = refusal.code
        assert find_drift(match.pk) == [], happened
    before = all_rows(match)
    assert rebuild_match(match.pk) == []
    assert all_rows(match) == before
    assert kinds_of_entries(match) >= {"Start", "Expire", "Rewind", "Resign"}


@pytest.mark.django_db
def test_rows_that_were_lost_or_falsified_are_named_and_put_right(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"), bots=1)
    before = all_rows(match)
    Deadline.objects.filter(match=match).delete()
    Seat.objects.filter(match=match, number=0).update(is_awaited=False, is_taken=False)
    Seat.objects.filter(match=match, number=1).delete()
    Match.objects.filter(pk=match.pk).update(position=3, head="f" * 64, status="over", started_at=None)

    found = find_drift(match.pk)

    assert {name.split(":")[0] for name in found} > {"position", "head", "status", "started_at", "seat 0", "seat 1"}
    assert find_drift(match.pk) == found, "looking changes nothing"
    assert rebuild_match(match.pk) == found
    assert all_rows(match) == before
    assert find_drift(match.pk) == []


@pytest.mark.django_db
def test_a_sent_reminder_is_known_from_the_outbox_and_not_sent_again(
    people: MakePeople, begin_match: BeginMatch, clock: time_machine.Traveller
) -> None:
    match = begin_match(people("Anna", "Ben"))
    clock.shift(timedelta(hours=20))
    send_due_reminders()
    Deadline.objects.filter(match=match).delete()

    rebuild_match(match.pk)
    send_due_reminders()

    assert Deadline.objects.get(match=match).is_reminded
    assert OutboxMail.objects.filter(match=match, kind="reminder").count() == 1


@pytest.mark.django_db
def test_a_match_that_is_not_there_cannot_be_rebuilt() -> None:
    with pytest.raises(NoSuchMatch):
        rebuild_match("nowhere")


def kinds_of_entries(match: Match) -> set[str]:
    """Return the kinds of Command in the log."""
    return {json.loads(entry.command)["type"] for entry, _ in store.read_pages(match.pk)}


def all_rows(match: Match) -> list[list[tuple[object, ...]]]:
    """Return every column but the keys of the rows, as the database holds them."""
    tables = {"games_match": "id", "games_seat": "number", "games_deadline": "decision"}
    rows = []
    for table, order in tables.items():
        column = "id" if table == "games_match" else "match_id"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {table} WHERE {column} = %s ORDER BY {order}", [match.pk])  # noqa: S608
            start = 0 if table == "games_match" else 1
            rows.append([row[start:] for row in cursor.fetchall()])
    return rows
