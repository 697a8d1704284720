"""Mail wishes: at once, bundled, daily or never, quiet hours in one's own zone, and what may not wait that long."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.test import Client

from accounts.mail_preferences import Timing, change_mail_preferences, end_of_quiet, next_digest
from accounts.models import User
from games.models import Match, OutboxMail
from games.notifications.relay import relay_outbox
from games.notifications.subscriptions import set_match_timing
from games.services.clocks.deadlines import send_due_reminders
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import play
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

ANNA_STARTS = b'{"starter":0}'
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
State = OutboxMail.State


def wish(person: User, *, quiet: tuple[int, int] | tuple[()] | None = None, **timings: str) -> None:
    change_mail_preferences(user=person, timings=timings, quiet=quiet)


def relay_at(moment: datetime) -> None:
    with time_machine.travel(moment, tick=False):
        relay_outbox()


def begin_at(moment: datetime, begin_match: BeginMatch, players: list[User]) -> Match:
    with time_machine.travel(moment, tick=False):
        return begin_match(players, options=ANNA_STARTS)


def subjects(harbour: Harbour, person: User) -> list[str]:
    return [each.subject.split(":")[0] for each in harbour.to(person.email)]


def test_bundled_letters_leave_together_once_the_first_has_waited_its_time(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    wish(anna, your_move="bundled", match_begun="bundled")
    begin_at(NOON, begin_match, [anna, ben])
    begin_at(NOON + timedelta(minutes=50), begin_match, [anna, ben])
    for minutes in (0, 30, 59):
        relay_at(NOON + timedelta(minutes=minutes))
    assert subjects(harbour, anna) == []
    for _ in range(2):
        relay_at(NOON + timedelta(minutes=60))
    assert subjects(harbour, anna) == ["Your move in 2 matches"]
    assert subjects(harbour, ben) == ["The match has begun"] * 2
    assert set(OutboxMail.objects.values_list("state", flat=True)) == {State.SENT}


def test_the_daily_mail_comes_at_its_hour_where_its_reader_lives(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    User.objects.filter(pk=ben.pk).update(time_zone="Asia/Kolkata")
    wish(ben, match_begun="digest")
    change_mail_preferences(user=ben, digest_hour=19)
    begin_at(NOON, begin_match, [anna, ben])
    relay_at(NOON)
    relay_at(NOON + timedelta(minutes=89))
    assert subjects(harbour, ben) == []
    relay_at(NOON + timedelta(minutes=90))
    assert subjects(harbour, ben) == ["The match has begun"]


def test_a_daily_mail_lets_nobody_miss_a_deadline_unknowingly(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    wish(anna, your_move="digest", match_begun="digest", reminder="never")
    change_mail_preferences(user=anna, digest_hour=11)
    begin_at(NOON, begin_match, [anna, ben])
    relay_at(NOON)
    relay_at(NOON + timedelta(hours=15, minutes=59))
    assert subjects(harbour, anna) == []
    relay_at(NOON + timedelta(hours=16))
    assert subjects(harbour, anna) == ["Your move"]
    relay_at(NOON + timedelta(hours=23))
    assert subjects(harbour, anna) == ["Your move", "The match has begun"]


def test_a_reminder_breaks_through_a_bundle_and_then_the_bundle_asks_no_more(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    wish(anna, your_move="digest", match_begun="never")
    begin_at(NOON, begin_match, [anna, ben])
    relay_at(NOON)
    with time_machine.travel(NOON + timedelta(hours=16), tick=False):
        send_due_reminders()
        OutboxMail.objects.filter(kind="your_move").update(not_before=NOON + timedelta(hours=17))
        relay_outbox()
    relay_at(NOON + timedelta(hours=20))
    assert subjects(harbour, anna) == ["Reminder, your move"]
    assert OutboxMail.objects.get(kind="your_move").reason == "another letter tells this already"


def test_never_is_never_even_before_a_deadline(harbour: Harbour, people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_at(NOON, begin_match, [anna, ben])
    set_match_timing(person=anna, match_id=match.pk, timing=Timing.NEVER)
    with time_machine.travel(NOON + timedelta(hours=20), tick=False):
        send_due_reminders()
        relay_outbox()
    assert subjects(harbour, anna) == []
    assert set(OutboxMail.objects.filter(seat=0).values_list("reason", flat=True)) == {
        "this kind of mail is not wanted"
    }


@pytest.mark.parametrize(
    ("pace", "hour_of_letter"),
    [(timedelta(hours=24), 7), (timedelta(hours=9, minutes=30), 4), (timedelta(minutes=20), 22)],
    ids=["a day: when quiet ends", "too little left then: with the reminder", "no time for a reminder: at once"],
)
def test_quiet_hours_hold_a_question_only_if_an_hour_is_left_for_it_afterwards(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, pace: timedelta, hour_of_letter: int
) -> None:
    anna, ben = people("Anna", "Ben")
    wish(anna, quiet=(22, 7), match_begun="never")
    ten = NOON.replace(hour=22)
    with time_machine.travel(ten, tick=False):
        begin_match([anna, ben], options=ANNA_STARTS, pace=pace)
    hours = []
    for hour in range(12):
        before = len(harbour.to(anna.email))
        relay_at(ten + timedelta(hours=hour, minutes=25))
        if len(harbour.to(anna.email)) > before:
            hours.append((22 + hour) % 24)
    assert hours == [hour_of_letter]


def test_a_match_may_have_a_wish_of_its_own(harbour: Harbour, people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    wish(anna, match_begun="never")
    match = begin_at(NOON, begin_match, [anna, ben])
    begin_at(NOON, begin_match, [anna, ben])
    set_match_timing(person=anna, match_id=match.pk, timing=Timing.BUNDLED)
    relay_at(NOON)
    assert subjects(harbour, anna) == ["Your move"]
    held = OutboxMail.objects.get(match=match, kind="your_move")
    assert (held.state, held.held, held.attempts) == (State.WAITING, "bundled", 0)
    set_match_timing(person=anna, match_id=match.pk, timing=None)
    assert held.not_before == NOON + timedelta(hours=1)


def test_what_was_answered_meanwhile_is_dropped_from_the_bundle(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    wish(anna, your_move="bundled", match_begun="bundled")
    match = begin_at(NOON, begin_match, [anna, ben])
    relay_at(NOON)
    with time_machine.travel(NOON + timedelta(minutes=5), tick=False):
        play(match, anna, "pass")
    relay_at(NOON + timedelta(minutes=60))
    assert subjects(harbour, anna) == ["The match has begun"]
    assert OutboxMail.objects.get(kind="your_move", seat=0).state == State.DROPPED


@pytest.mark.parametrize("zone", ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Kiritimati"])
def test_over_a_year_with_its_clock_changes_daily_hours_come_once_a_day_and_quiet_hours_end(
    people: MakePeople, zone: str
) -> None:
    (anna,) = people("Anna")
    anna.time_zone, anna.digest_hour, anna.quiet_from, anna.quiet_until = zone, 2, 23, 7
    moment, came = datetime(2026, 1, 1, tzinfo=UTC), []
    while moment.year == 2026:
        moment = next_digest(anna, moment)
        came.append(moment)
        ends = end_of_quiet(anna, moment)
        assert ends is not None
        assert timedelta(hours=3) < ends - moment < timedelta(hours=7)
        assert end_of_quiet(anna, ends) is None
    gaps = {later - earlier for earlier, later in pairwise(came)}
    assert 364 <= len(came) <= 367
    assert all(timedelta(hours=22, minutes=59) < gap < timedelta(hours=25, minutes=1) for gap in gaps)


def test_the_page_keeps_what_is_chosen_and_shows_it_again(people: MakePeople, client: Client) -> None:
    (anna,) = people("Anna")
    client.force_login(anna)
    assert 'action="/m/' not in client.get("/account/").content.decode()
    told = {f"kind_{kind}": "at_once" for kind in OutboxMail.Kind.values}
    told |= {"kind_your_move": "digest", "kind_match_over": "never", "bundle_minutes": "45", "digest_hour": "19"}
    answer = client.post("/account/mail/", told | {"quiet_from": "22", "quiet_until": "7"})
    assert answer["Location"] == "/account/mail/"
    anna.refresh_from_db()
    assert anna.mail_timings == {"your_move": "digest", "match_over": "never"}
    assert (anna.bundle_minutes, anna.digest_hour, anna.quiet_from, anna.quiet_until) == (45, 19, 22, 7)
    page = client.get("/account/mail/").content.decode()
    for value in ('<option value="digest" selected>', '<option value="19" selected>', 'value="45"'):
        assert value in page
    refused = client.post("/account/mail/", told | {"quiet_from": "22", "quiet_until": ""})
    assert refused.status_code == 422
    assert client.post("/account/mail/", told | {"kind_reminder": "digest"}).status_code == 422
    anna.refresh_from_db()
    assert anna.quiet_from == 22


def test_the_page_of_a_match_keeps_a_wish_for_those_who_sit_there(
    people: MakePeople, begin_match: BeginMatch, client: Client
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    client.force_login(anna)
    client.post(f"/m/{match.pk}/mail/", {"timing": "digest"})
    assert '<option value="digest" selected>' in client.get(f"/m/{match.pk}/").content.decode()
    assert match.title in client.get("/account/mail/").content.decode()
    client.post(f"/m/{match.pk}/mail/", {"timing": "anything"})
    assert '<option value="digest" selected>' in client.get(f"/m/{match.pk}/").content.decode()
    client.post(f"/m/{match.pk}/mail/", {"timing": ""})
    assert "selected" not in client.get(f"/m/{match.pk}/").content.decode().partition('id="mail-timing"')[2]
    client.force_login(cleo)
    assert "mail-timing" not in client.get(f"/m/{match.pk}/").content.decode()
