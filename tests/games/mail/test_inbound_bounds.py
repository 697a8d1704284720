"""Bounds: whatever a mail holds, reading it raises nothing but Unreadable and costs less than a second."""

import random
import time
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
from tests.games.mail.spoiling import spoilt

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
