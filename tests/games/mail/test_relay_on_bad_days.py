"""The relay on bad days: refused addresses, servers that are dead, slow or rude, senders that die, two at once."""

import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import OutboxMail
from games.notifications import relay
from games.notifications.relay import relay_outbox
from games.outbox import claims
from games.outbox import letters as outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import fates, make_all_due
from tests.games.mail.harbour import Harbour, free_port

Kind, State = OutboxMail.Kind, OutboxMail.State
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ANNA, BEN = "demo.anna@letters.localhost", "demo.ben@letters.localhost"
ANNA_STARTS = b'{"starter":0}'
SENT = [("match_begun", "sent"), ("match_begun", "sent"), ("your_move", "sent")]


@pytest.mark.django_db
def test_an_address_refused_for_good_is_parked_at_once_with_the_reason_while_the_rest_is_sent(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    harbour.refused = {BEN}
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_outbox()
    make_all_due()
    relay_outbox()
    assert len(harbour.deliveries) == len(harbour.to(ANNA)) == 2
    bad = OutboxMail.objects.get(kind=Kind.MATCH_BEGUN, seat=1)
    assert (bad.state, bad.attempts) == (State.PARKED, 1)
    assert bad.reason.startswith("the address is refused for good: 550 no such mailbox")


@pytest.mark.django_db
@pytest.mark.parametrize("refusal", ["450 mailbox busy", "452 4.2.2 mailbox full", "451 local error"])
def test_what_is_refused_for_now_is_tried_for_five_days_and_then_parked_while_the_rest_is_sent(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, refusal: str
) -> None:
    harbour.refused, harbour.refusal = {BEN}, refusal
    with time_machine.travel(NOON, tick=False):
        begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
        relay_outbox()
    assert len(harbour.to(ANNA)) == 2
    bad, waits, now = OutboxMail.objects.get(kind=Kind.MATCH_BEGUN, seat=1), list[int](), NOON
    while bad.state == State.WAITING and len(waits) < 60:
        waits.append(round((bad.not_before - now).total_seconds() / 60))
        now = bad.not_before
        with time_machine.travel(now, tick=False):
            relay_outbox()
        bad.refresh_from_db()
    assert waits[:9] == [1, 2, 4, 8, 16, 32, 64, 128, 240]
    assert set(waits[8:]) == {240}
    assert timedelta(days=5) <= now - NOON < timedelta(days=5, hours=4)
    assert bad.state == State.PARKED
    assert bad.reason.startswith(refusal)
    assert len(harbour.deliveries) == 2


@pytest.mark.django_db
def test_a_dead_server_uses_nothing_up_and_everything_is_sent_when_it_is_back(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, settings: Settings
) -> None:
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    alive, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    for _ in range(12):
        make_all_due()
        assert relay_outbox() == 0
    rows = OutboxMail.objects.all()
    assert {(each.state, each.attempts) for each in rows} == {(State.WAITING, 0)}
    assert any("cannot be reached" in each.reason for each in rows)
    settings.EMAIL_PORT = alive
    make_all_due()
    relay_outbox()
    assert fates() == SENT


@pytest.mark.django_db
def test_a_server_that_is_too_slow_costs_one_attempt_and_no_other_letter(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, settings: Settings
) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    harbour.seconds_for_each = 0.8
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_outbox(most=1)
    harbour.seconds_for_each = 0
    assert OutboxMail.objects.order_by("pk").values_list("state", "attempts")[0] == (State.WAITING, 1)
    relay_outbox()
    assert [state for _, state in fates()] == ["waiting", "sent", "sent"]
    make_all_due()
    relay_outbox()
    assert fates() == SENT


@pytest.mark.django_db
def test_a_server_that_hangs_up_after_each_letter_gets_each_letter_once(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    harbour.hangs_up_after = True
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    for _ in range(3):
        relay_outbox(most=1)
    assert fates() == SENT
    assert len(harbour.deliveries) == 3


@pytest.mark.django_db
def test_a_link_lost_before_the_answer_leads_to_one_repeat_with_the_same_message_id(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    harbour.hangs_up_before_answer = 1
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_outbox()
    make_all_due()
    relay_outbox()
    assert fates() == SENT
    ids = [each.message["Message-ID"] for each in harbour.deliveries]
    assert len(ids) == 4
    assert len(set(ids)) == 3


@pytest.mark.django_db
def test_a_server_that_says_later_is_asked_later(harbour: Harbour, people: MakePeople, begin_match: BeginMatch) -> None:
    harbour.answers = ["451 try again later"]
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    relay_outbox()
    late = OutboxMail.objects.order_by("pk")[0]
    assert (late.state, late.reason) == (State.WAITING, "451 try again later")
    make_all_due()
    relay_outbox()
    assert fates() == SENT


@pytest.mark.django_db
def test_a_row_that_cannot_be_written_or_has_no_match_stops_no_other(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    User.objects.filter(pk=anna.pk).update(email="not an address\nBcc: x@elsewhere.example")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    for number, subject_id in enumerate(("", "999", "x" * 64)):
        letter = outbox.Letter(
            kind=Kind.RECEIPT, match_id=match.pk, once=f"odd {number}", seat=7, subject_id=subject_id
        )
        outbox.tell([letter], timezone.now())
    relay_outbox()
    assert [each.recipients for each in harbour.deliveries] == [[BEN]]
    states = set(OutboxMail.objects.exclude(state=State.SENT).values_list("kind", "state", "reason"))
    assert ("receipt", "dropped", "nobody is there to have the receipt") in states
    assert {state for kind, state, _ in states if kind != "receipt"} == {"waiting"}


@pytest.mark.django_db
def test_a_letter_whose_sender_died_is_sent_when_the_claim_lapses_and_not_before(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    with transaction.atomic():
        (claimed,) = claims.claim_due(timezone.now())
    relay_outbox()
    assert len(harbour.deliveries) == 2
    OutboxMail.objects.filter(pk=claimed.pk).update(claimed_at=timezone.now() - claims.CLAIM_LASTS)
    relay_outbox()
    relay_outbox()
    assert len(harbour.deliveries) == 3
    assert harbour.deliveries[-1].message["Message-ID"] == f"<o{claimed.pk}.{claimed.match_id}@letters.localhost>"
    claims.mark_failed(claimed, timezone.now(), "the dead sender wakes up")
    assert fates() == SENT


@pytest.mark.django_db
def test_a_letter_whose_every_sender_died_is_parked_in_the_end(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    deadly = OutboxMail.objects.order_by("pk")[0]
    long_ago = timezone.now() - claims.CLAIM_LASTS
    OutboxMail.objects.filter(pk=deadly.pk).update(
        state=State.SENDING, claimed_at=long_ago, attempts=99, lapses=claims.MOST_ATTEMPTS - 1
    )
    relay_outbox()
    assert [state for _, state in fates()] == ["parked", "sent", "sent"]


@pytest.mark.django_db(transaction=True)
def test_no_row_is_locked_while_the_mail_server_is_spoken_to(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    harbour.seconds_for_each = 0.5
    match = begin_match(people("Anna", "Ben"), options=ANNA_STARTS)
    sender = threading.Thread(target=_relay_in_thread)
    sender.start()
    for _ in range(500):
        if harbour.visits:
            break
        time.sleep(0.01)
    with transaction.atomic():
        type(match).objects.select_for_update(nowait=connection.features.has_select_for_update_nowait).get(pk=match.pk)
        OutboxMail.objects.update(reason="written meanwhile")
    assert not harbour.deliveries
    sender.join()
    assert len(harbour.deliveries) == 3


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_relays_at_once_send_each_letter_once(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "MOST_PER_CLAIM", 2)
    players = people("Anna", "Ben", "Cleo")
    for _ in range(5):
        begin_match(players, options=ANNA_STARTS)
    senders = [threading.Thread(target=_relay_in_thread) for _ in range(2)]
    for each in senders:
        each.start()
    for each in senders:
        each.join()
    ids = [each.message["Message-ID"] for each in harbour.deliveries]
    assert len(ids) == len(set(ids)) == OutboxMail.objects.filter(state=State.SENT).count() == 20
    assert harbour.visits == 2


def _relay_in_thread() -> None:
    try:
        relay_outbox()
    finally:
        connection.close()
