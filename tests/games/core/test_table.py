"""The table: who may start, who keeps a seat, how a match ends without the rules."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, Seat
from games.projections.write import outcome_of
from games.refusals import MatchClosed, NotNow, NotYourSeat
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.play.submitting import Receipt
from games.services.tables.bots import play_waiting_bots
from games.services.tables.matches import call_off_match, start_match
from games.services.tables.seats import give_up_seat, seat_bot, seat_player
from games.table.events.core import DeadlineMissed, SeatHandedOver
from pirates.errors import RulesError
from pirates.outcomes import Outcome
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, question_of, write_move

pytestmark = pytest.mark.django_db


def let_time_run_out(match: Match) -> None:
    """Let the answer that the match waits for be long overdue, and sweep."""
    deadline = Deadline.objects.get(match=match)
    assert expire_due_deadlines(deadline.due_at) == 1


def told(match: Match) -> list[object]:
    """Return what happened at the table, beside the rules, in the newest entry."""
    entry = [*store.read_entries(store.open_book(match.pk))][-1]
    return [event for event in entry.events if isinstance(event, DeadlineMissed | SeatHandedOver)]


def miss_twice(match: Match, players: list[User], seat: int) -> None:
    for _ in range(2):
        while asked(match) != seat:
            write_move(match, players, "pass")
        let_time_run_out(match)


def test_one_miss_is_noted_and_the_default_move_is_made(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"))
    seat, key = asked(match), question_of(match).key
    let_time_run_out(match)
    assert told(match) == [DeadlineMissed(seat, key)]
    assert store.open_book(match.pk).table.chairs[seat].keeper == "player"


def test_after_two_misses_in_a_row_a_caretaker_keeps_the_seat(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    miss_twice(match, players, 1)
    assert SeatHandedOver(1, "caretaker", "missed") in told(match)
    assert Seat.objects.get(match=match, number=1).is_played_by_bot
    write_move(match, players, "pass")
    assert asked(match) == 1
    assert play_waiting_bots() == 1
    assert asked(match) == 0 or question_of(match).kind != "turn"


def test_a_move_between_two_misses_begins_the_count_anew(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    for _ in range(3):
        while asked(match) != 1:
            write_move(match, players, "pass")
        let_time_run_out(match)
        write_move(match, players, "pass")
        write_move(match, players, "pass")
    chair = store.open_book(match.pk).table.chairs[1]
    assert (chair.keeper, chair.misses, chair.misses_in_a_row) == ("player", 3, 0)


def test_any_move_takes_the_seat_back_from_the_caretaker_at_once(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    miss_twice(match, players, 1)
    write_move(match, players, "orders never", seat=1, decision="seat2.0:orders")
    assert told(match) == [SeatHandedOver(1, "player", "returned")]
    chair = store.open_book(match.pk).table.chairs[1]
    assert (chair.keeper, chair.misses_in_a_row, chair.misses) == ("player", 0, 2)
    assert not Seat.objects.get(match=match, number=1).is_played_by_bot


def test_an_expiry_for_a_seat_that_a_bot_plays_is_no_miss_of_the_player(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    miss_twice(match, players, 1)
    write_move(match, players, "pass")
    let_time_run_out(match)
    assert told(match) == []
    assert store.open_book(match.pk).table.chairs[1].misses == 2


def test_a_match_with_two_people_left_goes_on_after_a_resignation(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    book = give_up_seat(match_id=match.pk, player=players[0], key="enough").book
    assert not book.is_over
    assert Seat.objects.get(match=match, number=0).is_played_by_bot
    with pytest.raises(NotYourSeat, match="resigned"):
        write_move(match, players, "orders never", seat=0, decision="seat1.0:orders")


def test_when_one_person_is_left_the_match_ends_in_that_persons_favour(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, bots=1)
    give_up_seat(match_id=match.pk, player=players[2], key="enough")
    book = give_up_seat(match_id=match.pk, player=players[0], key="enough").book
    assert outcome_of(book) == Outcome(winners=(1,), ranking=((1,), (0, 2, 3)), scores=(0,) * 4, reason="resigned")
    match.refresh_from_db()
    assert (match.status, match.deadlines.count()) == (Match.Status.OVER, 0)
    with pytest.raises(MatchClosed):
        write_move(match, players, "orders never", seat=1, decision="seat2.0:orders")


def test_the_last_person_among_bots_leaves_a_match_that_nobody_won(people: MakePeople, begin_match: BeginMatch) -> None:
    (anna,) = people("Anna")
    match = begin_match([anna], bots=2)
    book = give_up_seat(match_id=match.pk, player=anna, key="enough").book
    assert book.is_over
    assert outcome_of(book) is None


def test_resigning_twice_is_refused(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    give_up_seat(match_id=match.pk, player=players[0], key="enough")
    with pytest.raises(NotNow) as refusal:
        give_up_seat(match_id=match.pk, player=players[0], key="once more")
    assert refusal.value.code == "already_resigned"


def test_a_match_does_not_start_while_a_seat_is_free(people: MakePeople, open_table: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = open_table([anna, ben])
    give_up_seat(match_id=match.pk, player=ben, key="leave")
    with pytest.raises(NotNow) as refusal:
        start_match(match_id=match.pk, host=anna, key="go")
    assert refusal.value.code == "seats_free"


def test_only_the_host_starts_calls_off_and_seats_bots(people: MakePeople, open_table: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = open_table([anna, ben])
    give_up_seat(match_id=match.pk, player=anna, key="leave")
    with pytest.raises(NotYourSeat):
        start_match(match_id=match.pk, host=ben, key="mine")
    with pytest.raises(NotYourSeat):
        call_off_match(match_id=match.pk, host=ben, key="mine")
    with pytest.raises(NotYourSeat):
        seat_bot(match_id=match.pk, host=ben, key="mine")


def test_a_match_that_was_called_off_says_so_to_everything(people: MakePeople, open_table: BeginMatch) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = open_table([anna, ben])
    give_up_seat(match_id=match.pk, player=ben, key="leave")
    call_off_match(match_id=match.pk, host=anna, key="off")
    acts: list[Callable[[], Receipt]] = [
        lambda: start_match(match_id=match.pk, host=anna, key="go"),
        lambda: call_off_match(match_id=match.pk, host=anna, key="off again"),
        lambda: seat_player(match_id=match.pk, player=cleo, key="sit"),
        lambda: seat_bot(match_id=match.pk, host=anna, key="bot"),
        lambda: give_up_seat(match_id=match.pk, player=anna, key="go"),
    ]
    for act in acts:
        with pytest.raises(MatchClosed):
            act()


def test_after_the_start_nobody_sits_down_any_more(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben])
    with pytest.raises(NotNow):
        seat_player(match_id=match.pk, player=cleo, key="sit")
    with pytest.raises(NotNow):
        call_off_match(match_id=match.pk, host=anna, key="off")


@pytest.mark.parametrize("seat", [-1, -3, 3, 10**6])
def test_there_is_no_sitting_down_on_a_seat_that_is_not_there(
    people: MakePeople, open_table: BeginMatch, seat: int
) -> None:
    anna, ben, cleo, dario = people("Anna", "Ben", "Cleo", "Dario")
    match = open_table([anna, ben, cleo])
    give_up_seat(match_id=match.pk, player=cleo, key="leave")
    with pytest.raises(NotNow) as refusal:
        seat_player(match_id=match.pk, player=dario, key="sit", seat=seat)
    assert refusal.value.code == "no_such_seat"


def test_nobody_sits_at_one_table_twice(people: MakePeople, open_table: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = open_table([anna, ben])
    give_up_seat(match_id=match.pk, player=ben, key="leave")
    with pytest.raises(RulesError) as refusal:
        seat_player(match_id=match.pk, player=anna, key=fresh_key())
    assert refusal.value.code == "already_seated"
