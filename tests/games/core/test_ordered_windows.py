"""A standing order answers as a player would: after a while, in the same form, and without a word to anybody before."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from msgspec.structs import replace

from accounts.models import User
from games.book.book import ORDER
from games.book.ordered_answers import EARLIEST, LATEST, ordered_at
from games.logbook import store
from games.models import Deadline, Match, OutboxMail
from games.models.logbook import LogEntry
from games.projections.rebuild import find_drift
from games.projections.write import open_decisions
from games.selectors.play.logs import narrated_log
from games.selectors.play.matches import choices_of
from games.services.clocks.deadlines import resolve_due_phases, send_due_reminders
from games.services.clocks.ordered_windows import answer_ordered_windows
from games.services.play.submitting import Act, Submission, submit
from games.services.tables.bots import play_waiting_bots
from games.table.commands.clocks import Pause
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, question_of, write_move

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ORDERS = ("orders ask", "orders always", "orders never", "orders against rod")
MOST_TURNS = 60


def attack(match: Match, players: list[User]) -> int:
    """Play until somebody attacks somebody; return who is asked for a Mirror."""
    for _ in range(MOST_TURNS):
        seat = asked(match)
        book = store.open_book(match.pk)
        if question_of(book).kind == "mirror":
            return seat
        said = [choice.notation for choice in choices_of(book, seat)]
        attacks = [each for each in said if each.startswith(("rod", "spyglass")) and not each.endswith("end")]
        others = [each for each in said if each.startswith("bury")]
        write_move(match, players, (attacks or others or said)[0])
    raise AssertionError("nobody ever drew a card to attack with")


def ordered_row(match: Match) -> Deadline:
    return Deadline.objects.get(match=match, is_window=True)


@pytest.mark.parametrize("order", ORDERS)
def test_whatever_a_seat_has_ordered_others_see_the_same_window_and_no_letter_but_its_own_tells(
    order: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=DAY)
        for seat in (0, 1):
            write_move(match, players, order, seat=seat)
        victim = attack(match, players)
        row = ordered_row(match)
        assert question_of(match).key == row.decision
        assert answer_ordered_windows() == 0, "an answer at once tells that it was ordered"
        by_mail = OutboxMail.objects.filter(match=match, kind=OutboxMail.Kind.WINDOW, seat=victim)
        assert by_mail.exists() == (order == "orders ask")
    if order == "orders ask":
        assert row.answer_at is None
        return
    assert row.answer_at is not None
    assert NOON + DAY / EARLIEST <= row.answer_at <= NOON + DAY / LATEST
    with time_machine.travel(row.answer_at - timedelta(seconds=1), tick=False):
        assert (answer_ordered_windows(), send_due_reminders()) == (0, 0)
    with time_machine.travel(row.answer_at, tick=False):
        assert [answer_ordered_windows() for _ in range(2)] == [1, 0]
    newest = LogEntry.objects.filter(match=match).latest("position")
    assert (newest.actor, newest.channel) == (f"{ORDER}:{victim}", ORDER)
    for viewer in (1 - victim, None):
        (line,) = narrated_log(store.open_book(match.pk), viewer, after=newest.position - 1)
        assert line.actor == ""
    assert find_drift(match.pk) == []


def test_the_while_is_another_for_each_window_and_tells_nothing_of_hand_or_order(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=DAY)
        attack(match, players)
        book = store.open_book(match.pk)
        (clock,) = [each for each in book.clocks.countdowns.values() if each.is_window]
        found = set()
        for order in ORDERS[1:]:
            write_move(match, players, order, seat=clock.seat)
            found.add(ordered_row(match).answer_at)
        assert len(found) == 1, "the while tells what was ordered"
        whiles = [ordered_at(store.open_book(match.pk), replace(clock, decision=f"{n}.1:mirror")) for n in range(40)]
        assert len({*whiles}) == 40
        write_move(match, players, "orders ask", seat=clock.seat)
        assert ordered_row(match).answer_at is None


def test_an_order_is_no_act_of_its_player_for_what_the_next_letter_tells(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=DAY)
        for seat in (0, 1):
            write_move(match, players, "orders never", seat=seat)
        victim = attack(match, players)
        acted = store.open_book(match.pk).seat_positions.acted.get(victim, 0)
    with time_machine.travel(NOON + DAY / LATEST, tick=False):
        answer_ordered_windows()
    assert store.open_book(match.pk).seat_positions.acted.get(victim, 0) == acted


def test_an_order_waits_for_the_end_of_a_pause_and_begins_its_while_anew(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=DAY)
        for seat in (0, 1):
            write_move(match, players, "orders never", seat=seat)
        attack(match, players)
        stop = Act("referee", Pause(int(3 * DAY.total_seconds())))
        submit(Submission(match_id=match.pk, channel="page", key=fresh_key(), prepare=lambda _: stop))
    with time_machine.travel(NOON + DAY, tick=False):
        assert answer_ordered_windows() == 0
    with time_machine.travel(NOON + 3 * DAY, tick=False):
        assert resolve_due_phases() == 1
        assert answer_ordered_windows() == 0
    with time_machine.travel(NOON + 3 * DAY + DAY / LATEST, tick=False):
        assert answer_ordered_windows() == 1


def test_where_only_bots_look_on_an_order_answers_at_once(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna")
    match = begin_match(players, bots=1)
    write_move(match, players, "orders never", seat=0)
    for _ in range(MOST_TURNS):
        play_waiting_bots()
        answered = answer_ordered_windows()
        if answered:
            break
        if asked(match) == 0:
            said = [choice.notation for choice in choices_of(store.open_book(match.pk), 0)]
            write_move(match, players, "pass" if "pass" in said else said[0])
    assert answered == 1
    assert not [each for each in open_decisions(store.open_book(match.pk)) if each.kind == "mirror"]
