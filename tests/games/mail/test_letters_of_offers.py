"""A question that nobody waits for, put to a seat by what somebody else did: it is told by letter all the same."""

import re

import pytest

from accounts.models import User
from games.inbound.doors.storing import store_mail
from games.inbound.reading import read_inbox
from games.models import Deadline, Match
from games.notifications.relay import relay_outbox
from games.selectors.play.matches import choices_of, read_match
from games.services.play.moves import in_notation, submit_move
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.harbour import Delivery, Harbour

pytestmark = pytest.mark.django_db


def answer(match: Match, player: User, notation: str) -> None:
    """Answer the question that the match puts to this player."""
    question = read_match(match, player).own_question
    assert question
    move, key = in_notation(notation), question.key + notation
    submit_move(match_id=match.pk, player=player, decision=question.key, move=move, channel="page", key=key)


def deal_all(match: Match, dealer: User) -> None:
    """Deal every batch by lots."""
    while (question := read_match(match, dealer).own_question) and question.kind == "deal" and question.default:
        answer(match, dealer, read_match(match, dealer).book.game.write(question.default))


def offer_made(harbour: Harbour, match: Match, maker: User, to: int) -> list[Delivery]:
    """Make the first offer there is to a seat, and return the letters it causes."""
    deal_all(match, maker)
    relay_outbox()
    before = len(harbour.deliveries)
    choices = choices_of(read_match(match, maker).book, 0, 2000)
    answer(match, maker, next(each.notation for each in choices if each.notation.startswith(f"offer {to + 1}:")))
    relay_outbox()
    return harbour.deliveries[before:]


def test_an_offer_is_told_to_the_one_it_is_made_to_and_to_nobody_else(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben, cleo], game="long-live-the-captain", options=b'{"first":0}')
    (letter,) = offer_made(harbour, match, anna, 1)
    assert letter.recipients == [ben.email]
    assert "accept 1.1" in letter.text
    assert "The table does not wait for it." in letter.text
    assert "Also open" not in letter.text
    assert Deadline.objects.filter(match=match).count() == 3


def test_an_offer_is_accepted_by_reply(harbour: Harbour, people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben, cleo], game="long-live-the-captain", options=b'{"first":0}')
    (letter,) = offer_made(harbour, match, anna, 1)
    code = re.search(r"([2-9][a-z]{2})  accept 1\.1", letter.text)
    assert code
    address = str(letter.message["Reply-To"]).strip()
    raw = f"From: {ben.email}\r\nTo: {address}\r\nMessage-ID: <demo@localhost>\r\nSubject: Re\r\n\r\n{code[1]}\r\n"
    store_mail(raw.encode(), ben.email, address, "smtp")
    read_inbox()
    assert not read_match(match, ben).view.offers
    relay_outbox()
    assert "Your answer counts" in harbour.deliveries[-1].text
