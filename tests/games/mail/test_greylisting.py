"""A mail server that greylists, refuses or puts off, over bundles and letters alike: nothing is lost or doubled."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.addresses import stop_of
from accounts.mail_preferences import change_mail_preferences
from games.models import OutboxMail
from games.notifications.relay import relay_outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
State = OutboxMail.State


@pytest.mark.parametrize("is_bundled", [False, True], ids=["letters", "a bundle"])
@pytest.mark.parametrize("answer", ["450 4.2.0 greylisted, come again", "451 4.3.0 busy", "552 5.3.4 not now"])
def test_what_a_server_puts_off_is_sent_once_when_it_takes_it(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, answer: str, *, is_bundled: bool
) -> None:
    anna, ben = people("Anna", "Ben")
    timing = "bundled" if is_bundled else "at_once"
    for person in (anna, ben):
        change_mail_preferences(user=person, timings=dict.fromkeys(("match_begun", "your_move"), timing))
    with time_machine.travel(NOON, tick=False):
        begin_match([anna, ben], options=b'{"starter":0}')
        relay_outbox()
    harbour.answers = [answer] * 4
    for minutes in range(60, 100):
        with time_machine.travel(NOON + timedelta(minutes=minutes), tick=False):
            relay_outbox()
    letters = [each.message["Message-ID"] for each in harbour.deliveries]
    assert len(letters) == len(set(letters)) == (2 if is_bundled else 3)
    assert set(OutboxMail.objects.values_list("state", flat=True)) == {State.SENT}
    assert stop_of(anna.email) is None
