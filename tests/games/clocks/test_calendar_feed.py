"""The calendar feed: one's own deadlines, at an address that only its person has and can change."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core import mail
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.models import Deadline
from games.notifications.relay import relay_outbox
from games.services.clocks.calendar_feeds import address_of, feed_of, open_feed, set_invites
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def path(user: User) -> str:
    return urlsplit(address_of(open_feed(user=user))).path


def events(client: Client, where: str) -> list[Any]:
    answer = client.get(where)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    assert answer["Cache-Control"] == "private, no-store"
    assert not answer.cookies
    return events_of(answer.content)


def events_of(written: bytes) -> list[Any]:
    return list(Calendar.from_ical(written).walk("VEVENT"))


def test_the_feed_shows_own_deadlines_as_fixed_instants_and_nothing_else(
    people: MakePeople, begin_match: BeginMatch, client: Client
) -> None:
    anna, ben = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match([anna, ben], pace=DAY, options=b'{"starter":0}')
    [event] = events(client, path(anna))
    assert event["dtstart"].dt == Deadline.objects.get(match=match, seat=0).due_at == NOON + DAY
    assert str(event["summary"]) == "Your answer is due: Capitán Bacon"
    assert match.title not in event.to_ical().decode()
    assert events(client, path(ben)) == []


def test_an_old_address_a_wrong_one_and_a_closed_one_show_nothing(people: MakePeople, client: Client) -> None:
    anna, ben = people("Anna", "Ben")
    first, other = path(anna), path(ben)
    second = path(anna)
    assert first != second
    crossed = second.rsplit("/", 1)[0] + "/" + other.rsplit("/", 1)[1]
    assert [client.get(each).status_code for each in (first, crossed, "/calendar/nobody/nothing.ics")] == [404] * 3
    assert client.get(second).status_code == 200
    client.force_login(anna)
    client.post("/account/calendar/close/")
    assert client.get(second).status_code == 404
    assert address_of(feed_of(anna)) == ""


def test_the_page_shows_the_address_to_its_person(people: MakePeople, client: Client) -> None:
    (anna,) = people("Anna")
    client.force_login(anna)
    assert ".ics" not in client.get("/account/time/").content.decode()
    client.post("/account/calendar/new/")
    assert address_of(feed_of(anna)) in client.get("/account/time/").content.decode()


@pytest.mark.parametrize("wants", [True, False])
def test_a_letter_brings_its_deadline_along_if_its_reader_wants_that(
    people: MakePeople, begin_match: BeginMatch, wants: bool
) -> None:
    anna, ben = people("Anna", "Ben")
    set_invites(user=anna, wants_invites=wants)
    with time_machine.travel(NOON, tick=False):
        begin_match([anna, ben], pace=DAY, options=b'{"starter":0}')
        relay_outbox()
    letters = [each for each in mail.outbox if each.to == [anna.email] and "text/calendar" in str(each.message())]
    assert bool(letters) is wants
    if wants:
        [part] = [each for each in letters[0].message().walk() if each.get_content_type() == "text/calendar"]
        [event] = events_of(bytes(part.get_payload(decode=True)))
        assert event["dtstart"].dt == NOON + DAY
