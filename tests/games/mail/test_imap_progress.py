"""How far a mailbox was read: by the server's numbers, past whatever one mail does, and known when it is not read."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from imap_tools import BaseMailBox
from imap_tools.errors import MailboxFlagError
from pytest_django.fixtures import Settings

from games.inbound.doors import imap
from games.inbound.doors.imap import fetch_mailbox
from games.inbound.doors.imap_fetching import fetched
from games.inbound.reading import read_inbox
from games.models import InboundMail, Mailbox, UnfetchedMail
from games.selectors.desk.mailboxes import MOST_ATTEMPTS
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import question
from tests.games.mail.dovecot import Dovecot
from tests.games.mail.harbour import free_port
from tests.games.mail.mailbox import letter, poisons, reply_address

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.dovecot]

HARBOUR = "harbour@letters.localhost"
HOUR = timedelta(hours=1)


def test_mails_that_harm_their_reader_are_kept_marked_and_stop_no_reply_behind_them(
    dovecot: Dovecot, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=b'{"starter":0}')
    harmful = [mail for to in (HARBOUR, "r-" + "a" * 26 + "@letters.localhost") for mail in poisons(to)]
    dovecot.put(*harmful, letter(reply_address(match, anna)))
    assert fetch_mailbox() == len(harmful) + 1
    assert (dovecot.unseen(), UnfetchedMail.objects.count()) == (0, 0)
    read_inbox()
    assert question(match).seat == 1
    assert not InboundMail.objects.filter(state="waiting").exists()
    assert fetch_mailbox() == 0


def test_what_another_program_has_marked_as_seen_is_fetched_all_the_same(
    dovecot: Dovecot, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], options=b'{"starter":0}')
    dovecot.put(letter(HARBOUR), letter(HARBOUR))
    dovecot.mark_seen()
    assert fetch_mailbox() == 2, "also on the first visit, where it is recent"
    dovecot.put(letter(reply_address(match, anna)))
    dovecot.mark_seen()
    assert fetch_mailbox() == 1
    read_inbox()
    assert question(match).seat == 1


def test_mails_that_cannot_be_marked_do_not_hide_those_behind_them(
    dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "MOST_PER_VISIT", 3)

    def read_only(*_told: object, **_more: object) -> None:
        raise MailboxFlagError(("NO", [b"read-only"]), "OK")

    monkeypatch.setattr(BaseMailBox, "flag", read_only)
    dovecot.put(*(letter(HARBOUR) for _ in range(7)))
    assert [fetch_mailbox() for _ in range(4)] == [3, 3, 1, 0]
    assert (dovecot.unseen(), InboundMail.objects.count()) == (7, 7)
    dovecot.forget_numbers()
    assert [fetch_mailbox() for _ in range(4)] == [3, 3, 1, 0]
    assert InboundMail.objects.count() == 7


def test_a_mail_that_breaks_every_link_is_tried_last_and_given_up_in_the_end(
    dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def break_at_first(box: BaseMailBox, number: int, what: str) -> bytes:
        if number == first:
            tries.append(number)
            raise ConnectionResetError
        return fetched(box, number, what)

    dovecot.put(*(letter(HARBOUR) for _ in range(3)))
    with dovecot.program() as program:
        first = int(program.uid("SEARCH", "1")[1][0])
    monkeypatch.setattr(imap, "fetched", break_at_first)
    assert [fetch_mailbox(), fetch_mailbox()] == [0, 2]
    for _ in range(2 * MOST_ATTEMPTS):
        UnfetchedMail.objects.update(not_before=timezone.now())
        fetch_mailbox()
    assert len(tries) == MOST_ATTEMPTS
    dovecot.put(letter(HARBOUR))
    assert fetch_mailbox() == 1


def test_readiness_knows_mail_that_waits_in_the_mailbox_and_visits_that_fail(
    dovecot: Dovecot, settings: Settings, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_disk(*_told: object, **_more: object) -> None:
        raise OSError

    dovecot.put(letter(HARBOUR))
    with monkeypatch.context() as patch:
        patch.setattr(imap, "keep_mail", no_disk)
        fetch_mailbox()
    UnfetchedMail.objects.update(met_at=timezone.now() - HOUR)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["oldest_unfetched_mail_seconds"]) == (503, 3600)
    assert fetch_mailbox() == 1
    assert client.get("/readyz").json()["oldest_unfetched_mail_seconds"] == 0
    away = f"imap://inbox:secret@127.0.0.1:{free_port()}/"
    for url in (away, dovecot.url().replace("only", "wrong"), dovecot.url().replace("INBOX", "Nowhere")):
        settings.INBOUND_IMAP_URL = url
        assert fetch_mailbox() == 0
        Mailbox.objects.update(visited_at=timezone.now() - HOUR)
        fetch_mailbox()
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["oldest_unread_mailbox_seconds"] // 10) == (503, 360)
    settings.INBOUND_IMAP_URL = dovecot.url()
    fetch_mailbox()
    assert client.get("/readyz").json()["oldest_unread_mailbox_seconds"] < 10
