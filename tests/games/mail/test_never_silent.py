"""No person's mail is lost in silence: what is no proof of a machine does not count against an answer, or is told."""

from itertools import combinations, product

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from games.inbound import reading
from games.inbound.doors.storing import MOST_BYTES, store_mail
from games.inbound.reading import MOST_ATTEMPTS, read_inbox
from games.models import InboundMail, OutboxMail
from games.notifications.relay import relay_outbox
from games.services.people.reply_addresses import make_reply_address
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import write_move
from tests.games.mail.replying import STATES, Asked, answer_to, asked_in, receipts, receive, reply, with_headers

pytestmark = pytest.mark.django_db

TRACES = (
    {"Auto-Submitted": "auto-replied"},
    {"Auto-Submitted": "Auto-Generated; demo"},
    {"Precedence": "bulk"},
    {"Precedence": "Junk"},
    {"List-Id": "<demo.list.example>"},
    {"List-Unsubscribe": "<https://signatures.example.net/u/1>"},
    {"X-Autoreply": "yes"},
    {"X-Loop": "anna@example.org"},
    {"X-Auto-Response-Suppress": "All"},
    {"Return-Path": "<>"},
)
PROSE = "Thank you for your mail. I am at sea until Monday."


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben")


@pytest.fixture
def asked(players: list[User], begin_match: BeginMatch) -> Asked:
    return asked_in(begin_match(players, options=b'{"starter":0}'), *players)


def told() -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(once__startswith="unread/"))


def test_one_trace_of_a_machine_weighs_nothing_against_an_answer(players: list[User], begin_match: BeginMatch) -> None:
    for headers in TRACES:
        asked = asked_in(begin_match(players, options=b'{"starter":0}'), *players)
        mail = receive(asked, with_headers(reply(asked, "pass\n\nAnna"), headers))
        assert answer_to(mail)["ok"], (headers, mail.reason)
        assert told() == []
    for sender in ("", "<>"):
        asked = asked_in(begin_match(players, options=b'{"starter":0}'), *players)
        assert answer_to(receive(asked, reply(asked, "pass"), sender=sender))["ok"]


def test_without_an_answer_one_trace_is_told_once_but_what_calls_itself_automatic_is(
    players: list[User], begin_match: BeginMatch
) -> None:
    for headers in TRACES:
        asked = asked_in(begin_match(players, options=b'{"starter":0}'), *players)
        before = asked.position
        for number in range(3):
            mail = receive(asked, with_headers(reply(asked, f"{PROSE} {number}"), headers))
            assert (mail.state, asked.position) == (STATES.ASIDE, before)
        letters = [each for each in told() if each.match_id == asked.match.pk]
        assert len(letters) == ("Auto-Submitted" not in headers), headers
    assert len(receipts()) == len(told())


def test_several_traces_are_a_machine_and_are_told_once_only_beside_an_answer(
    players: list[User], begin_match: BeginMatch
) -> None:
    asked = asked_in(begin_match(players, options=b'{"starter":0}'), *players)
    before, pairs = asked.position, [pair for pair in combinations(TRACES, 2) if not set(pair[0]) & set(pair[1])]
    for one, other in pairs[::3]:
        mail = receive(asked, with_headers(reply(asked, PROSE), one | other))
        if {"List-Id", "List-Unsubscribe"} <= set(one | other) or {"X-Autoreply", "X-Loop"} <= set(one | other):
            continue
        assert (mail.state, mail.answer) == (STATES.ASIDE, ""), (one, other)
    OutboxMail.objects.all().delete()
    for one, other in product(({"Return-Path": "<>"},), TRACES[:3]):
        mail = receive(asked, with_headers(reply(asked, "pass"), one | other))
        assert mail.state == STATES.ASIDE
    assert (asked.position, len(told()), len(receipts())) == (before, 1, 1)


def test_a_trace_does_not_count_for_what_is_closed(asked: Asked, players: list[User]) -> None:
    write_move(asked.match, players, "pass")
    before = asked.position
    mail = receive(asked, with_headers(reply(asked, "pass"), {"X-Loop": "anna@example.org"}))
    assert (mail.state, asked.position, len(told())) == (STATES.ASIDE, before, 1)


def test_a_mail_that_cannot_be_read_is_answered_at_the_address_on_file_and_marked_on_the_page(
    asked: Asked, players: list[User], client: Client, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    mark = b"A mail of yours could not be read"
    client.force_login(asked.player)
    page = f"/m/{asked.match.pk}/"
    assert mark not in client.get(page).content
    relay_outbox()
    mailoutbox.clear()
    photo = reply(asked, "pass") + b"x" * MOST_BYTES
    mail = receive(asked, photo, sender="stranger@elsewhere.example")
    assert (mail.state, answer_to(mail)["code"]) == (STATES.ASIDE, "unread")
    relay_outbox()
    [letter] = mailoutbox
    assert (letter.to, letter.reply_to) == ([asked.player.email], [asked.address])
    for said in ("too large", "Nothing was played", page):
        assert said in " ".join(letter.body.split()), letter.body
    assert mark in client.get(page).content
    other = Client()
    other.force_login(players[1])
    assert mark not in other.get(page).content
    assert answer_to(receive(asked, reply(asked, "pass")))["ok"]
    assert mark not in client.get(page).content


def test_a_mail_that_is_given_up_is_told(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_told: object) -> None:
        raise OSError("a fault of ours")

    monkeypatch.setattr(reading, "play_letter", fail)
    stored = store_mail(reply(asked, "pass"), asked.player.email, asked.address, "test")
    for _ in range(MOST_ATTEMPTS + 1):
        InboundMail.objects.update(not_before=InboundMail.objects.get().received_at)
        read_inbox()
    mail = InboundMail.objects.get(digest=stored.digest)
    assert (mail.state, mail.reason) == (STATES.ASIDE, "given up: OSError")
    assert "our fault" in answer_to(mail)["sentences"][0]
    assert len(told()) == 1


def test_who_no_longer_holds_the_seat_is_told_nothing(asked: Asked, people: MakePeople) -> None:
    [stranger] = people("Cleo")
    seat, key = asked.seat, asked.decision.key
    address = make_reply_address(match_id=asked.match.pk, seat=seat, player=stranger, decision=key)
    assert receive(asked, b"Subject: x\n\npass\n", recipient=address).state == STATES.ASIDE
    assert receipts() == []
