"""A provider that refuses what comes from us: no address is blamed, its letters wait, all others go, the desk knows."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.addresses import stop_of
from accounts.models import TroubledAddress, User
from games.models import OutboxMail, RestingProvider
from games.notifications.delivery_status import DeliveryNotice, DeliveryReport, note_report
from games.notifications.providers import LONGEST_REST
from games.notifications.relay import relay_outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
OURS = (
    "550 5.7.26 Unauthenticated mail is not accepted due to its DMARC policy",
    "421 4.7.0 too many messages from your network",
)
State, Trouble = OutboxMail.State, OutboxMail.Trouble


def relay_at(moment: datetime) -> None:
    with time_machine.travel(moment, tick=False):
        relay_outbox()


def move_to(person: User, domain: str) -> str:
    address = f"{person.name.split()[-1].lower()}@{domain}"
    User.objects.filter(pk=person.pk).update(email=address)
    return address


@pytest.mark.parametrize("is_at_the_end", [False, True], ids=["at RCPT", "after the letter"])
@pytest.mark.parametrize("words", OURS)
def test_thirty_letters_to_a_provider_that_refuses_us_cost_one_try_and_stop_no_address(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, words: str, *, is_at_the_end: bool
) -> None:
    players = people("Anna", "Ben")
    blocked = [move_to(each, "big.example") for each in players]
    with time_machine.travel(NOON, tick=False):
        for _ in range(10):
            begin_match(players)
    if is_at_the_end:
        harbour.answers = [words]
    else:
        harbour.refused, harbour.refusal = set(blocked), words
    relay_at(NOON)
    assert harbour.tries == 1
    assert TroubledAddress.objects.count() == 0
    rows = OutboxMail.objects.all()
    assert rows.count() == 30
    assert {(each.state, each.trouble, each.provider) for each in rows} == {("waiting", "provider", "big.example")}
    harbour.refused = set()
    relay_at(NOON + timedelta(minutes=5))
    assert len(harbour.deliveries) == 30
    assert not RestingProvider.objects.exists()


def test_while_one_provider_refuses_us_the_others_get_their_mail(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    harbour.refused, harbour.refusal = {move_to(anna, "big.example")}, OURS[0]
    kept = move_to(ben, "small.example")
    with time_machine.travel(NOON, tick=False):
        for _ in range(3):
            begin_match([anna, ben], options=b'{"starter":0}')
    relay_at(NOON)
    assert len(harbour.deliveries) == len(harbour.to(kept)) == 3


def test_a_provider_that_goes_on_refusing_rests_longer_each_time_and_its_letters_are_given_up_after_days(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    harbour.refused, harbour.refusal = {move_to(anna, "big.example"), move_to(ben, "big.example")}, OURS[0]
    with time_machine.travel(NOON, tick=False):
        begin_match([anna, ben])
    rests, now = [], NOON
    for _ in range(60):
        relay_at(now)
        if OutboxMail.objects.filter(state=State.PARKED).exists():
            break
        until = RestingProvider.objects.get().rests_until
        rests.append(until - now)
        now = until
    assert rests[:5] == [timedelta(minutes=minutes) for minutes in (5, 10, 20, 40, 80)]
    assert rests[-1] == LONGEST_REST
    assert timedelta(days=5) <= now - NOON <= timedelta(days=5) + LONGEST_REST
    assert stop_of("anna@big.example") is None


def test_a_report_that_a_provider_refused_us_counts_against_no_address(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    address = move_to(anna, "big.example")
    begin_match([anna, ben], options=b'{"starter":0}')
    relay_outbox()
    for mail in OutboxMail.objects.filter(recipient=anna):
        for _ in range(6):
            note_report(
                DeliveryReport(
                    f"o{mail.pk}", DeliveryNotice.SOFT, "5.7.1 smtp; 550 5.7.1 [198.51.100.7] is on our block list"
                )
            )
    assert stop_of(address) is None
    lost = OutboxMail.objects.filter(recipient=anna)
    assert {(each.state, each.trouble, each.provider) for each in lost} == {("parked", "provider", "big.example")}
    assert RestingProvider.objects.get().domain == "big.example"


@pytest.mark.parametrize("line", OURS)
def test_account_mail_that_is_refused_for_our_sake_stops_no_address(
    harbour: Harbour, people: MakePeople, line: str
) -> None:
    (anna,) = people("Anna")
    harbour.refused, harbour.refusal = {anna.email}, line
    answer = Client().post("/accounts/login/code/", {"email": anna.email}, follow=True)
    assert answer.status_code == 200
    assert "could not be sent just now" in answer.content.decode()
    assert stop_of(anna.email) is None
