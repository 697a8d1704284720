"""Bounds: whatever a mail holds, reading it raises nothing but Unreadable and costs less than a second."""

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.desk.odd_mails import show_mail
from games.inbound.doors.envelopes import recipients_of, sender_of
from games.inbound.doors.storing import digest_of_mail
from games.inbound.machines.machines import why_machine
from games.inbound.machines.reports import read_report
from games.inbound.mime.headers import read_headers
from games.inbound.mime.letters import open_letter
from games.inbound.mime.parts import Unreadable
from games.inbound.replies.later import read_later
from games.inbound.replies.new_words import new_words
from games.inbound.replies.orders import find_orders
from games.logbook import store
from games.models import InboundMail
from games.projections.write import open_decisions
from pirates.decisions import open_to
from pirates.errors import MalformedMove
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.attacks import attacks
from tests.games.mail.spoiling import spoilt

CORPUS = Path(__file__).parent / "corpus"
ATTACKS = attacks()
WORDS = [mail.decode("utf-8", "replace").partition("\n\n")[2] for name, mail in ATTACKS.items() if "text of" in name]


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


@pytest.mark.django_db
def test_no_words_cost_more_under_the_lock_of_a_match(people: MakePeople, begin_match: BeginMatch) -> None:
    book = store.open_book(begin_match(people("Anna", "Ben"), options=b'{"starter":0}').pk)
    question = next(each.key for each in open_to(open_decisions(book), 0) if each.required)
    marks = "\u0316\u0301" * 190
    for text in (
        f"shovel {marks},\n" * 20,
        "pass,\n" * 400,
        f"bury {'map, ' * 75}\n" * 15,
        f"later {marks},\n" * 20,
        *WORDS,
    ):
        words, began = new_words(text), time.process_time()
        with suppress(MalformedMove):
            read_later(words, book, 0)
            find_orders(words, book, 0, question)
        assert time.process_time() - began < 1, text[:40]


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
