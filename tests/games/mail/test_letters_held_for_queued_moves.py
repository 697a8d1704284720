"""Letters held back: what a seat has queued is tried before it is asked, and no letter waits for that for ever."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tasks
from games.models import Match, OutboxMail, QueuedMove
from games.notifications.relay import relay_outbox
from games.outbox import holds
from games.outbox.holds import LONGEST_HOLD
from games.services.play import queue_trying, submitting
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import withdraw_move
from games.services.tables.matches import rewind_match
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key
from tests.games.core.queuing import ANNA_STARTS, Trio, letters, newest, queue, shown
from tests.games.mail.desk import play, post, settle_all
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

Kind, State = OutboxMail.Kind, OutboxMail.State
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BEN = "demo.ben@letters.localhost"
NOW = timedelta(0)


@pytest.fixture
def trio(harbour: Harbour, people: MakePeople, begin_match: BeginMatch) -> Trio:
    """A match of Anna, who is asked, and of Ben and Cleo, who are not; nothing is left to be sent."""
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, options=ANNA_STARTS)
    settle_all()
    return match, players


def wait_of(match: Match, seat: int) -> timedelta:
    """Return how long the newest letter that asks a seat for its move waits beyond its time."""
    mail = letters(match, Kind.YOUR_MOVE, seat)[-1]
    assert mail.due_at is not None
    return mail.not_before - mail.due_at


def make_pass(trio: Trio, seat: int) -> None:
    play(trio[0], trio[1][seat], "pass")


def test_sending_neither_plays_what_is_queued_nor_asks_before_it_is_tried(trio: Trio, harbour: Harbour) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    make_pass(trio, 0)
    before = newest(match).position
    relay_outbox()
    assert (newest(match).position, harbour.to(BEN)) == (before, [])
    assert wait_of(match, 1) == LONGEST_HOLD
    tasks.play_queued()
    relay_outbox()
    assert [each.subject.partition(":")[0] for each in harbour.to(BEN)] == ["Your queued move was played"]
    assert wait_of(match, 2) == NOW


def test_whoever_has_queued_nothing_or_whose_move_was_dropped_is_asked_at_once(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "shovel 99")
    make_pass(trio, 0)
    assert play_queued_moves() == 0
    assert wait_of(match, 1) == NOW
    make_pass(trio, 1)
    make_pass(trio, 2)
    make_pass(trio, 0)
    assert wait_of(match, 2) == wait_of(match, 0) == wait_of(match, 1) == NOW


def test_a_move_costs_as_many_statements_whether_the_next_seat_has_queued_one_or_not(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    costs = []
    for seat in (0, 1, 2):
        with CaptureQueriesContext(connection) as captured:
            make_pass(trio, seat)
        costs.append(len(captured))
    assert len(set(costs)) == 1


def test_a_held_letter_wakes_the_worker_that_tries_the_move_and_its_release_wakes_the_relay(
    trio: Trio, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = trio
    woken: list[str] = []
    for room in (submitting, holds):
        monkeypatch.setattr(room, "wake", lambda *names: woken.extend(names))
    queue(match, players[1], "shovel 99")
    make_pass(trio, 0)
    assert "play_queued" in woken
    woken.clear()
    assert play_queued_moves() == 0
    assert woken == ["relay_outbox"]


def test_whoever_takes_it_back_while_asked_gets_the_letter_at_once(trio: Trio, harbour: Harbour) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    make_pass(trio, 0)
    withdraw_move(match_id=match.pk, player=players[1])
    assert wait_of(match, 1) == NOW
    relay_outbox()
    assert harbour.to(BEN)[0].subject.startswith("Your move: ")


def test_where_nobody_comes_to_try_it_the_letter_leaves_and_it_is_tried_later(trio: Trio, harbour: Harbour) -> None:
    match, players = trio
    with time_machine.travel(NOON, tick=False):
        queue(match, players[1], "pass")
        make_pass(trio, 0)
    with time_machine.travel(NOON + LONGEST_HOLD - timedelta(seconds=1), tick=False):
        relay_outbox()
    assert harbour.to(BEN) == []
    with time_machine.travel(NOON + LONGEST_HOLD, tick=False):
        relay_outbox()
        assert harbour.to(BEN)[0].subject.startswith("Your move: ")
        assert play_queued_moves() == 1


def test_a_fault_of_ours_lets_the_letter_go_and_the_next_question_is_not_held(
    trio: Trio, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    make_pass(trio, 0)

    def fail(**_named: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(queue_trying, "submit_move", fail)
    assert play_queued_moves() == 0
    assert (wait_of(match, 1), shown(match, players[1])) == (NOW, ("pass", ""))
    for seat in (1, 2, 0):
        make_pass(trio, seat)
    assert wait_of(match, 1) == NOW


def test_a_worker_killed_while_trying_leaves_the_letter_held_for_the_next(
    trio: Trio, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    make_pass(trio, 0)

    def die(*_args: object, **_named: object) -> None:
        raise KeyboardInterrupt

    for step in ("submit_move", "tell_played", "release"):
        with monkeypatch.context() as patch:
            patch.setattr(queue_trying, step, die)
            with pytest.raises(KeyboardInterrupt):
                play_queued_moves()
        assert wait_of(match, 1) == LONGEST_HOLD
    assert play_queued_moves() == 1
    assert wait_of(match, 1) == NOW


def test_a_rewind_to_the_own_turn_asks_at_once(trio: Trio) -> None:
    match, players = trio
    make_pass(trio, 0)
    make_pass(trio, 1)
    queue(match, players[1], "pass")
    rewind_match(match_id=match.pk, to=6, key=fresh_key())
    assert asked(match) == 1
    assert shown(match, players[1]) == ("pass", "The match was wound back meanwhile.")
    assert wait_of(match, 1) == NOW


def test_a_seat_that_is_given_up_leaves_no_letter_held(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    make_pass(trio, 0)
    give_up_seat(match_id=match.pk, player=players[1], key=fresh_key())
    assert (wait_of(match, 1), QueuedMove.objects.count()) == (NOW, 0)


def test_a_reminder_is_held_too_and_what_waits_for_another_cause_goes_on_waiting(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "shovel 99")
    make_pass(trio, 0)
    reminder = post(match, Kind.REMINDER, 1)
    late = post(match, Kind.RECEIPT, 1)
    until = late.not_before + timedelta(hours=1)
    OutboxMail.objects.filter(pk=late.pk).update(not_before=until, trouble=OutboxMail.Trouble.SERVER)
    assert (reminder.not_before, reminder.due_at) == (reminder.created_at + LONGEST_HOLD, reminder.created_at)
    play_queued_moves()
    assert OutboxMail.objects.get(pk=reminder.pk).not_before == reminder.created_at
    assert OutboxMail.objects.get(pk=late.pk).not_before == until
