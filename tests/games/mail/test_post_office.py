"""The embedded post office: replies become moves, other mail lies in mailboxes, and nothing is acknowledged unkept."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from games.inbound.doors.storing import MOST_BYTES
from games.inbound.reading import read_inbox
from games.models import InboundMail
from games.notifications.relay import relay_outbox
from games.postoffice.answering import send_reply
from games.postoffice.mailboxes import addresses, mails_of
from games.postoffice.reading import text_of
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.office import Office
from tests.games.mail.replying import STATES, answer_to, asked_in, receipts, reply

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def without_inbox() -> Iterator[None]:
    """Have the database fail wherever the inbox is written."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_inboundmail RENAME TO games_inboundmail_away")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_inboundmail_away RENAME TO games_inboundmail")


def test_a_reply_by_smtp_plays_a_move(office: Office, people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    asked = asked_in(begin_match([anna, ben]), anna, ben)
    before = asked.position
    office.post(reply(asked, "pass\n\n> an old quote: shovel 1\n"), asked.player.email, asked.address)
    assert read_inbox() == 1
    mail = InboundMail.objects.get()
    assert (mail.state, mail.door) == (STATES.HANDLED, "smtp")
    assert answer_to(mail)["ok"], mail.answer
    assert asked.position == before + 1
    [receipt] = receipts()
    assert (receipt.seat, receipt.subject_id, receipt.once) == (asked.seat, str(mail.pk), f"receipt/{mail.pk}")


def test_other_mail_lies_in_the_mailbox_of_whoever_it_is_for(office: Office) -> None:
    raw = b"From: demo@demo.example\r\nSubject: Ahoy\r\n\r\nHello.\r\n"
    office.post(raw, "demo@demo.example", "Demo.Ben@demo.example", "demo.anna@demo.example")
    assert addresses() == ["demo.anna@demo.example", "demo.ben@demo.example"]
    [mail] = mails_of("demo.ben@demo.example")
    assert mail.headers.first("subject") == "Ahoy"
    assert not InboundMail.objects.exists()


@pytest.mark.parametrize("address", ["../../x@demo.example", "a/b@demo.example", '"a b"@demo.example'])
def test_no_address_leads_out_of_the_post_office(office: Office, settings: Settings, address: str) -> None:
    office.post(b"From: demo@demo.example\r\n\r\nHello.\r\n", "demo@demo.example", address)
    [folder] = Path(settings.POST_OFFICE_DIR).iterdir()
    assert folder.parent == settings.POST_OFFICE_DIR
    assert len(mails_of(addresses()[0])) == 1


def test_a_letter_that_is_too_large_is_refused_at_the_door(office: Office) -> None:
    raw = b"From: demo@demo.example\r\n\r\n" + b"x" * 900 + b"\r\n"
    with pytest.raises(smtplib.SMTPResponseException) as refusal:
        office.post(raw + (b"y" * 900 + b"\r\n") * (MOST_BYTES // 900), "demo@demo.example", "demo@demo.example")
    assert refusal.value.smtp_code == 552


def test_a_mangled_reply_address_is_refused_in_words(office: Office, settings: Settings) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        office.post(b"From: a@b.example\r\n\r\npass\r\n", "a@b.example", f"r-abc@{settings.MAIL_DOMAIN}")
    [(code, text)] = refusal.value.recipients.values()
    assert code == 550
    assert b"newest letter" in text


def test_a_reply_that_cannot_be_kept_is_not_acknowledged(
    office: Office, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    asked = asked_in(begin_match([anna, ben]), anna, ben)
    raw, address = reply(asked, "pass"), asked.address
    with without_inbox(), pytest.raises(smtplib.SMTPDataError) as refusal:
        office.post(raw, asked.player.email, "demo.ben@demo.example", address)
    assert refusal.value.smtp_code == 451
    assert addresses() == []
    for _ in range(2):
        office.post(raw, asked.player.email, address)
    assert InboundMail.objects.count() == 1


def test_a_match_is_played_by_letters_alone(
    office: Office, settings: Settings, people: MakePeople, begin_match: BeginMatch
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben])
    for _ in range(3):
        asked = asked_in(match, anna, ben)
        relay_outbox()
        letter = next(each for each in mails_of(asked.player.email) if each.headers.first("reply-to") == asked.address)
        send_reply(asked.player.email, letter, "pass")
        assert read_inbox() == 1
        relay_outbox()
        told = text_of(mails_of(asked.player.email)[0]).replace("\N{NO-BREAK SPACE}", " ")
        assert "Played: pass." in told
    assert InboundMail.objects.filter(state=STATES.HANDLED).count() == 3


def test_our_own_letters_never_come_back_as_moves(office: Office, people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    asked = asked_in(begin_match([anna, ben]), anna, ben)
    office.post(reply(asked, "pass", Auto_Submitted="auto-generated"), "harbour@letters.localhost", asked.address)
    read_inbox()
    assert InboundMail.objects.get().state == STATES.ASIDE
    assert receipts() == []
