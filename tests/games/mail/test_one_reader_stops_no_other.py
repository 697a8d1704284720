"""Whatever goes wrong while one letter is prepared, every other reader's letter leaves in the same run."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.mail_preferences import change_mail_preferences
from accounts.models import User
from games.models import OutboxMail
from games.notifications import bundles, envelopes, relevance, sending
from games.notifications.letters import kinds
from games.notifications.relay import relay_outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
KINDS = ("match_begun", "your_move")
STAGES = (
    (sending, "recipient_of"),
    (relevance, "wanted_timing"),
    (sending, "hold_of"),
    (sending, "count_sent"),
    (sending, "speaking_to"),
    (sending, "write_letter"),
    (kinds, "render"),
    (kinds, "headers_of"),
    (envelopes, "format_datetime"),
    (sending, "send_back_to"),
)


@pytest.mark.parametrize("wish", ["at_once", "bundled", "digest"])
def test_a_reader_whose_zone_this_machine_does_not_know_has_mail_and_pages_by_utc(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, wish: str
) -> None:
    anna, ben = people("Anna", "Ben")
    change_mail_preferences(user=anna, timings=dict.fromkeys(KINDS, wish), quiet=(1, 2))
    User.objects.filter(pk=anna.pk).update(time_zone="Mars/Olympus_Mons")
    with time_machine.travel(NOON, tick=False):
        match = begin_match([anna, ben], options=b'{"starter":0}')
        relay_outbox()
    assert len(harbour.to(ben.email)) == 1
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        relay_outbox()
    assert len(harbour.to(anna.email)) == (2 if wish == "at_once" else 1)
    client = Client()
    client.force_login(User.objects.get(pk=anna.pk))
    assert [client.get(page).status_code for page in (f"/m/{match.pk}/", "/matches/", "/account/")] == [200] * 3


@pytest.mark.parametrize(("room", "name"), STAGES, ids=[name for _, name in STAGES])
def test_a_fault_at_any_stage_of_one_letter_stops_no_other(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch, room: Any, name: str
) -> None:
    begin_match(people("Anna", "Ben", "Cleo"), options=b'{"starter":0}')
    with monkeypatch.context() as patch:
        patch.setattr(room, name, _failing_once(getattr(room, name)))
        relay_outbox()
    states = [each.state for each in OutboxMail.objects.order_by("pk")]
    assert sorted(states) == ["sent", "sent", "sent", "waiting"]
    bad = OutboxMail.objects.get(state="waiting")
    assert (bad.reason, bad.trouble, bad.attempts) == ("ZeroDivisionError", "fault", 1)


@pytest.mark.parametrize("name", ["render", "bundle_headers_of", "bring_deadlines", "_facts"])
def test_a_bundle_that_cannot_be_written_is_undone_and_its_letters_go_alone(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    anna, ben = people("Anna", "Ben")
    change_mail_preferences(user=anna, timings=dict.fromkeys(KINDS, "bundled"))
    with time_machine.travel(NOON, tick=False):
        begin_match([anna, ben], options=b'{"starter":0}')
        relay_outbox()
    monkeypatch.setattr(bundles, name, _failing_once(getattr(bundles, name), times=99))
    for minutes in (60, 61):
        with time_machine.travel(NOON + timedelta(minutes=minutes), tick=False):
            relay_outbox()
    assert set(OutboxMail.objects.values_list("state", flat=True)) == {"sent"}
    assert len(harbour.to(anna.email)) == 2


def _failing_once(real: Callable[..., Any], times: int = 1) -> Callable[..., Any]:
    left = [times]

    def fail(*args: Any, **kwargs: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise ZeroDivisionError
        return real(*args, **kwargs)

    return fail
