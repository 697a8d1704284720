"""By mail: a reply that begins with "dispute" brings what its letter told before a referee."""

import pytest
from django.core.mail import EmailMultiAlternatives

from games.logbook import store
from games.models import Dispute, DisputeWord, OutboxMail
from games.notifications.relay import relay_outbox
from games.services.people.reply_addresses import make_reply_address
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.replying import Asked, answer_to, asked_in, receive, reply

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(people: MakePeople, begin_match: BeginMatch) -> Asked:
    """What Anna is asked at the start."""
    players = people("Anna", "Ben")
    return asked_in(begin_match(players, options=b'{"starter":0}'), *players)


@pytest.fixture
def letter_at(anna: Asked) -> int:
    """The position that the letter is about."""
    return OutboxMail.objects.get(match=anna.match, seat=0, kind=OutboxMail.Kind.YOUR_MOVE).position


def claims() -> list[tuple[int, str]]:
    said = DisputeWord.objects.filter(kind=DisputeWord.Kind.CLAIM).order_by("pk")
    return [(word.dispute.position, word.text) for word in said]


@pytest.mark.parametrize(
    "words", ["Dispute: I had three cards.", "dispute\n\nI had three cards.", "> old\n*Dispute* I had three cards."]
)
def test_a_letter_is_disputed_by_a_reply(anna: Asked, letter_at: int, words: str) -> None:
    mail = receive(anna, reply(anna, words))
    assert answer_to(mail)["ok"], answer_to(mail)
    assert claims() == [(letter_at, "I had three cards.")]
    told = OutboxMail.objects.filter(match=anna.match, kind=OutboxMail.Kind.DISPUTE)
    assert [each.seat for each in told] == [1]


def test_the_same_mail_disputes_once(anna: Asked, letter_at: int) -> None:
    raw = reply(anna, "dispute this is wrong")
    receive(anna, raw)
    receive(anna, raw)
    assert claims() == [(letter_at, "this is wrong")]


def test_a_receipt_is_disputed_for_the_move_that_it_is_about(anna: Asked) -> None:
    receive(anna, reply(anna, "pass"))
    played = store.open_book(anna.match.pk).position
    receipt = OutboxMail.objects.get(match=anna.match, seat=0, kind=OutboxMail.Kind.RECEIPT)
    assert receipt.recipient == anna.player
    address = make_reply_address(match_id=anna.match.pk, seat=0, player=anna.player, decision=f"undo:{played}")
    mail = receive(anna, reply(anna, "dispute I meant to bury"), recipient=address)
    assert answer_to(mail)["ok"], answer_to(mail)
    assert claims() == [(played, "I meant to bury")]


def test_who_does_not_say_what_is_wrong_is_asked(anna: Asked) -> None:
    mail = receive(anna, reply(anna, "dispute"))
    assert answer_to(mail)["code"] == "words_missing"
    assert not Dispute.objects.exists()


def test_words_that_only_name_a_dispute_dispute_nothing(anna: Asked) -> None:
    receive(anna, reply(anna, "No dispute about that.\npass"))
    assert not Dispute.objects.exists()


def test_a_letter_that_can_be_answered_says_how(anna: Asked, mailoutbox: list[EmailMultiAlternatives]) -> None:
    relay_outbox()
    [asking] = [each for each in mailoutbox if each.subject.startswith("Your move")]
    html = str(asking.alternatives[0][0])
    assert 'Reply "dispute" and what it is' in asking.body
    assert "Reply &quot;dispute&quot; and what it is" in html or 'Reply "dispute" and what it is' in html
