"""Mail to addresses that nobody has, and more mail than anybody writes: refused where a door can, else kept small."""

import smtplib
from itertools import count

import pytest
from pytest_django.fixtures import Settings

from games.inbound.doors import keeping
from games.inbound.doors.keeping import KEPT_OF_HEADERS, TOO_MANY, UNKNOWN, keep_mail
from games.inbound.reading import read_inbox
from games.models import InboundMail
from games.tokens import token_for
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.office import Office
from tests.games.mail.replying import STATES, Asked, answer_to, asked_in, reply

pytestmark = pytest.mark.django_db(transaction=True)

MADE_UP = [f"r-{token_for('made up', number)}@letters.localhost" for number in range(40)]
_numbers = count()


@pytest.fixture
def asked(people: MakePeople, begin_match: BeginMatch) -> Asked:
    anna, ben = people("Anna", "Ben")
    return asked_in(begin_match([anna, ben]), anna, ben)


def large(to: str) -> bytes:
    head = f"From: x@example.org\r\nTo: {to}\r\nMessage-ID: <{next(_numbers)}@example.org>\r\n\r\n"
    return head.encode() + b"shovel 7\r\n" * 100_000


def refused_with(office: Office, raw: bytes, sender: str, to: str) -> int:
    """Return the code with which the post office refuses a recipient, 0 if it takes the mail."""
    try:
        office.post(raw, sender, to)
    except smtplib.SMTPRecipientsRefused as refusal:
        [(code, _)] = refusal.recipients.values()
        return code
    return 0


def test_the_post_office_takes_no_mail_for_a_reply_address_that_nobody_has(office: Office, asked: Asked) -> None:
    for address in MADE_UP[:5]:
        for to in (address, address.upper(), f"<{address}>".strip("<>").replace("r-", "r+")):
            assert refused_with(office, b"From: x@example.org\r\n\r\npass\r\n", "x@example.org", to) == 550
    assert not InboundMail.objects.exists()
    assert refused_with(office, reply(asked, "pass"), asked.player.email, asked.address) == 0
    read_inbox()
    assert answer_to(InboundMail.objects.get())["ok"]


@pytest.mark.parametrize("door", ["imap", "hook"])
def test_a_door_that_cannot_refuse_keeps_the_headers_of_a_few(
    door: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_OF_STRANGERS", 30)
    for address in MADE_UP:
        keep_mail(large(address), "one@example.org", address, door)
    mails = list(InboundMail.objects.all())
    assert len(mails) == keeping.MOST_FROM_STRANGER
    assert {(each.state, each.reason) for each in mails} == {(STATES.ASIDE, UNKNOWN)}
    assert max(len(each.raw) for each in mails) <= KEPT_OF_HEADERS
    for number, address in enumerate(MADE_UP):
        keep_mail(large(address), f"{number}@example.org", address, door)
    assert InboundMail.objects.count() == 30, "nor do many senders fill the disk"
    for number in range(10):
        keep_mail(large("harbour@letters.localhost"), f"h{number}@example.org", "harbour@letters.localhost", door)
    assert InboundMail.objects.count() == 30


def test_what_strangers_send_stops_no_answer_of_a_player(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_OF_STRANGERS", 3)
    for address in MADE_UP:
        keep_mail(large(address), asked.player.email, address, "imap")
    stored = keep_mail(reply(asked, "pass"), asked.player.email, asked.address, "imap")
    read_inbox()
    assert stored is not None
    assert answer_to(InboundMail.objects.get(digest=stored.digest))["ok"]


def test_whoever_has_an_address_cannot_fill_the_disk_by_it(
    office: Office, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_TO_ADDRESS", 5)
    for _ in range(5):
        assert refused_with(office, reply(asked, "Ahoy"), asked.player.email, asked.address) == 0
    assert refused_with(office, reply(asked, "Ahoy"), asked.player.email, asked.address) == 450
    assert InboundMail.objects.count() == 5
    stored = keep_mail(large(asked.address), "x@example.org", asked.address, "imap")
    assert stored is not None
    late = InboundMail.objects.get(digest=stored.digest)
    assert (late.state, late.reason) == (STATES.ASIDE, TOO_MANY)
    assert len(late.raw) <= KEPT_OF_HEADERS
