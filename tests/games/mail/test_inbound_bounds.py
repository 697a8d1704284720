"""Bounds: whatever a mail holds, reading it raises nothing but Unreadable and costs less than a second."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.desk.odd_mails import show_mail
from games.inbound.envelopes import recipients_of, sender_of
from games.inbound.headers import read_headers
from games.inbound.letters import open_letter
from games.inbound.machines import why_machine
from games.inbound.mime import Unreadable
from games.inbound.new_words import new_words
from games.inbound.reports import read_report
from games.inbound.storing import digest_of_mail
from games.models import InboundMail
from tests.games.mail.attacks import attacks

CORPUS = Path(__file__).parent / "corpus"
ATTACKS = attacks()


def read_in_every_way(raw: bytes) -> list[str]:
    """Read a mail as doors, inbox and desk do, and return its new words."""
    headers = read_headers(raw)
    for address in (*recipients_of(headers), sender_of(headers)):
        digest_of_mail(raw, address).encode()
    show_mail(InboundMail(raw=raw))
    read_report(raw, "o1")
    try:
        letter = open_letter(raw)
    except Unreadable:
        return []
    why_machine(letter, sender_of(headers))
    return new_words(letter.text)


@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_no_mail_costs_more_than_its_size_asks_for(name: str) -> None:
    began = time.process_time()
    read_in_every_way(ATTACKS[name])
    assert time.process_time() - began < 3, "read in four ways, each in less than a second"


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=400))
def test_no_bytes_raise_anything(raw: bytes) -> None:
    read_in_every_way(raw)
    read_in_every_way(b"From: a\nContent-Type: " + raw + b"\n\n" + raw)


def test_no_corpus_mail_that_was_spoilt_raises_anything() -> None:
    dice = random.Random(10)
    mails = [file.read_bytes() for file in sorted(CORPUS.rglob("*.eml"))]
    for number in range(1500):
        read_in_every_way(spoilt(mails[number % len(mails)], dice))


def spoilt(raw: bytes, dice: random.Random) -> bytes:
    """Return a mail with a few of its bytes or lines lost, doubled, exchanged or replaced."""
    for _ in range(dice.randint(1, 4)):
        raw = dice.choice(WAYS)(raw, dice)
    return raw


def _cut(raw: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(raw) + 1)
    return raw[:start] + raw[start + dice.randint(1, 60) :]


def _doubled(raw: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(raw) + 1)
    piece = raw[start : start + dice.randint(1, 40)]
    return raw[:start] + piece * dice.choice((2, 3, 200)) + raw[start:]


def _struck(raw: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(raw) + 1)
    sign = dice.choice(
        (b"\0", b"\xff", b"(", b'"', b"<", b">", b";", b"=?utf-7?q?+2AA-?=", b"\r", b"\n", b"\n\n", b"%00", b":")
    )
    return raw[:at] + sign * dice.choice((1, 1, 1, 50)) + raw[at + 1 :]


def _shuffled(raw: bytes, dice: random.Random) -> bytes:
    lines = raw.split(b"\n")
    dice.shuffle(lines)
    return b"\n".join(lines)


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_cut, _doubled, _struck, _struck, _shuffled)
