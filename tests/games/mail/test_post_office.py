"""The embedded post office: replies become moves, other mail lies in mailboxes, and nothing is acknowledged unkept."""

import smtplib
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from games.inbound.reading import read_inbox
from games.inbound.storing import MOST_BYTES
from games.models import InboundMail
from games.postoffice.mailboxes import addresses, mails_of
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.office import Office
from tests.games.mail.replying import STATES, answer_to, asked_in, receipts, reply

pytestmark = pytest.mark.django_db(transaction=True)


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
