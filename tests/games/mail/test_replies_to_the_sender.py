"""A reply that went to where our letters come from plays nothing; its player is told, and can confirm what it says."""

from urllib.parse import quote

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from games.inbound.doors.keeping import keep_mail
from games.inbound.reading import read_inbox
from games.models import InboundMail
from games.notifications.relay import relay_outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.office import Office
from tests.games.mail.replying import STATES, Asked, asked_in, receipts, reply, with_headers

HARBOUR = "harbour@letters.localhost"


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben")


@pytest.fixture
def asked(players: list[User], begin_match: BeginMatch) -> Asked:
    return asked_in(begin_match(players, options=b'{"starter":0}'), *players)


def letters_to(mailoutbox: list[EmailMultiAlternatives], person: User) -> list[EmailMultiAlternatives]:
    return [each for each in mailoutbox if each.to == [person.email]]


def astray(asked: Asked, letter: EmailMultiAlternatives, text: str, **headers: str) -> bytes:
    """Return a reply to this letter that goes to where it came from."""
    name = str(letter.extra_headers["Message-ID"])
    return with_headers(reply(asked, text), {"To": HARBOUR, "In-Reply-To": name, "References": name} | headers)


@pytest.mark.django_db
def test_nothing_is_played_and_the_player_can_confirm_it_by_a_link(
    asked: Asked, mailoutbox: list[EmailMultiAlternatives], client: Client
) -> None:
    relay_outbox()
    letter = letters_to(mailoutbox, asked.player)[-1]
    mailoutbox.clear()
    before, move = asked.position, next(each for each in asked.legal() if each.startswith("shovel"))
    for _ in range(3):
        keep_mail(astray(asked, letter, move), asked.player.email, HARBOUR, "imap")
        read_inbox()
    assert {each.state for each in InboundMail.objects.all()} == {STATES.HANDLED}
    relay_outbox()
    [told] = letters_to(mailoutbox, asked.player)
    assert asked.position == before
    assert told.reply_to == [asked.address]
    assert "Anybody could write there in your name" in " ".join(told.body.split())
    link = next(word for word in told.body.split() if "/preview/" in word and quote(move) in word)
    client.force_login(asked.player)
    assert move.encode() in client.get(link[link.index("/m/") :]).content


@pytest.mark.django_db
def test_another_writer_another_thread_and_a_machine_are_not_answered(
    asked: Asked, players: list[User], mailoutbox: list[EmailMultiAlternatives]
) -> None:
    relay_outbox()
    letter = letters_to(mailoutbox, asked.player)[-1]
    name = str(letter.extra_headers["Message-ID"])
    User.objects.filter(pk=players[1].pk).update(is_active=False)
    odd = (
        {"From": "stranger@elsewhere.example"},
        {"From": players[1].email},
        {"From": HARBOUR},
        {"From": "", "Sender": asked.player.email},
        {"In-Reply-To": "<o999999.none@letters.localhost>", "References": "<1@elsewhere.example>"},
        {"In-Reply-To": name.replace("letters.localhost", "elsewhere.example"), "References": ""},
        {"In-Reply-To": "<o" + "9" * 400 + ".x@letters.localhost>", "References": ""},
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"Subject": "Out of office"},
        {"Return-Path": "<>"},
    )
    for headers in odd:
        keep_mail(astray(asked, letter, "pass", **headers), asked.player.email, HARBOUR, "hook")
        read_inbox()
        mail = InboundMail.objects.latest("pk")
        assert (mail.state, mail.answer) == (STATES.ASIDE, ""), headers
        InboundMail.objects.all().delete()
    assert receipts() == []


@pytest.mark.django_db(transaction=True)
def test_the_post_office_takes_it_to_the_inbox_as_well(
    office: Office, asked: Asked, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    relay_outbox()
    letter = letters_to(mailoutbox, asked.player)[-1]
    office.post(astray(asked, letter, "pass"), asked.player.email, HARBOUR)
    read_inbox()
    assert InboundMail.objects.get().state == STATES.HANDLED
    assert len(receipts()) == 1
