"""A reply address whose question is closed changes nothing: it only has its seat's player told what is asked now."""

from itertools import product

import pytest
from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from games.models import Dispute, InboundMail, Match, QueuedMove
from games.notifications.relay import relay_outbox
from games.services.consent.consents import ask_consent
from games.services.people.reply_addresses import later_key, make_reply_address, undo_key
from games.services.play.queued_moves import queue_move
from games.services.tables.seats import give_up_seat
from games.table.proposals import Abandon
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import write_move
from tests.games.mail.replying import Asked, answer_to, asked_in, receipts, receive, reply

pytestmark = pytest.mark.django_db

ACTS = (
    "pass", "shovel 7", "later pass", "later: shovel 7 end", "later nothing", "never mind", "undo", "take back",
    "dispute That was not allowed.", "Dispute: look", "agree", "refuse", "",
)  # fmt: skip


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben")


@pytest.fixture
def first(players: list[User], begin_match: BeginMatch) -> Asked:
    """What Anna was asked at the start of a match."""
    return asked_in(begin_match(players, options=b'{"starter":0}'), *players)


def address(match: Match, player: User, decision: str) -> str:
    return make_reply_address(match_id=match.pk, seat=0, player=player, decision=decision)


def try_all(first: Asked, addresses: list[str], expected: str) -> None:
    """Say all that a reply can say to each of these addresses; nothing happens, and each time the owner is told."""
    before = (first.position, list(QueuedMove.objects.values_list("notation", "dropped_at")))
    for at, words in product(addresses, ACTS):
        mail = receive(first, reply(first, words, To=at), recipient=at, sender="stranger@elsewhere.example")
        answer = answer_to(mail)
        assert (answer["ok"], answer["code"]) == (False, expected), (words, answer)
        assert (first.position, list(QueuedMove.objects.values_list("notation", "dropped_at"))) == before, words
        InboundMail.objects.all().delete()
    assert not Dispute.objects.exists()
    assert {each.recipient_id for each in receipts()} <= {first.player.pk}


def test_the_address_of_an_answered_question_queues_withdraws_disputes_and_undoes_nothing(
    first: Asked, players: list[User]
) -> None:
    write_move(first.match, players, "pass")
    queue_move(match_id=first.match.pk, player=first.player, move="pass")
    try_all(first, [first.address], "stale_decision")


def test_what_a_letter_offered_beside_its_question_ends_with_the_next_question_of_its_seat(
    first: Asked, players: list[User]
) -> None:
    moved = write_move(first.match, players, "pass").position
    offers = [address(first.match, first.player, key) for key in (later_key(moved), undo_key(moved), "later")]
    write_move(first.match, players, "pass")
    write_move(first.match, players, "pass")
    queue_move(match_id=first.match.pk, player=first.player, move="pass")
    try_all(first, [first.address, *offers], "stale_decision")


def test_nothing_is_done_by_the_letters_of_a_match_that_is_over(first: Asked, players: list[User]) -> None:
    moved = write_move(first.match, players, "pass").position
    later = address(first.match, first.player, later_key(moved))
    give_up_seat(match_id=first.match.pk, player=players[1], key="resign")
    try_all(first, [first.address, later], "match_over")


def test_a_closed_address_tells_what_is_open_and_where_to_answer_it(
    first: Asked, players: list[User], mailoutbox: list[EmailMultiAlternatives]
) -> None:
    for _ in range(2):
        write_move(first.match, players, "pass")
    relay_outbox()
    mailoutbox.clear()
    receive(first, reply(first, "later pass"), sender="stranger@elsewhere.example")
    relay_outbox()
    [told] = mailoutbox
    now = asked_in(first.match, *players)
    assert (told.to, told.reply_to) == ([first.player.email], [now.address])
    assert "no longer open" in told.body
    assert answer_to(receive(now, reply(now, "pass")))["ok"]


def test_an_open_question_and_the_newest_receipt_still_take_all_they_offer(first: Asked, players: list[User]) -> None:
    disputed = receive(first, reply(first, "dispute I had three cards."))
    assert answer_to(disputed)["ok"], answer_to(disputed)
    assert Dispute.objects.count() == 1


def test_a_suspended_account_does_nothing_by_mail(first: Asked, players: list[User]) -> None:
    write_move(first.match, players, "pass")
    ben = asked_in(first.match, *players)
    ask_consent(match_id=first.match.pk, player=players[0], proposed=Abandon(), channel="api", key="ask")
    to_agree = make_reply_address(match_id=first.match.pk, seat=1, player=ben.player, decision="consent:1")
    User.objects.filter(pk=ben.player.pk).update(is_active=False)
    before = ben.position
    for at, words in product((ben.address, to_agree), ACTS):
        answer = answer_to(receive(ben, reply(ben, words, To=at), recipient=at))
        assert (answer["ok"], answer["code"]) == (False, "not_your_seat"), words
        assert ben.position == before
        InboundMail.objects.all().delete()
