"""By mail: a line that begins with "later" queues a move, and "later nothing" takes it back."""

from dataclasses import replace

import pytest

from games.inbound.replies.later import read_later
from games.inbound.replies.new_words import new_words
from games.logbook import store
from games.models import InboundMail, Match, QueuedMove
from games.notifications.relay import relay_outbox
from games.services.people.reply_addresses import later_key, make_reply_address
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import queue_move
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked
from tests.games.mail.harbour import Harbour
from tests.games.mail.replying import Asked, answer_to, asked_in, receive, reply

pytestmark = pytest.mark.django_db

ANNA = "demo.anna@letters.localhost"


@pytest.fixture
def anna(people: MakePeople, begin_match: BeginMatch) -> Asked:
    """What Anna was asked, who has answered: it is Ben's turn now, and then hers again."""
    players = people("Anna", "Ben")
    match = begin_match(players, options=b'{"starter":0}')
    first = asked_in(match, *players)
    receive(first, reply(first, "pass"))
    return first


def said_later(anna: Asked, words: str) -> InboundMail:
    """Return what became of Anna's reply to the letter that offers her to say now what to play later."""
    answered = store.open_book(anna.match.pk).seat_positions.answered[0]
    address = make_reply_address(match_id=anna.match.pk, seat=0, player=anna.player, decision=later_key(answered))
    return receive(anna, reply(anna, words, To=address), recipient=address)


def queued(match: Match) -> list[str]:
    return list(QueuedMove.objects.filter(dropped_at=None).values_list("notation", flat=True))


def test_a_reply_to_the_newest_letter_queues_a_move_and_the_receipt_says_so(anna: Asked) -> None:
    mail = said_later(anna, "Later: shovel 7 end\n\nSee you!")
    assert answer_to(mail)["sentences"] == ["Queued: shovel 7 end. It is tried when it is your turn."]
    assert queued(anna.match) == ["shovel 7 end"]
    said_later(anna, "> old words\nlater pass")
    assert queued(anna.match) == ["pass"]


@pytest.mark.parametrize("words", ["later nothing", "Never mind.", "* Later, never mind"])
def test_it_is_taken_back_by_mail(anna: Asked, words: str) -> None:
    queue_move(match_id=anna.match.pk, player=anna.player, move="pass")
    mail = said_later(anna, words)
    assert answer_to(mail)["ok"], answer_to(mail)
    assert answer_to(mail)["sentences"] == ["Nothing is queued any more."]
    assert queued(anna.match) == []


def test_what_cannot_be_read_is_refused_with_the_games_sentence(anna: Asked) -> None:
    mail = said_later(anna, "later swim home")
    assert answer_to(mail)["code"] == "unknown_word"
    assert queued(anna.match) == []


def test_whoever_is_asked_now_is_told_to_play_at_once(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Cleo", "Dario")
    match = begin_match(players, options=b'{"starter":0}')
    now = asked_in(match, *players)
    assert answer_to(receive(now, reply(now, "later pass")))["code"] == "asked_now"
    assert asked(match) == 0
    assert answer_to(receive(now, reply(now, "Later today I sail.\npass")))["ok"]
    assert asked(match) == 1


def test_the_receipt_says_how_to_queue_and_its_address_takes_it(anna: Asked, harbour: Harbour) -> None:
    relay_outbox()
    receipt = next(each for each in harbour.to(ANNA) if each.subject.startswith("Your answer counts"))
    assert "word: later" in " ".join(receipt.text.split())
    assert "reaches nobody" not in receipt.text
    address = str(receipt.message["Reply-To"])
    receive(anna, reply(anna, "later pass", To=address), recipient=address)
    assert queued(anna.match) == ["pass"]


def test_a_letter_about_a_queued_move_takes_the_next_one(anna: Asked, harbour: Harbour) -> None:
    players = [anna.player, anna.match.seats.get(number=1).player]
    said_later(anna, "later pass")
    ben = replace(asked_in(anna.match, *players))  # type: ignore[arg-type]
    receive(ben, reply(ben, "pass"))
    assert play_queued_moves() == 1
    relay_outbox()
    letter = harbour.to(ANNA)[-1]
    assert letter.subject.startswith("Your queued move was played")
    address = str(letter.message["Reply-To"])
    receive(anna, reply(anna, "later end", To=address), recipient=address)
    assert queued(anna.match) == ["end"]


def test_a_line_that_a_mail_program_broke_is_read_whole(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben", "Cleo"), game="long-live-the-captain")
    book = store.open_book(match.pk)
    broken = "later bribe 1: 2 fish, silk, apple; 2: gold, gold, gold, silk, silk;\n3: fish, fish, apple"
    assert read_later(new_words(broken), book, 1) == broken.removeprefix("later ").replace("\n", " ")
    assert read_later(new_words("pass later"), book, 1) is None
    assert read_later([], book, 1) is None
