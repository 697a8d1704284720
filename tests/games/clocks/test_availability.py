"""Own time at real tables: nights, weekends and absences reach the log, within the terms, and move deadlines."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import Absence, User
from games.clocks.terms import ClockTerms
from games.logbook import store
from games.models import Deadline, Match
from games.projections.rebuild import find_drift
from games.services.clocks.availability import change_own_hours, declare_absence, end_absence
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.seats import seat_player
from pirates.errors import MalformedMove
from tests.conftest import MakePeople
from tests.games.core.playing import asked

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
KIND = ClockTerms(asleep_hours=8, weekends_off=True, away_days=10, stretch_hours=24 * 7)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller


def begin(players: list[User], terms: ClockTerms = KIND, pace: timedelta = DAY) -> Match:
    plan = MatchPlan(game="capitan-bacon", title="Demo", seats=2, pace=pace, terms=terms, options=b'{"starter":0}')
    match = open_match(host=players[0], plan=plan)
    seat_player(match_id=match.pk, player=players[1], key="sit")
    start_match(match_id=match.pk, host=players[0], key="start")
    match.refresh_from_db()
    return match


def due(match: Match) -> datetime:
    assert find_drift(match.pk) == []
    return Deadline.objects.get(match=match, seat__isnull=False).due_at


def sleeper(user: User, zone: str = "UTC") -> User:
    user.time_zone = zone
    user.save()
    change_own_hours(user=user, asleep_from=22 * 60, asleep_minutes=8 * 60, weekends_off=True)
    return user


@pytest.mark.usefixtures("clock")
def test_whoever_sits_down_brings_their_hours_along(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    sleeper(anna)
    match = begin([anna, ben])
    assert due(match) == MONDAY + DAY + 8 * HOUR, "one night lies in a day"


@pytest.mark.usefixtures("clock")
def test_a_table_without_such_terms_knows_no_nights_and_no_absences(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    sleeper(anna)
    match = begin([anna, ben], ClockTerms())
    assert declare_absence(user=anna, begins=MONDAY, ends=MONDAY + 3 * DAY)[1] == 0
    assert due(match) == MONDAY + DAY


@pytest.mark.usefixtures("clock")
def test_a_night_longer_than_the_terms_allow_is_cut(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    sleeper(anna)
    match = begin([anna, ben], ClockTerms(asleep_hours=3, stretch_hours=100))
    assert due(match) == MONDAY + DAY + 3 * HOUR


def test_hours_changed_later_count_from_the_next_question_on(people: MakePeople, clock: time_machine.Traveller) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin([anna, ben])
    assert change_own_hours(user=anna, asleep_from=0, asleep_minutes=300, weekends_off=False) == 1
    assert due(match) == MONDAY + DAY, "what is open already stays as it was"
    clock.move_to(MONDAY + DAY)
    assert expire_due_deadlines() == 1
    assert store.open_book(match.pk).table.chairs[0].hours.asleep_minutes == 300


def test_an_absence_moves_an_open_deadline_and_coming_back_moves_it_again(
    people: MakePeople, clock: time_machine.Traveller
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin([anna, ben])
    absence, tables = declare_absence(user=anna, begins=MONDAY + 2 * HOUR, ends=MONDAY + 2 * HOUR + 5 * DAY)
    assert (tables, due(match)) == (1, MONDAY + 6 * DAY)
    clock.move_to(MONDAY + 3 * DAY)
    assert end_absence(user=anna, absence_id=absence.pk)
    assert due(match) == MONDAY + 3 * DAY + 22 * HOUR
    assert not end_absence(user=anna, absence_id=absence.pk)


def test_nobody_escapes_a_deadline_that_has_nearly_run_out(people: MakePeople, clock: time_machine.Traveller) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin([anna, ben])
    clock.shift(19 * HOUR)
    assert declare_absence(user=anna, begins=MONDAY, ends=MONDAY + 5 * DAY)[1] == 1
    assert due(match) == MONDAY + DAY


@pytest.mark.usefixtures("clock")
def test_days_away_run_out(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin([anna, ben])
    declare_absence(user=anna, begins=MONDAY + 20 * DAY, ends=MONDAY + 28 * DAY)
    declare_absence(user=anna, begins=MONDAY + 40 * DAY, ends=MONDAY + 48 * DAY)
    _, tables = declare_absence(user=anna, begins=MONDAY + 60 * DAY, ends=MONDAY + 61 * DAY)
    assert tables == 0
    known = store.open_book(match.pk).table.chairs[0].absences
    assert [each.ends - each.begins for each in known] == [8 * DAY, 2 * DAY]


@pytest.mark.usefixtures("clock")
def test_one_answer_is_stretched_no_further_than_the_table_said(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin([anna, ben], ClockTerms(away_days=30, stretch_hours=48))
    declare_absence(user=anna, begins=MONDAY, ends=MONDAY + 20 * DAY)
    assert due(match) == MONDAY + 3 * DAY


@pytest.mark.parametrize(
    "terms",
    [
        ClockTerms(asleep_hours=13, stretch_hours=1),
        ClockTerms(asleep_hours=8),
        ClockTerms(away_days=-1),
        ClockTerms(away_days=61, stretch_hours=1),
        ClockTerms(stretch_hours=24 * 30 + 1),
        ClockTerms(bank_seconds=1),
        ClockTerms(cap_seconds=3600),
        ClockTerms(cap_seconds=31 * 86400, bank_seconds=1),
        ClockTerms(cap_seconds=60, refill_seconds=61),
        ClockTerms(cap_seconds=-1),
        ClockTerms(pauses=11),
        ClockTerms(pauses=0),
        ClockTerms(pause_days=61),
        ClockTerms(pause_days=10**12),
    ],
)
def test_terms_that_no_clock_could_keep_are_refused_when_the_table_is_opened(
    people: MakePeople, terms: ClockTerms
) -> None:
    plan = MatchPlan(game="capitan-bacon", title="Demo", seats=2, pace=DAY, terms=terms)
    with pytest.raises(MalformedMove):
        open_match(host=people("Anna")[0], plan=plan)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("begins", "ends"),
    [(-2 * DAY, -DAY), (DAY, DAY), (2 * DAY, DAY), (DAY, 62 * DAY), (367 * DAY, 368 * DAY), (5 * DAY, 7 * DAY)],
)
def test_an_absence_that_makes_no_sense_is_refused(people: MakePeople, begins: timedelta, ends: timedelta) -> None:
    (anna,) = people("Anna")
    declare_absence(user=anna, begins=MONDAY + 6 * DAY, ends=MONDAY + 8 * DAY)
    with pytest.raises(ValidationError):
        declare_absence(user=anna, begins=MONDAY + begins, ends=MONDAY + ends)


def test_the_bank_is_drawn_refilled_and_never_over_its_cap(people: MakePeople, clock: time_machine.Traveller) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin([anna, ben], ClockTerms(bank_seconds=6 * 3600, refill_seconds=3600, cap_seconds=6 * 3600))
    assert due(match) == MONDAY + DAY + 6 * HOUR
    clock.move_to(MONDAY + DAY + 6 * HOUR)
    assert asked(match) == 0
    assert expire_due_deadlines() == 1
    assert [int(each.total_seconds()) for each in store.open_book(match.pk).clocks.banks] == [0, 6 * 3600]
    assert find_drift(match.pk) == []


def test_the_page_takes_hours_and_absences_in_the_readers_zone(people: MakePeople, client: Client) -> None:
    (anna,) = people("Anna")
    anna.time_zone = "America/New_York"
    anna.save()
    client.force_login(anna)
    with time_machine.travel(MONDAY, tick=False):
        hours = {"asleep_from": "22:30", "awake_from": "06:30", "weekends_off": "on"}
        assert client.post("/account/time/", hours).status_code == 302
        away = {"first_day": "2026-03-07", "last_day": "2026-03-08"}
        assert client.post("/account/time/away/", away).status_code == 302
        page = client.get("/account/time/").content.decode()
    [absence] = Absence.objects.filter(user=anna)
    assert absence.begins_at == datetime(2026, 3, 7, 5, tzinfo=UTC)
    assert absence.ends_at == datetime(2026, 3, 9, 4, tzinfo=UTC), "a day of 23 hours is a day"
    assert "22:30" in page
    assert "America/New York" in page
    assert client.post(f"/account/time/away/{absence.pk}/").status_code == 302


@pytest.mark.parametrize(
    "hours", [{"asleep_from": "22:30"}, {"asleep_from": "20:00", "awake_from": "10:00"}, {"asleep_from": "25:00"}]
)
def test_hours_that_make_no_night_are_refused_on_the_page(
    people: MakePeople, client: Client, hours: dict[str, str]
) -> None:
    client.force_login(people("Anna")[0])
    assert client.post("/account/time/", hours).status_code == 422
