"""Poison: whatever one mail does, each door keeps and acknowledges it, the next one is read, and the desk shows it."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from games.inbound import reading
from games.inbound.doors import storing
from games.inbound.doors.imap import fetch_mailbox
from games.inbound.doors.storing import store_mail
from games.inbound.mime.headers import with_plain_line_ends
from games.inbound.reading import MOST_ATTEMPTS, read_inbox
from games.models import InboundMail
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.attacks import attacks
from tests.games.mail.dovecot import Dovecot, serve_imap
from tests.games.mail.office import Office
from tests.games.mail.replying import Asked, asked_in, reply
from tests.games.mail.test_mail_hooks import KEY, basic, post_json, signed

pytestmark = pytest.mark.django_db(transaction=True)

State = InboundMail.State
LONGEST_SMTP_LINE = 998  # RFC 5321, 4.5.3.1.6: what is longer is refused at this door, for good
ODD = Path(__file__).parent / "corpus" / "odd"
_HEAVY = (
    "status for ever",
    "540 kB of combining marks",
    "300 levels and 2 MB",
    "From of parentheses",
    "60,000 headers",
)
POISON = {file.stem: file.read_bytes() for file in sorted(ODD.glob("*.eml"))} | {
    name: mail for name, mail in attacks().items() if name in _HEAVY or name.startswith("Message-ID of")
}

LIGHT = [raw for raw in POISON.values() if len(raw) < 1_000_000]
"""Those that keep to the size of a letter also as these doors write them, with longer line ends or escaped."""


@pytest.fixture
def asked(people: MakePeople, begin_match: BeginMatch) -> Asked:
    anna, ben = people("Anna", "Ben")
    return asked_in(begin_match([anna, ben]), anna, ben)


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    with serve_imap() as server:
        yield server


def everything_was_read(asked: Asked, before: int) -> None:
    """Read the inbox: the poison is settled, and the reply behind it is played."""
    read_inbox()
    assert not InboundMail.objects.filter(state=State.WAITING).exists()
    assert asked.position == before + 1


def addressed(raw: bytes, address: str) -> bytes:
    """Return a mail that a server has marked as come to an address."""
    return f"Delivered-To: {address}\n".encode() + raw


@pytest.mark.dovecot
def test_by_imap_each_is_marked_and_the_reply_behind_is_played(
    dovecot: Dovecot, settings: Settings, asked: Asked
) -> None:
    before, settings.INBOUND_IMAP_URL = asked.position, dovecot.url()
    mails = [*POISON.values(), *(addressed(raw, asked.address) for raw in POISON.values()), reply(asked, "pass")]
    dovecot.put(*mails)
    assert fetch_mailbox() == len(mails)
    assert dovecot.unseen() == 0
    everything_was_read(asked, before)


def test_by_smtp_each_is_acknowledged_and_the_reply_behind_is_played(office: Office, asked: Asked) -> None:
    before = asked.position
    posted = [raw for raw in LIGHT if max(map(len, raw.split(b"\n"))) < LONGEST_SMTP_LINE]
    assert len(posted) >= 4
    for raw in (*posted, reply(asked, "pass")):
        as_sent = with_plain_line_ends(raw).replace(b"\n", b"\r\n")
        assert office.post(as_sent, asked.player.email, asked.address, "harbour@letters.localhost") == {}
    everything_was_read(asked, before)


@pytest.mark.parametrize("provider", ["mailgun", "postmark"])
def test_by_hook_each_is_acknowledged_and_the_reply_behind_is_played(
    provider: str, settings: Settings, asked: Asked
) -> None:
    before, settings.MAIL_HOOKS = asked.position, provider
    known_by = {"mailgun": {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}, "postmark": {"WEBHOOK_SECRET": f"hook:{KEY}"}}
    settings.ANYMAIL = known_by[provider]
    for raw in (*LIGHT, reply(asked, "pass")):
        if provider == "mailgun":
            form = {"recipient": asked.address, "sender": asked.player.email, "body-mime": raw.decode("latin-1")}
            body = urlencode({**form, **signed()}, encoding="latin-1")
            kind = "application/x-www-form-urlencoded"
            assert Client().post("/hooks/mail/inbound/", body, content_type=kind).status_code == 200
        else:
            told = {"RawEmail": raw.decode("utf-8", "replace"), "OriginalRecipient": asked.address}
            told["Headers"] = [{"Name": "Return-Path", "Value": asked.player.email}]  # type: ignore[assignment]
            assert post_json("inbound", json.dumps(told), **basic()) == 200
    everything_was_read(asked, before)


def test_the_desk_shows_each_as_a_page(referee: User, client: Client) -> None:
    for raw in POISON.values():
        store_mail(raw, "", "harbour@letters.localhost", "test")
    read_inbox()
    client.force_login(referee)
    assert InboundMail.objects.filter(state=State.ASIDE).count() > 10
    for pk in InboundMail.objects.values_list("pk", flat=True):
        page = client.post(f"/desk/inbox/{pk}/", {"reason": "It is odd."}, follow=True)
        assert page.status_code == 200
        assert len(page.content) < 200_000


@pytest.mark.parametrize("fault", [RecursionError, TypeError, MemoryError, UnicodeEncodeError])
def test_what_cannot_even_be_looked_at_is_kept_under_a_digest_of_its_bytes(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise fault("utf-8", "x", 0, 1, "demo") if fault is UnicodeEncodeError else fault("demo")

    monkeypatch.setattr(storing, "digest_of_mail", fail)
    stored = [store_mail(b"odd", "demo@mail.example", "harbour@letters.localhost", "test") for _ in range(2)]
    mail = InboundMail.objects.get()
    assert [each.is_new for each in stored] == [True, False]
    assert (mail.digest, bytes(mail.raw)) == (hashlib.sha256(b"odd").hexdigest(), b"odd")
    assert (mail.state, mail.reason) == (State.ASIDE, f"cannot be looked at ({fault.__name__})")


def test_text_that_no_database_takes_is_kept_too() -> None:
    store_mail(b"From: a\n\nx", "de\ud800mo@mail.example", "har\0bour%00\udfff@letters.localhost", "test")
    assert bytes(InboundMail.objects.get().raw) == b"From: a\n\nx"


def test_a_mail_that_ends_the_process_is_counted_before_it_is_read_and_given_up(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(_: bytes) -> None:
        raise SystemExit

    monkeypatch.setattr(reading, "open_letter", die)
    store_mail(reply(asked, "pass"), asked.player.email, asked.address, "test")
    mail = InboundMail.objects.get()
    for attempt in range(MOST_ATTEMPTS):
        with pytest.raises(SystemExit):
            read_inbox(mail.not_before)
        mail.refresh_from_db()
        assert (mail.attempts, mail.state) == (attempt + 1, State.WAITING)
    assert read_inbox(mail.not_before) == 0
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (State.ASIDE, "given up: no attempt came to its end")


def test_words_are_read_before_the_match_is_locked(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def noted(name: str, step: Callable[..., object]) -> Callable[..., object]:
        def run(*told: object) -> object:
            steps.append(name)
            return step(*told)

        return run

    for name in ("open_letter", "new_words", "play_letter"):
        monkeypatch.setattr(reading, name, noted(name, getattr(reading, name)))
    store_mail(reply(asked, "pass"), asked.player.email, asked.address, "test")
    read_inbox()
    assert steps == ["open_letter", "new_words", "play_letter"]
