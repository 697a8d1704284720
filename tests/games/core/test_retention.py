"""Rows that are of use to nobody go by the days of the settings; what a running match needs stays, and every log."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.logbook import store
from games.models import KeyedRequest, Match, OutboxMail, ReplyAddress
from games.services.people import retention
from games.services.people.retention import clear_away_old_rows
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db

OLD, YOUNG = timedelta(days=91), timedelta(days=3)


def _fill(match: Match, age: timedelta) -> None:
    """Give a match settled letters, one bundle among them, and an address of this age."""
    then = timezone.now() - age
    OutboxMail.objects.filter(match=match).update(state=OutboxMail.State.SENT, settled_at=then)
    first, *rest = OutboxMail.objects.filter(match=match).order_by("pk")
    OutboxMail.objects.filter(pk__in=[each.pk for each in rest]).update(carrier=first)
    Match.objects.filter(pk=match.pk, status=Match.Status.OVER).update(ended_at=then)


@pytest.mark.parametrize("step", [1, 500])
def test_what_is_old_goes_in_steps_and_nothing_else(
    step: int, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "STEP", step)
    players = people("Anna", "Ben")
    running, over, lately = (begin_match(players) for _ in range(3))
    for match, age in ((running, OLD), (over, OLD), (lately, YOUNG)):
        ReplyAddress.objects.create(
            digest=f"{match.pk:0<64}", match=match, seat=0, player=players[0], decision="x", created_at=timezone.now()
        )
        if match is not running:
            give_up_seat(match_id=match.pk, player=players[0], key="end")
        _fill(match, age)
    for key, age in (("old", timedelta(days=31)), ("young", timedelta(days=29))):
        KeyedRequest.objects.create(key=key, body="", heard_at=timezone.now() - age)
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() - age + timedelta(days=30))
    kept = OutboxMail.objects.filter(match__in=[running, lately]).count()
    waiting = OutboxMail.objects.create(
        match=over, kind="match_over", once="late", created_at=timezone.now(), not_before=timezone.now()
    )
    while any(clear_away_old_rows().values()):
        continue
    assert not OutboxMail.objects.filter(match=over).exclude(pk=waiting.pk).exists()
    assert OutboxMail.objects.exclude(pk=waiting.pk).count() == kept > 0
    assert set(ReplyAddress.objects.values_list("match", flat=True)) == {running.pk, lately.pk}
    assert [*KeyedRequest.objects.values_list("key", flat=True)] == ["young"]
    assert [*Session.objects.values_list("session_key", flat=True)] == ["young"]
    assert all(store.find_faults(match.pk) == [] for match in (running, over, lately))
