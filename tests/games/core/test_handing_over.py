"""A seat handed over: the log names who sat there then, and the newcomer has time enough."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.clocks.terms import ClockTerms
from games.logbook import store
from games.models import Deadline, Match
from games.notifications.relay import relay_outbox
from games.projections.rebuild import find_drift
from games.selectors.play.logs import narrated_log
from games.selectors.play.names import names_of
from games.selectors.play.replays import Eyes, show_moment
from games.services.clocks.availability import declare_absence
from games.services.consent.consents import answer_consent, ask_consent
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.seats import give_up_seat, seat_player
from games.table.proposals import PassSeatOn
from games.web.replay.replay_export import written_match
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, play_by_lot, write_move

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
HOST_BEGINS = b'{"starter":0}'


def hand_over(match: Match, giver: User, taker: User, *others: User) -> int:
    """Let the giver's seat go to the taker by the consent of all; return the position of the entry that does it."""
    proposed = PassSeatOn(taker.ref.hex)
    ask_consent(match_id=match.pk, player=giver, proposed=proposed, channel="api", key=fresh_key())
    number = store.open_book(match.pk).table.proposals
    for person in (*others, taker):
        done = answer_consent(
            match_id=match.pk, player=person, proposal=number, agrees=True, channel="api", key=fresh_key()
        )
    assert done.book.table.seat_of(taker.ref.hex) is not None
    return done.position


def told(match: Match, seat: int | None, upto: int | None = None) -> list[str]:
    book = store.open_book(match.pk)
    return [sentence for line in narrated_log(book, seat, upto=upto) for sentence in line.sentences]


def due(match: Match) -> datetime:
    return Deadline.objects.get(match=match, seat__isnull=False).due_at


def test_lines_from_before_name_who_sat_there_then_and_lines_from_after_the_newcomer(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    match = begin_match([anna, ben], options=HOST_BEGINS)
    list(play_by_lot(match, [anna, ben], b"before", 6))
    before = told(match, None)
    at = hand_over(match, anna, dario, ben)
    assert told(match, None)[: len(before)] == before
    assert any("Demo Anna" in sentence for sentence in before)
    assert "Demo Dario takes this seat over." in told(match, None)
    list(play_by_lot(match, [dario, ben], b"after", 4))
    later = [line for line in narrated_log(store.open_book(match.pk), None, after=at) if line.sentences]
    assert any("Demo Dario" in sentence for line in later for sentence in line.sentences)
    assert not any("Demo Anna" in sentence for line in later for sentence in line.sentences)


def test_the_newcomer_does_not_read_the_former_ones_deeds_as_own_but_knows_what_the_seat_knows(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    match = begin_match([anna, ben], options=HOST_BEGINS)
    list(play_by_lot(match, [anna, ben], b"secrets", 8))
    known = [line.events for line in narrated_log(store.open_book(match.pk), 0)]
    at = hand_over(match, anna, dario, ben)
    lines = narrated_log(store.open_book(match.pk), 0, upto=at - 1)
    assert [line.events for line in lines][: len(known)] == known
    spectators = [line.events for line in narrated_log(store.open_book(match.pk), None)]
    assert known != spectators[: len(known)]
    assert not any(sentence.startswith("You") for line in lines for sentence in line.sentences)
    assert "You take this seat over." in told(match, 0)


def test_former_names_cost_no_query_more(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    match = begin_match([anna, ben], options=HOST_BEGINS)
    with CaptureQueriesContext(
        connection,
    ) as without:
        told(match, 0)
    hand_over(match, anna, dario, ben)
    with CaptureQueriesContext(connection) as handed:
        told(match, 0)
    assert len(handed) == len(without)


def test_a_rename_follows_the_former_one_and_not_the_seat(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    match = begin_match([anna, ben], options=HOST_BEGINS)
    moved = write_move(match, [anna, ben], "pass").position
    hand_over(match, anna, dario, ben)
    User.objects.filter(pk=anna.pk).update(name="Demo Annabel", name_key="demo annabel")
    assert any("Demo Annabel" in sentence for sentence in told(match, None, upto=moved))
    assert names_of(store.open_book(match.pk)) == ("Demo Dario", "Demo Ben")


def test_a_look_back_and_the_written_moves_name_who_sat_there_then(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    match = begin_match([anna, ben], options=HOST_BEGINS)
    moved = write_move(match, [anna, ben], "pass").position
    at = hand_over(match, anna, dario, ben)
    assert show_moment(match, moved, ben, Eyes()).names == ("Demo Anna", "Demo Ben")
    assert show_moment(match, at, ben, Eyes()).names == ("Demo Dario", "Demo Ben")
    written = written_match(match, store.open_book(match.pk))
    assert any("Demo Anna" in line and line.endswith("pass") for line in written.splitlines())


def test_a_seat_left_before_the_start_keeps_its_former_ones_line(people: MakePeople, open_table: BeginMatch) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    match = open_table([anna, ben])
    give_up_seat(match_id=match.pk, player=ben, key="off")
    assert "Demo Ben sits down." in told(match, None)
    seat_player(match_id=match.pk, player=dario, key="on")
    assert [line for line in told(match, None) if "sits down" in line][-2:] == [
        "Demo Ben sits down.",
        "Demo Dario sits down.",
    ]


@pytest.mark.parametrize(("gone", "least"), [(2 * HOUR, 22 * HOUR), (20 * HOUR, 12 * HOUR)])
def test_the_newcomer_has_at_least_half_the_pace_and_never_less_than_there_was(
    people: MakePeople, begin_match: BeginMatch, gone: timedelta, least: timedelta
) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    with time_machine.travel(NOON, tick=False):
        match = begin_match([anna, ben], options=HOST_BEGINS, pace=DAY)
    with time_machine.travel(NOON + gone, tick=False):
        hand_over(match, anna, dario, ben)
    assert due(match) == NOON + gone + least
    assert find_drift(match.pk) == []


def test_another_seats_clock_is_left_alone_by_it(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    with time_machine.travel(NOON, tick=False):
        match = begin_match([anna, ben], options=HOST_BEGINS, pace=DAY)
    with time_machine.travel(NOON + 20 * HOUR, tick=False):
        hand_over(match, ben, dario, anna)
    assert asked(match) == 0
    assert due(match) == NOON + DAY


def test_the_absence_of_the_former_one_is_not_the_newcomers(people: MakePeople) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    terms = ClockTerms(away_days=10, stretch_hours=240)
    with time_machine.travel(NOON, tick=False):
        plan = MatchPlan(game="capitan-bacon", title="Demo match", seats=2, pace=DAY, options=HOST_BEGINS, terms=terms)
        match = open_match(host=anna, plan=plan)
        seat_player(match_id=match.pk, player=ben, key="sit")
        start_match(match_id=match.pk, host=anna, key="start")
        declare_absence(user=anna, begins=NOON + HOUR, ends=NOON + 100 * HOUR)
    assert due(match) > NOON + 100 * HOUR
    with time_machine.travel(NOON + 2 * HOUR, tick=False):
        hand_over(match, anna, dario, ben)
    assert due(match) == NOON + 2 * HOUR + 23 * HOUR
    assert find_drift(match.pk) == []


def test_the_newcomer_is_told_by_mail_what_is_asked_and_by_when(
    people: MakePeople, begin_match: BeginMatch, mailoutbox: list[object]
) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    with time_machine.travel(NOON, tick=False):
        match = begin_match([anna, ben], options=HOST_BEGINS, pace=DAY)
    with time_machine.travel(NOON + 20 * HOUR, tick=False):
        hand_over(match, anna, dario, ben)
        relay_outbox()
    letters = [each for each in mailoutbox if each.to == [dario.email]]  # type: ignore[attr-defined]
    assert any("20:00" in each.body for each in letters)  # type: ignore[attr-defined]
