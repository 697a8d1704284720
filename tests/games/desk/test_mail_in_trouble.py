"""The desk sees what keeps mail from leaving, by cause and provider, and has a whole cause or provider tried again."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import DeskRecord, OutboxMail, RestingProvider
from games.selectors.desk.troubles import mail_troubles
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db

State, Trouble = OutboxMail.State, OutboxMail.Trouble
LATER = timedelta(hours=4)


@pytest.fixture
def desk(client: Client, referee: User) -> Client:
    client.force_login(referee)
    return client


@pytest.fixture
def troubled(people: MakePeople, begin_match: BeginMatch) -> list[OutboxMail]:
    """Six letters: two of a provider that refuses us, one full mailbox, a server, an old and a fresh one."""
    players = people("Anna", "Ben")
    for _ in range(2):
        begin_match(players)
    mails = list(OutboxMail.objects.order_by("pk"))
    told = [
        (State.WAITING, Trouble.PROVIDER, "big.example"),
        (State.PARKED, Trouble.PROVIDER, "big.example"),
        (State.WAITING, Trouble.ADDRESS, "big.example"),
        (State.PARKED, Trouble.SERVER, "small.example"),
        (State.PARKED, "", ""),
        (State.WAITING, "", ""),
    ]
    for mail, (state, trouble, provider) in zip(mails, told, strict=True):
        mail.state, mail.trouble, mail.provider, mail.not_before = state, trouble, provider, timezone.now() + LATER
        mail.attempts, mail.reason = 9, f"550 words about somebody@{provider or 'x.example'}"
        mail.save()
    RestingProvider.objects.create(domain="big.example", since=timezone.now(), rests_until=timezone.now() + LATER)
    return mails


def tried(mails: list[OutboxMail]) -> list[int]:
    """Return which of these are as if they were new, and due."""
    fresh = OutboxMail.objects.filter(attempts=0, not_before__lte=timezone.now(), state=State.WAITING)
    return [number for number, mail in enumerate(mails) if fresh.filter(pk=mail.pk).exists()]


@pytest.mark.parametrize(
    ("chosen", "expected", "rests"),
    [
        ({"provider": "big.example"}, [0, 1, 2], 0),
        ({"trouble": "provider"}, [0, 1], 0),
        ({"trouble": "address"}, [2], 1),
        ({"trouble": "server"}, [3], 1),
        ({"trouble": ""}, [4], 1),
        ({"trouble": "address", "provider": "small.example"}, [], 1),
    ],
)
def test_a_whole_cause_or_provider_is_tried_again_and_nothing_else(
    desk: Client, troubled: list[OutboxMail], chosen: dict[str, str], expected: list[int], rests: int
) -> None:
    desk.post("/desk/outbox/retry/", chosen)
    assert tried(troubled) == expected
    assert RestingProvider.objects.count() == rests
    assert [each.act for each in DeskRecord.objects.all()] == ["retried"]


def test_nothing_chosen_or_no_referee_tries_nothing_again(desk: Client, troubled: list[OutboxMail]) -> None:
    assert desk.post("/desk/outbox/retry/").status_code == 404
    desk.logout()
    desk.post("/desk/outbox/retry/", {"trouble": "provider"})
    assert tried(troubled) == []


def test_the_desk_shows_what_waits_and_why_without_an_address(desk: Client, troubled: list[OutboxMail]) -> None:
    told = {(each.trouble, each.provider, each.waiting, each.given_up) for each in mail_troubles()}
    assert told == {
        ("provider", "big.example", 1, 1),
        ("address", "big.example", 1, 0),
        ("server", "small.example", 0, 1),
        ("", "", 0, 1),
    }
    page = desk.get("/desk/outbox/").content.decode()
    assert page.count("Try all of this cause") == 4
    assert page.count("Try all at this provider") == 3
    assert "Providers that refuse us" in page
    assert "somebody@" not in page
    front = desk.get("/desk/").content.decode()
    assert "1 provider refuses our mail." in front
    assert "2 letters were tried in vain and wait." in front
