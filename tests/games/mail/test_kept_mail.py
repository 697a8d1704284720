"""Mail that came in is kept for as long as the settings say, and goes in small steps; unread mail never goes."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import DeliveryEvent, InboundMail, Match
from games.services.people import kept_mail
from games.services.people.kept_mail import clear_away_mail
from games.services.people.reply_addresses import digest_of_address, make_reply_address
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.replying import STATES

pytestmark = pytest.mark.django_db

NOW = timezone.now()
STRANGE = digest_of_address(f"r-{'a' * 26}@letters.localhost")


@pytest.fixture
def known(people: MakePeople, begin_match: BeginMatch) -> str:
    anna, ben = people("Anna", "Ben")
    match: Match = begin_match([anna, ben])
    return digest_of_address(make_reply_address(match_id=match.pk, seat=0, player=anna, decision="1.1:turn"))


def kept(digest: str, days: float, state: str = "handled", token: str = "") -> None:
    then = NOW - timedelta(days=days)
    settled = None if state == STATES.WAITING else then
    InboundMail.objects.create(
        digest=digest, door="imap", raw=b"x", state=state, token_digest=token,
        received_at=then, not_before=then, settled_at=settled,
    )  # fmt: skip


def left() -> set[str]:
    return set(InboundMail.objects.values_list("digest", flat=True))


def test_what_was_read_goes_after_its_days_and_strays_sooner(settings: Settings, known: str) -> None:
    settings.KEEP_MAIL_DAYS, settings.KEEP_STRAY_MAIL_DAYS = 30, 5
    for state in ("handled", "aside"):
        kept(f"answer of yesterday, {state}", 29, state, known)
        kept(f"old answer, {state}", 31, state, known)
    kept("stray of yesterday", 4, "aside")
    kept("old stray", 6, "aside")
    kept("to nobody's address", 6, "aside", STRANGE)
    kept("still to be read", 400, "waiting", known)
    DeliveryEvent.objects.create(once="old", told_at=NOW - timedelta(days=31))
    DeliveryEvent.objects.create(once="new", told_at=NOW - timedelta(days=29))
    assert clear_away_mail(NOW) == 5
    assert left() == {
        "answer of yesterday, handled",
        "answer of yesterday, aside",
        "stray of yesterday",
        "still to be read",
    }
    assert DeliveryEvent.objects.get().once == "new"


def test_it_goes_in_steps_and_the_next_run_goes_on(known: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_mail, "MOST_PER_STEP", 2)
    monkeypatch.setattr(kept_mail, "MOST_STEPS", 3)
    for number in range(8):
        kept(str(number), 400 - number, token=known)
    assert clear_away_mail(NOW) == 6
    assert left() == {"6", "7"}, "the oldest go first"
    assert (clear_away_mail(NOW), clear_away_mail(NOW)) == (2, 0)
