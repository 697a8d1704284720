"""Page, letter, API and calendar name one and the same instant, in the reader's zone, whatever moved it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.test import Client

from games.clocks.terms import ClockTerms
from games.models import Deadline
from games.notifications.relay import relay_outbox
from games.selectors.clocks.own_deadlines import own_deadlines
from games.services.clocks.availability import change_own_hours, declare_absence
from games.services.clocks.deadlines import send_due_reminders
from games.words.instants import instant
from tests.conftest import MakePeople
from tests.games.api.callers import client_of
from tests.games.clocks.test_availability import begin

pytestmark = pytest.mark.django_db
ZONES = ("America/New_York", "Europe/Berlin", "Australia/Lord_Howe")
EVE = {  # the day before the clocks change
    "America/New_York": datetime(2026, 10, 31, 12, tzinfo=UTC),
    "Europe/Berlin": datetime(2026, 3, 28, 12, tzinfo=UTC),
    "Australia/Lord_Howe": datetime(2026, 4, 4, 4, tzinfo=UTC),
}
DAY = timedelta(days=1)
TERMS = ClockTerms(
    bank_seconds=7200, refill_seconds=600, cap_seconds=7200, asleep_hours=8, away_days=9, stretch_hours=200
)


@pytest.mark.parametrize("zone", ZONES)
def test_page_letter_api_and_calendar_agree_on_the_deadline(zone: str, people: MakePeople, client: Client) -> None:
    anna, ben = people("Anna", "Ben")
    anna.time_zone = zone
    anna.save()
    with time_machine.travel(EVE[zone], tick=False) as clock:
        change_own_hours(user=anna, asleep_from=22 * 60, asleep_minutes=480, weekends_off=False)
        match = begin([anna, ben], TERMS)
        declare_absence(user=anna, begins=EVE[zone] + timedelta(hours=1), ends=EVE[zone] + timedelta(hours=30))
        due = Deadline.objects.get(match=match, seat=0)
        clock.move_to(due.remind_at or due.due_at)
        assert send_due_reminders() == 1
        relay_outbox()
        client.force_login(anna)
        page = client.get(f"/m/{match.pk}/").content.decode()
        answer = client_of(anna).get(f"/api/v1/matches/{match.pk}/").json()
    here = due.due_at.astimezone(ZoneInfo(zone))
    assert f'datetime="{here.isoformat(timespec="seconds")}"' in page
    assert zone.replace("_", " ") in page
    assert "So your answer is due" in page
    assert datetime.fromisoformat(answer["deadlines"][0]["due_at"]) == due.due_at
    [own] = own_deadlines(anna)
    assert own.due_at == due.due_at
    [reminder] = [each for each in mail.outbox if each.to == [anna.email] and "reminder" in str(each.body)]
    assert instant(due.due_at, zone) in " ".join(str(reminder.body).split())
