"""The IMAP door against a real Dovecot: stored and committed first, marked afterwards, one effect whatever happens."""

import signal

import pytest
from django.db import DatabaseError
from pytest_django.fixtures import Settings

from accounts.models import User
from games.inbound.doors import imap
from games.inbound.doors.imap import Source, fetch_mailbox
from games.inbound.doors.storing import MOST_BYTES, store_mail
from games.inbound.reading import read_inbox
from games.models import InboundMail, Match
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import question
from tests.games.mail.dovecot import Dovecot
from tests.games.mail.harbour import free_port
from tests.games.mail.mailbox import letter, reply_address

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.dovecot]

State = InboundMail.State


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def match(people: MakePeople, begin_match: BeginMatch, anna: User) -> Match:
    return begin_match([anna, people("Ben")[0]], options=b'{"starter":0}')


def test_a_reply_that_lies_on_the_server_is_played_once_and_marked(dovecot: Dovecot, match: Match, anna: User) -> None:
    dovecot.put(letter(reply_address(match, anna)))
    assert fetch_mailbox() == 1
    assert dovecot.unseen() == 0
    assert fetch_mailbox() == 0
    read_inbox()
    mail = InboundMail.objects.get()
    assert (mail.door, mail.state, mail.sender) == ("imap", State.HANDLED, "demo.anna@letters.localhost")
    assert question(match).seat == 1


def test_with_a_folder_for_what_is_done_mail_moves_there(dovecot: Dovecot, settings: Settings) -> None:
    settings.INBOUND_IMAP_URL = dovecot.url("?done=Taken%20in")
    dovecot.put(letter("harbour@letters.localhost"))
    assert fetch_mailbox() == 1
    assert (dovecot.count(), dovecot.count('"Taken in"')) == (0, 1)


def test_a_mail_that_was_not_stored_is_not_marked_and_one_that_was_is_stored_once(
    dovecot: Dovecot, match: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    dovecot.put(letter(reply_address(match, anna)), letter("harbour@letters.localhost"))

    def no_disk(*_told: object, **_more: object) -> None:
        raise DatabaseError("no disk")

    with monkeypatch.context() as patch:
        patch.setattr(imap, "keep_mail", no_disk)
        assert fetch_mailbox() == 0
    assert (dovecot.unseen(), InboundMail.objects.count()) == (2, 0)
    assert fetch_mailbox() == 2
    dovecot.mark_unseen()
    assert fetch_mailbox() == 0
    read_inbox()
    assert InboundMail.objects.count() == 2
    assert question(match).seat == 1


def test_a_link_that_breaks_between_storing_and_marking_leads_to_one_effect(
    dovecot: Dovecot, match: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    dovecot.put(letter(reply_address(match, anna)), letter("harbour@letters.localhost"))

    def store_and_break(*told: object, **more: object) -> None:
        store_mail(*told, **more)  # type: ignore[arg-type]
        raise ConnectionResetError

    with monkeypatch.context() as patch:
        patch.setattr(imap, "keep_mail", store_and_break)
        assert fetch_mailbox() == 0
    assert (dovecot.unseen(), InboundMail.objects.count()) == (2, 1)
    assert fetch_mailbox() == 2
    read_inbox()
    assert InboundMail.objects.count() == 2
    assert question(match).seat == 1


def test_numbers_given_anew_by_the_server_bring_nothing_twice(dovecot: Dovecot, match: Match, anna: User) -> None:
    dovecot.put(letter(reply_address(match, anna)), letter("harbour@letters.localhost"))
    fetch_mailbox()
    dovecot.forget_numbers()
    assert dovecot.unseen() == 2
    assert fetch_mailbox() == 2
    assert (dovecot.unseen(), InboundMail.objects.count()) == (0, 2)


def test_the_same_mail_by_smtp_and_by_imap_is_one_mail(dovecot: Dovecot, match: Match, anna: User) -> None:
    raw = letter(reply_address(match, anna))
    store_mail(raw, anna.email, reply_address(match, anna), "smtp")
    dovecot.put(b"Received: from elsewhere.example\r\n" + raw)
    assert fetch_mailbox() == 1
    assert InboundMail.objects.get().door == "smtp"


def test_odd_and_oversize_mails_are_put_aside_and_the_rest_is_read(dovecot: Dovecot, match: Match, anna: User) -> None:
    address = reply_address(match, anna)
    odd = [
        b"\r\n",
        b"no header at all\r\n\r\nbut words\r\n",
        b"Subject: =?utf-99?q?=FF?=\r\nTo: <<>>\r\n\r\n\xff\xfe\x00\r\n",
        letter(address, "x" * MOST_BYTES),
        letter(f"{address}, harbour@letters.localhost", "pass", charset="uft-8"),
    ]
    dovecot.put(*odd)
    assert fetch_mailbox() == len(odd)
    assert dovecot.unseen() == 0
    read_inbox()
    assert question(match).seat == 1
    assert InboundMail.objects.count() == len(odd)
    assert InboundMail.objects.filter(state=State.HANDLED).count() == 1
    assert InboundMail.objects.filter(reason__startswith="larger than a letter").count() == 1


def test_a_mail_to_two_reply_addresses_is_played_at_both(
    dovecot: Dovecot, match: Match, anna: User, people: MakePeople, begin_match: BeginMatch
) -> None:
    other = begin_match([anna, people("Cleo")[0]], options=b'{"starter":0}')
    addresses = [reply_address(each, anna) for each in (match, other)]
    dovecot.put(letter(f"Ship <{addresses[0].upper()}>", "pass", f"Cc: {addresses[1]}"))
    fetch_mailbox()
    read_inbox()
    assert [question(each).seat for each in (match, other)] == [1, 1]


def test_a_machines_mail_is_known_by_its_return_path(dovecot: Dovecot, match: Match, anna: User) -> None:
    raw = letter(reply_address(match, anna), "I am away.", "Auto-Submitted: auto-replied")
    raw = raw.replace(b"<demo.anna@letters.localhost>\r\nFrom", b"<>\r\nFrom")
    dovecot.put(raw)
    fetch_mailbox()
    read_inbox()
    assert InboundMail.objects.get().reason.endswith("a mail without return path")
    assert question(match).seat == 0


def test_a_server_that_is_away_or_refuses_is_visited_again(settings: Settings, dovecot: Dovecot) -> None:
    dovecot.put(letter("harbour@letters.localhost"))
    settings.INBOUND_IMAP_URL = f"imap://inbox:secret@127.0.0.1:{free_port()}/"
    assert fetch_mailbox() == 0
    settings.INBOUND_IMAP_URL = dovecot.url().replace("only", "wrong")
    assert fetch_mailbox() == 0
    settings.INBOUND_IMAP_URL = dovecot.url().replace("INBOX", "Nowhere")
    assert fetch_mailbox() == 0
    settings.INBOUND_IMAP_URL = dovecot.url()
    dovecot.process.send_signal(signal.SIGHUP)
    assert fetch_mailbox() + fetch_mailbox() == 1


@pytest.mark.parametrize("url", ["http://host/", "imaps:///INBOX", "INBOX", ""])
def test_a_source_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="an IMAP source is written"):
        Source.of_url(url)


def test_a_source_says_where_how_and_as_whom() -> None:
    source = Source.of_url("imaps://post%40ship:p%2Fw@mail.example/Replies?done=Old")
    assert (source.scheme, source.host, source.port) == ("imaps", "mail.example", 993)
    assert (source.user, source.password, source.folder, source.done) == ("post@ship", "p/w", "Replies", "Old")
