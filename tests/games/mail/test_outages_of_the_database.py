"""A database that is lost or busy counts against no letter and no mail: they wait, and go as if for the first time."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.inbound import reading
from games.inbound.doors.storing import store_mail
from games.inbound.reading import read_inbox
from games.models import InboundMail, OutboxMail
from games.notifications import sending
from games.notifications.relay import relay_outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.test_outages import LOST, _busy
from tests.games.mail.harbour import Harbour
from tests.games.mail.replying import asked_in, reply

pytestmark = pytest.mark.django_db

LATER = timedelta(hours=1)


def failing(error: Exception) -> Callable[..., Any]:
    """Return what fails as the database does."""

    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail


def ended(sweep: Callable[[], object]) -> None:
    """Let a sweep run, which ends early if the database is gone."""
    try:
        sweep()
    except (OperationalError, InterfaceError):
        return


@pytest.mark.parametrize("error", [*LOST, _busy()], ids=["lost", "closed", "busy"])
@pytest.mark.parametrize("stage", ["recipient_of", "_written"])
def test_no_letter_is_blamed_and_each_is_sent_once_the_database_is_back(
    error: Exception,
    stage: str,
    harbour: Harbour,
    people: MakePeople,
    begin_match: BeginMatch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = people("Anna", "Ben")
    begin_match(players)
    with monkeypatch.context() as patch:
        patch.setattr(sending, stage, failing(error))
        ended(relay_outbox)
    assert not OutboxMail.objects.exclude(trouble="").exists()
    assert max(OutboxMail.objects.exclude(state="sending").values_list("attempts", flat=True), default=0) == 0
    with time_machine.travel(timezone.now() + LATER, tick=False):
        relay_outbox()
    assert not OutboxMail.objects.exclude(state="sent").exists()
    assert all(harbour.to(player.email) for player in players)


@pytest.mark.parametrize("error", [*LOST, _busy()], ids=["lost", "closed", "busy"])
def test_no_mail_is_blamed_and_it_is_played_once_the_database_is_back(
    error: Exception, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people("Anna", "Ben")
    asked = asked_in(begin_match(players), *players)
    store_mail(reply(asked, "pass"), asked.player.email, asked.address, "smtp")
    before = asked.position
    with monkeypatch.context() as patch:
        patch.setattr(reading, "play_letter", failing(error))
        ended(read_inbox)
    row = InboundMail.objects.get()
    assert (row.state, row.reason) == (InboundMail.State.WAITING, "")
    assert row.attempts <= 1
    read_inbox(timezone.now() + LATER)
    assert InboundMail.objects.get().state == InboundMail.State.HANDLED
    assert asked.position == before + 1
