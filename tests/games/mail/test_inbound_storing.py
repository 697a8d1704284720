"""Storing: the same mail is kept once, whatever door it comes by and however often, before anything else is done."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction

from games.inbound.doors.storing import KEPT_OF_TOO_LARGE, MOST_BYTES, Stored, store_mail
from games.inbound.reading import read_inbox
from games.models import InboundMail
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.replying import STATES, Asked, asked_in, receipts, reply

TO = "harbour@letters.localhost"


@pytest.fixture
def asked(people: MakePeople, begin_match: BeginMatch) -> Asked:
    anna, ben = people("Anna", "Ben")
    return asked_in(begin_match([anna, ben]), anna, ben)


def store(raw: bytes, recipient: str, door: str = "smtp") -> Stored:
    try:
        return store_mail(raw, "demo@demo.example", recipient, door)
    finally:
        connections.close_all()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_fifty_deliveries_at_once_are_one_mail_one_move_and_one_answer(asked: Asked) -> None:
    raw, address, before = reply(asked, "pass"), asked.address, asked.position
    with ThreadPoolExecutor(max_workers=8) as doors:
        answers = list(doors.map(lambda _: store(raw, address), range(50)))
    assert len({each.digest for each in answers}) == 1
    assert [each.is_new for each in answers].count(True) == 1
    assert InboundMail.objects.count() == 1
    read_inbox()
    assert store(raw, address).digest == answers[0].digest
    read_inbox()
    assert (asked.position, len(receipts())) == (before + 1, 1)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_eight_readers_at_once_handle_each_mail_once(asked: Asked) -> None:
    for number in range(12):
        store_mail(reply(asked, f"Ahoy number {number}"), "demo@demo.example", asked.address, "test")

    def read(_: int) -> int:
        try:
            return read_inbox()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=8) as readers:
        assert sum(readers.map(read, range(8))) == 12
    assert len(receipts()) == 12


@pytest.mark.django_db
def test_the_way_a_mail_took_does_not_make_it_another_mail() -> None:
    raw = b"Message-ID: <1@demo.example>\nFrom: demo@demo.example\n\npass\n"
    again = b"Received: by demo.example\r\n" + raw.replace(b"\n", b"\r\n") + b"\r\n"
    first = store_mail(raw, "demo@demo.example", TO, "smtp")
    second = store_mail(again, "demo@demo.example", f'"Harbour" <{TO.upper()}>', "imap")
    assert (first.digest, first.is_new, second.is_new) == (second.digest, True, False)


@pytest.mark.django_db
def test_another_text_recipient_or_message_is_another_mail() -> None:
    raw = b"Message-ID: <1@demo.example>\nFrom: demo@demo.example\n\npass\n"
    digests = {
        store_mail(each, "demo@demo.example", to, "smtp").digest
        for each, to in (
            (raw, TO),
            (raw.replace(b"pass", b"end"), TO),
            (raw.replace(b"<1@", b"<2@"), TO),
            (raw, "other@letters.localhost"),
            (b"Date: today\nFrom: demo@demo.example\n\npass\n", TO),
            (b"Date: tomorrow\nFrom: demo@demo.example\n\npass\n", TO),
        )
    }
    assert len(digests) == 6


@pytest.mark.django_db
def test_a_mail_larger_than_a_letter_is_put_aside_with_its_beginning() -> None:
    store_mail(b"From: demo@demo.example\n\n" + b"x" * MOST_BYTES, "demo@demo.example", TO, "imap")
    mail = InboundMail.objects.get()
    assert (mail.state, len(mail.raw)) == (STATES.ASIDE, KEPT_OF_TOO_LARGE)
    assert "larger" in mail.reason


@pytest.mark.django_db(transaction=True)
def test_a_mail_is_never_kept_inside_a_transaction_that_could_still_be_lost() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        store_mail(b"From: demo@demo.example\n\npass\n", "demo@demo.example", TO, "imap")
    assert not InboundMail.objects.exists()
