"""Rewinding: the State is again what it was, nothing is lost from the log, and the clocks begin anew."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, OutboxMail, Seat
from games.refusals import MatchClosed, NotNow, StaleDecision
from games.selectors.play.logs import narrated_log
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.tables.matches import rewind_match
from games.services.tables.seats import give_up_seat
from pirates.commands import Move
from pirates.fingerprints import canonical_json
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, move_by_lot, play_by_lot, question_of, write_move

pytestmark = pytest.mark.django_db

Played = tuple[Match, list[User]]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def played(people: MakePeople, begin_match: BeginMatch) -> Played:
    """A match of three with twelve moves behind the start, which is entry 5."""
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    list(play_by_lot(match, players, b"rewinding", 12))
    return match, players


def test_after_a_rewind_the_state_is_what_it_was_then(played: Played) -> None:
    match, _ = played
    then = store.book_at(match.pk, 8)
    receipt = rewind_match(match_id=match.pk, to=8, key="upheld")
    assert receipt.position == 18
    assert receipt.book.state == then.state
    store.clear_cache()
    assert store.open_book(match.pk) == receipt.book
    assert store.find_faults(match.pk) == []


def test_the_same_act_after_a_rewind_meets_the_same_chance(played: Played) -> None:
    match, players = played
    before = {entry.position: entry.events for entry in store.read_entries(store.open_book(match.pk))}
    rewind_match(match_id=match.pk, to=5, key="from the start")
    again = [move_by_lot_as_at(match, players, position) for position in range(6, 18)]
    now = {entry.position: entry.events for entry in store.read_entries(store.open_book(match.pk))}
    assert [now[receipt] for receipt in again] == [before[position] for position in range(6, 18)]


def move_by_lot_as_at(match: Match, players: list[User], position: int) -> int:
    """Make the move that was made at `position`, once more, and return where it stands now."""
    question = question_of(match)
    command = _command_at(match, position)
    assert question.seat is not None
    notation = store.open_book(match.pk).game.write(command)
    return write_move(match, players, notation).position


def _command_at(match: Match, position: int) -> Move:
    book = store.open_book(match.pk)
    raw = next(each["command"] for each in store.read_export(book) if each["position"] == position)
    return book.game.decode_move(bytes(raw))


def test_a_rewind_into_a_branch_that_was_left_behind_restores_that_branch(played: Played) -> None:
    match, players = played
    in_first_branch = store.book_at(match.pk, 15).state
    rewind_match(match_id=match.pk, to=8, key="one")
    list(play_by_lot(match, players, b"another way", 4))
    receipt = rewind_match(match_id=match.pk, to=15, key="two")
    assert receipt.book.state == in_first_branch
    assert receipt.book.acts == store.book_at(match.pk, 15).acts
    behind = [line.position for line in narrated_log(receipt.book, None) if line.is_left_behind]
    assert behind == [16, 17, 19, 20, 21, 22]


def test_the_branch_left_behind_stays_in_the_log_and_is_told_as_such(played: Played) -> None:
    match, _ = played
    told = narrated_log(store.open_book(match.pk), None)
    rewind_match(match_id=match.pk, to=8, key="upheld")
    now = narrated_log(store.open_book(match.pk), None)
    assert [line.sentences for line in now[:-1]] == [line.sentences for line in told]
    assert [line.position for line in now if line.is_left_behind] == list(range(9, 18))
    assert now[-1].sentences == ("The match was wound back to entry 8.",)


def test_every_open_question_gets_a_fresh_deadline_and_its_letter(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=timedelta(days=2))
        write_move(match, players, "pass")
    three_days_on = NOON + timedelta(days=3)
    with time_machine.travel(three_days_on, tick=False):
        receipt = rewind_match(match_id=match.pk, to=4, key="upheld")
        deadline = Deadline.objects.get(match=match)
        assert expire_due_deadlines() == 0
    assert deadline.due_at == three_days_on + timedelta(days=2)
    assert not deadline.is_reminded
    assert deadline.decision == question_of(receipt.book).key
    mail = OutboxMail.objects.get(match=match, position=receipt.position)
    assert (mail.kind, mail.seat) == (OutboxMail.Kind.YOUR_MOVE, question_of(receipt.book).seat)


def test_a_rewind_that_leaves_the_same_question_open_asks_it_afresh(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=timedelta(days=2))
        other = 1 - asked(match)
        key = f"seat{other + 1}.0:orders"
        write_move(match, players, "orders always", seat=other, decision=key)
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        rewind_match(match_id=match.pk, to=4, key="upheld")
    deadline = Deadline.objects.get(match=match)
    assert deadline.due_at == NOON + timedelta(days=3)
    assert Seat.objects.get(match=match, is_awaited=True).number == asked(match)


def test_a_move_made_for_the_time_before_the_rewind_is_stale(played: Played) -> None:
    match, players = played
    old = question_of(match)
    assert old.seat is not None
    rewind_match(match_id=match.pk, to=8, key="upheld")
    with pytest.raises(StaleDecision):
        write_move(match, players, "pass", seat=old.seat, decision=old.key)


def test_the_same_rewind_asked_for_twice_is_done_once(played: Played) -> None:
    match, players = played
    first = rewind_match(match_id=match.pk, to=8, key="upheld")
    move_by_lot(match, players, b"on")
    again = rewind_match(match_id=match.pk, to=8, key="upheld")
    assert (again.position, again.is_repeat) == (first.position, True)
    assert store.open_book(match.pk).position == first.position + 1


@pytest.mark.parametrize("to", [-1, 0, 17, 18, 10**9])
def test_there_is_no_going_back_to_now_or_to_nowhere(played: Played, to: int) -> None:
    match, _ = played
    with pytest.raises(NotNow) as refusal:
        rewind_match(match_id=match.pk, to=to, key="nowhere")
    assert refusal.value.code == "no_such_position"


@pytest.mark.parametrize("to", [1, 4])
def test_there_is_no_going_back_behind_the_start(played: Played, to: int) -> None:
    match, _ = played
    with pytest.raises(NotNow) as refusal:
        rewind_match(match_id=match.pk, to=to, key="ready_check")
    assert refusal.value.code == "before_the_start"


def test_a_match_that_is_over_is_not_wound_back(played: Played) -> None:
    match, players = played
    for player in players[:2]:
        give_up_seat(match_id=match.pk, player=player, key=fresh_key())
    with pytest.raises(MatchClosed):
        rewind_match(match_id=match.pk, to=8, key="too late")


def test_a_rewind_is_an_entry_like_any_other(played: Played) -> None:
    match, _ = played
    rewind_match(match_id=match.pk, to=8, key="upheld")
    last = store.read_export(store.open_book(match.pk))[-1]
    assert (last["actor"], last["channel"]) == ("referee", "desk")
    assert bytes(last["command"]) == canonical_json({"type": "Rewind", "to": 8})
