"""Queued moves: said when not asked, tried when asked, played if allowed, else dropped with a word."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest

from accounts.models import User
from games import tasks
from games.logbook import store
from games.models import Deadline, Match, QueuedMove
from games.models.logbook import LogEntry
from games.projections.rebuild import find_drift
from games.projections.write import open_decisions
from games.refusals import MatchClosed, NotNow, NotYourSeat
from games.services.clocks.deadlines import resolve_due_phases
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import withdraw_move
from games.services.tables.seats import give_up_seat
from games.table.commands.clocks import Pause, Resume
from pirates.decisions import answered_by, open_to
from pirates.dice import SeededDice
from pirates.errors import MalformedMove, RulesError
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.clocks.test_pauses import agree
from tests.games.core.playing import asked, fresh_key, move_by_lot, play_by_lot, question_of, write_move
from tests.games.core.queuing import ANNA_STARTS, Trio, played, queue, shown

pytestmark = pytest.mark.django_db

LONG_AGO = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def trio(people: MakePeople, begin_match: BeginMatch) -> Trio:
    """A match of Anna, who is asked, and of Ben and Cleo, who are not."""
    players = people("Anna", "Ben", "Cleo")
    return begin_match(players, options=ANNA_STARTS), players


def refused(act: Callable[[], object], kind: type[RulesError] = NotNow) -> str:
    with pytest.raises(kind) as refusal:
        act()
    return refusal.value.code


@pytest.mark.parametrize("game", sorted(GAMES))
def test_in_every_game_a_queued_move_is_played_as_its_seats_own(
    game: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=game)
    for _ in range(6):
        book, question = store.open_book(match.pk), question_of(match)
        seat = asked(match)
        move = book.game.sample_move(book.state, seat, SeededDice(b"queued", book.position))
        if question.window or answered_by(move, open_to(open_decisions(book), seat)).key != question.key:
            move_by_lot(match, players, b"queued")
            continue
        QueuedMove.objects.create(
            match=match,
            seat=seat,
            player=players[seat],
            notation=book.game.write(move),
            since_position=book.position,
            queued_at=LONG_AGO,
        )
        assert play_queued_moves() == 1
        assert played(match) == (f"seat:{seat}", "queued")
        resolve_due_phases()
    assert LogEntry.objects.filter(match=match, channel="queued").exists()
    assert find_drift(match.pk) == []


def test_it_waits_until_its_seat_is_asked_and_is_then_played_once(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    assert play_queued_moves() == 0
    write_move(match, players, "pass")
    assert [play_queued_moves(), play_queued_moves()] == [1, 0]
    assert played(match) == ("seat:1", "queued")
    assert asked(match) == 2
    assert not QueuedMove.objects.exists()


def test_what_is_not_allowed_when_it_is_tried_is_dropped_and_the_question_stays(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "shovel 99")
    write_move(match, players, "pass")
    assert play_queued_moves() == 0
    assert asked(match) == 1
    notation, why = shown(match, players[1]) or ("", "")
    assert (notation, bool(why)) == ("shovel 99", True)
    assert play_queued_moves() == 0
    write_move(match, players, "pass")
    assert shown(match, players[1]) is None


def test_a_new_one_replaces_the_old_and_it_can_be_taken_back(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "shovel 7")
    queue(match, players[1], "pass")
    assert shown(match, players[1]) == ("pass", "")
    assert withdraw_move(match_id=match.pk, player=players[1])
    assert not withdraw_move(match_id=match.pk, player=players[1])
    write_move(match, players, "pass")
    assert play_queued_moves() == 0
    assert asked(match) == 1


@pytest.mark.parametrize("notation", ["swim 3", "", "shovel", "pass " + "x" * 500])
def test_what_the_game_can_never_read_is_refused_at_once(trio: Trio, notation: str) -> None:
    match, players = trio
    assert refused(partial(queue, match, players[1], notation), MalformedMove)
    assert not QueuedMove.objects.exists()


def test_who_may_not_queue_is_told_why(trio: Trio, people: MakePeople, open_table: BeginMatch) -> None:
    match, players = trio
    (dario,) = people("Dario")
    assert refused(partial(queue, match, players[0], "pass")) == "asked_now"
    assert refused(partial(queue, match, dario, "pass"), NotYourSeat) == "not_your_seat"
    assert refused(partial(queue, match, players[1], "pass", acted=99)) == "acted_since"
    assert refused(partial(queue, open_table(players), players[1], "pass")) == "not_begun"
    give_up_seat(match_id=match.pk, player=players[1], key=fresh_key())
    assert refused(partial(queue, match, players[1], "pass"), NotYourSeat) == "not_your_seat"
    give_up_seat(match_id=match.pk, player=players[2], key=fresh_key())
    assert refused(partial(queue, match, players[2], "pass"), MatchClosed) == "match_over"


def test_a_window_leaves_it_waiting_and_can_be_answered_meanwhile(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = with_a_window(players, begin_match)
    seat = asked(match)
    queue(match, players[seat], "pass")
    assert play_queued_moves() == 0
    write_move(match, players, "no mirror")
    assert shown(match, players[seat]) == ("pass", "")


def with_a_window(players: list[User], begin_match: BeginMatch) -> Match:
    """Return a match in which somebody may interrupt."""
    for _ in range(5):
        match = begin_match(players)
        for _ in play_by_lot(match, players, b"windows", most=60):
            if not (book := store.open_book(match.pk)).is_over and question_of(book).window:
                return match
    pytest.fail("nobody could interrupt in five matches")


def test_what_the_player_answers_in_person_first_is_no_longer_waited_for(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "shovel 7")
    for _ in range(3):
        write_move(match, players, "pass")
    assert shown(match, players[1]) is None
    write_move(match, players, "pass")
    assert play_queued_moves() == 0
    assert asked(match) == 1
    assert not QueuedMove.objects.exists()


def test_it_goes_before_the_default_when_time_has_run_out_unseen(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    write_move(match, players, "pass")
    Deadline.objects.filter(match=match).update(due_at=LONG_AGO)
    tasks.expire_deadlines()
    assert played(match) == ("seat:1", "queued")


def test_a_pause_leaves_it_and_it_is_played_when_the_match_goes_on(trio: Trio) -> None:
    match, players = trio
    queue(match, players[1], "pass")
    write_move(match, players, "pass")
    agree(match, Pause(3600))
    assert play_queued_moves() == 0
    assert shown(match, players[1]) == ("pass", "")
    agree(match, Resume())
    assert play_queued_moves() == 1
