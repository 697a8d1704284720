"""Queued moves that go: with a rewind, a seat, a match, an account; and what workers do that fail or race."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, OutboxMail, QueuedMove, Seat
from games.models.logbook import LogEntry
from games.selectors.people.own_data import own_data
from games.selectors.play.live import tag_of_reading
from games.selectors.play.matches import read_match
from games.services.desk.suspensions import suspend
from games.services.people.departures import depart
from games.services.play import queue_trying
from games.services.play.moves import submit_move
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import withdraw_move
from games.services.play.submitting import Receipt
from games.services.tables.matches import rewind_match
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, at_once, fresh_key, write_move
from tests.games.core.queuing import ANNA_STARTS, Kind, Trio, letters, newest, played, queue, shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def trio(people: MakePeople, begin_match: BeginMatch) -> Trio:
    """A match of Anna, who is asked, and of Ben and Cleo, who are not."""
    players = people("Anna", "Ben", "Cleo")
    return begin_match(players, options=ANNA_STARTS), players


def test_a_rewind_drops_it_and_its_player_is_told(trio: Trio) -> None:
    match, players = trio
    write_move(match, players, "pass")
    queue(match, players[2], "pass")
    rewind_match(match_id=match.pk, to=5, key=fresh_key())
    assert shown(match, players[2]) == ("pass", "The match was wound back meanwhile.")
    (letter,) = letters(match, Kind.QUEUED, 2)
    assert (letter.recipient_id, letter.decision) == (players[2].pk, "")
    for _ in range(2):
        write_move(match, players, "pass")
    assert play_queued_moves() == 0


def test_it_goes_with_the_seat_and_with_the_match(trio: Trio) -> None:
    match, players = trio
    for seat in (1, 2):
        queue(match, players[seat], "pass")
    give_up_seat(match_id=match.pk, player=players[1], key=fresh_key())
    assert [each.seat for each in QueuedMove.objects.all()] == [2]
    give_up_seat(match_id=match.pk, player=players[0], key=fresh_key())
    assert not QueuedMove.objects.exists()


def test_it_goes_with_an_account_that_is_shut_or_deleted(trio: Trio, referee: User) -> None:
    match, players = trio
    for seat in (1, 2):
        queue(match, players[seat], "pass")
    assert [each["notation"] for each in own_data(players[1])["queued_moves"]] == ["pass"]
    suspend(person=players[1], referee=referee, reason="Cheating")
    assert [each.seat for each in QueuedMove.objects.all()] == [2]
    depart(person=players[2])
    assert not QueuedMove.objects.exists()


def test_a_shut_account_plays_nothing_it_had_queued_where_its_seat_could_not_be_given_away(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    User.objects.filter(pk=players[1].pk).update(is_active=False)
    write_move(match, players, "pass")
    assert play_queued_moves() == 0
    assert asked(match) == 1
    assert not QueuedMove.objects.exists()


def test_a_row_that_cannot_be_tried_waits_longer_each_time_and_stops_no_other(
    people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people("Anna", "Ben")
    bad, good = (begin_match(players, options=ANNA_STARTS) for _ in range(2))
    for match in (bad, good):
        queue(match, players[1], "pass")
        write_move(match, players, "pass")

    def fail_in_one(*, match_id: str, **rest: Any) -> Receipt:
        if match_id == bad.pk:
            raise ZeroDivisionError
        return submit_move(match_id=match_id, **rest)

    monkeypatch.setattr(queue_trying, "submit_move", fail_in_one)
    assert play_queued_moves() == 1
    assert played(good) == ("seat:1", "queued")
    assert shown(bad, players[1]) == ("pass", "")
    assert play_queued_moves() == 0
    QueuedMove.objects.update(retry_at=timezone.now())
    assert play_queued_moves() == 0
    assert QueuedMove.objects.get().failures == 2
    monkeypatch.undo()
    QueuedMove.objects.update(retry_at=timezone.now())
    assert play_queued_moves() == 1
    assert played(bad) == ("seat:1", "queued")


def test_a_worker_killed_between_claim_and_entry_leaves_it_to_the_next(
    trio: Trio, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    write_move(match, players, "pass")
    before = newest(match).position

    def die(*_args: object, **_named: object) -> None:
        raise KeyboardInterrupt

    for step in ("submit_move", "tell_played"):
        with monkeypatch.context() as patch:
            patch.setattr(queue_trying, step, die)
            with pytest.raises(KeyboardInterrupt):
                play_queued_moves()
        assert (newest(match).position, shown(match, players[1])) == (before, ("pass", ""))
    assert play_queued_moves() == 1
    assert newest(match).position == before + 1


def test_nothing_that_others_are_shown_changes_when_one_queues(trio: Trio) -> None:
    match, players = trio

    def seen() -> list[object]:
        head = Match.objects.values_list("head", "position").get(pk=match.pk)
        pages = [tag_of_reading(read_match(match, each), []) for each in (players[0], players[2], None)]
        rows = [each.objects.order_by("pk").values() for each in (Seat, Deadline, OutboxMail, LogEntry)]
        return [head, pages, [list(each) for each in rows]]

    before = seen()
    queue(match, players[1], "pass")
    queue(match, players[1], "shovel 7")
    assert seen() == before
    withdraw_move(match_id=match.pk, player=players[1])
    assert seen() == before


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_workers_that_try_the_same_row_at_once_play_it_once(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=ANNA_STARTS)
    for _ in range(4):
        queue(match, players[1], "pass")
        write_move(match, players, "pass")
        before = newest(match).position
        sweeps = [sweep(match, play_queued_moves)] * 6
        done = [each.position for each in at_once(*sweeps) if isinstance(each, Receipt)]
        assert (sum(done), newest(match).position) == (1, before + 1)
    assert len(letters(match, Kind.QUEUED, 1)) == 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_queuing_while_the_own_turn_opens_is_played_or_refused_and_never_lost(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=ANNA_STARTS)
    for _ in range(4):

        def say() -> Receipt:
            queue(match, players[1], "pass")
            return Receipt(0, store.open_book(match.pk))

        said, moved = at_once(say, partial(write_move, match, players, "pass"))
        assert isinstance(moved, Receipt)
        if isinstance(said, Receipt):
            assert play_queued_moves() == 1
        else:
            assert said.code == "asked_now"
            write_move(match, players, "pass")
        assert asked(match) == 0


def sweep(match: Match, act: Callable[[], int]) -> Callable[[], Receipt]:
    """Return the act of sweeping; its receipt tells how much was played."""
    return lambda: Receipt(int(act()), store.open_book(match.pk))
