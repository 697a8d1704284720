"""Two thousand spoilt mails by all doors: none raises, plays old text or costs a second, and the one behind is read."""

import json
import random
import smtplib
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.inbound import reading
from games.inbound.doors import imap, keeping
from games.inbound.doors.imap import fetch_mailbox
from games.inbound.mime.headers import with_plain_line_ends
from games.inbound.reading import read_inbox
from games.logbook import store
from games.models import InboundMail, OutboxMail
from games.notifications.letters.kinds import write_letter
from games.notifications.relevance import Recipient
from games.postoffice import server
from games.web import mail_hooks
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.spoilt_post import OldLetter, spoilt_mails
from tests.games.mail.desk import post
from tests.games.mail.dovecot import serve_imap
from tests.games.mail.office import open_office
from tests.games.mail.replying import Asked, asked_in, reply
from tests.games.mail.test_mail_hooks import KEY, basic, post_json, signed

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.dovecot,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(600),
]

SEED = 2000
BY_IMAP, BY_SMTP, BY_EACH_HOOK = 600, 700, 350
MATCHES = 5
LONGEST_SMTP_LINE = 998
State = InboundMail.State


@pytest.fixture
def tables(people: MakePeople, begin_match: BeginMatch) -> list[Asked]:
    players = people("Anna", "Ben")
    return [asked_in(begin_match(players, options=b'{"starter":0}'), *players) for _ in range(MATCHES)]


@pytest.fixture
def cost(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The most CPU seconds that any mail has cost in each step of its way; the post takes as many as come."""
    monkeypatch.setattr(keeping, "MOST_TO_ADDRESS", 10 * SEED)
    most: dict[str, float] = {}
    steps: tuple[tuple[Any, str], ...] = (
        (reading, "_read"),
        (imap, "envelope_of"),
        (imap, "keep_mail"),
        (server, "take_in"),
        (mail_hooks, "take_mail"),
    )
    for module, name in steps:
        monkeypatch.setattr(module, name, _timed(getattr(module, name), f"{module.__name__}.{name}", most))
    return most


def _timed(step: Callable[..., Any], name: str, most: dict[str, float]) -> Callable[..., Any]:
    def run(*told: Any, **more: Any) -> Any:
        began = time.thread_time()
        try:
            return step(*told, **more)
        finally:
            most[name] = max(most.get(name, 0.0), time.thread_time() - began)

    return run


def old_letter(asked: Asked) -> OldLetter:
    """Return the letter that asks this question, as it is really written."""
    row = post(asked.match, OutboxMail.Kind.YOUR_MOVE, asked.seat, decision=asked.decision.key)
    book = store.open_book(asked.match.pk)
    case = Recipient(row, asked.player.email, asked.player, asked.match, book, asked.seat)
    letter = write_letter(case, timezone.now())
    return OldLetter(asked.address, str(letter.body), str(letter.alternatives[0][0]))


def by_imap(mails: list[tuple[str, bytes]], settings: Settings) -> None:
    with serve_imap() as dovecot:
        settings.INBOUND_IMAP_URL = dovecot.url()
        dovecot.put(*(f"Delivered-To: {to}\n".encode() + raw for to, raw in mails))
        assert sum(fetch_mailbox() for _ in range(5)) == len(mails)


def by_smtp(mails: list[tuple[str, bytes]], folder: Path, settings: Settings) -> None:
    settings.POST_OFFICE_DIR = folder
    with open_office() as office, smtplib.SMTP("127.0.0.1", office.port, timeout=30) as client:
        for to, raw in mails:
            sent = with_plain_line_ends(raw).replace(b"\n", b"\r\n")
            assert client.sendmail("demo.anna@letters.localhost", [to], sent) == {}


def by_mailgun(mails: list[tuple[str, bytes]], settings: Settings) -> None:
    settings.MAIL_HOOKS, settings.ANYMAIL = "mailgun", {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
    for to, raw in mails:
        form = {"recipient": to, "sender": "demo.anna@letters.localhost", "body-mime": raw.decode("latin-1")}
        body = urlencode({**form, **signed()}, encoding="latin-1")
        kind = "application/x-www-form-urlencoded"
        assert Client().post("/hooks/mail/inbound/", body, content_type=kind).status_code == 200


def by_postmark(mails: list[tuple[str, bytes]], settings: Settings) -> None:
    settings.MAIL_HOOKS, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": f"hook:{KEY}"}
    for to, raw in mails:
        told: dict[str, object] = {"RawEmail": raw.decode("utf-8", "replace"), "OriginalRecipient": to}
        told["Headers"] = [{"Name": "Return-Path", "Value": "demo.anna@letters.localhost"}]
        assert post_json("inbound", json.dumps(told), **basic()) == 200


def read_all() -> None:
    while InboundMail.objects.filter(state=State.WAITING, attempts=0).exists():
        read_inbox()


def spoilt_in_answer_to(tables: list[Asked]) -> Iterator[tuple[str, bytes]]:
    """Yield mails to each table in turn, for ever; none has a line longer than SMTP carries."""
    dice = random.Random(SEED)
    ways = [(each.address, spoilt_mails(old_letter(each), dice, 10_000)) for each in tables]
    for to, mails in cycle(ways):
        found = (raw for raw in mails if max(map(len, with_plain_line_ends(raw).split(b"\n"))) < LONGEST_SMTP_LINE)
        yield to, next(found)


def test_two_thousand_spoilt_mails_stop_nothing_and_play_nothing(
    tables: list[Asked],
    cost: dict[str, float],
    settings: Settings,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before, sent = [each.position for each in tables], 0
    mails = spoilt_in_answer_to(tables)
    doors: tuple[tuple[int, Callable[[list[tuple[str, bytes]]], None]], ...] = (
        (BY_IMAP, lambda each: by_imap(each, settings)),
        (BY_SMTP, lambda each: by_smtp(each, tmp_path / "post", settings)),
        (BY_EACH_HOOK, lambda each: by_mailgun(each, settings)),
        (BY_EACH_HOOK, lambda each: by_postmark(each, settings)),
    )
    for number, (most, take) in enumerate(doors):
        behind = (tables[number].address, reply(tables[number], "pass"))
        batch = [next(mails) for _ in range(most)]
        take(batch)
        read_all()
        assert [each.position for each in tables] == before, "nothing is played from old text"
        take([behind])
        read_all()
        before[number] += 1
        sent += most + 1
        assert [each.position for each in tables] == before, "the mail behind is read"
        assert InboundMail.objects.count() == sent
    assert not InboundMail.objects.exclude(state__in=(State.HANDLED, State.ASIDE)).exists()
    assert set(InboundMail.objects.values_list("attempts", flat=True)) <= {0, 1}
    assert [record.message for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []
    assert max(cost.values()) < 1, cost
