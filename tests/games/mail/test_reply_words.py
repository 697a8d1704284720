"""By mail: one word takes a move back, or agrees to what the table is asked, or does not."""

import pytest

from accounts.models import User
from games.inbound.replies.reply_words import read_consent, says_undo
from games.logbook import store
from games.models import Match
from games.notifications.relay import relay_outbox
from games.services.consent.consents import answer_consent, ask_consent
from games.services.people.reply_addresses import make_reply_address
from games.table.proposals import Abandon, PassSeatOn, ProposeRewind
from pirates.errors import MalformedMove
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, play_by_lot, write_move
from tests.games.mail.replying import answer_to, asked_in, receive, reply

pytestmark = pytest.mark.django_db
Pair = tuple[Match, list[User]]


@pytest.fixture
def pair(people: MakePeople, begin_match: BeginMatch) -> Pair:
    players = people("Anna", "Ben")
    return begin_match(players, options=b'{"starter":0}'), players


def letter_to(mailoutbox: list[object], person: User, word: str) -> object:
    """Return the newest letter to somebody that has this word in its subject."""
    found = [each for each in mailoutbox if each.to == [person.email] and word in each.subject]  # type: ignore[attr-defined]
    assert found, [(each.to, each.subject) for each in mailoutbox]  # type: ignore[attr-defined]
    return found[-1]


def test_undo_in_answer_to_the_receipt_takes_the_move_back(pair: Pair, mailoutbox: list[object]) -> None:
    match, players = pair
    anna = asked_in(match, *players)
    receive(anna, reply(anna, "pass"))
    before = store.book_at(match.pk, anna.position - 1).state
    relay_outbox()
    receipt = letter_to(mailoutbox, players[0], "counts")
    assert "undo" in receipt.body  # type: ignore[attr-defined]
    address = receipt.reply_to[0]  # type: ignore[attr-defined]
    done = receive(anna, reply(anna, "Undo.\n\nSorry!", To=address), recipient=address)
    assert answer_to(done)["ok"], answer_to(done)
    assert store.open_book(match.pk).state == before
    again = receive(anna, reply(anna, "undo", To=address), recipient=address)
    assert answer_to(again)["code"] in ("nothing_to_take_back", "not_the_last_move")


def test_undo_comes_too_late_once_another_has_acted(pair: Pair) -> None:
    match, players = pair
    moved = write_move(match, players, "pass").position
    address = make_reply_address(match_id=match.pk, seat=0, player=players[0], decision=f"undo:{moved}")
    anna = asked_in(match, *players)
    write_move(match, players, "pass")
    late = receive(anna, reply(anna, "undo", To=address), recipient=address)
    assert answer_to(late)["code"] in ("not_the_last_move", "others_acted")
    write_move(match, players, "pass")
    later = receive(anna, reply(anna, "undo, please", To=address), recipient=address)
    assert answer_to(later)["code"] == "stale_decision", "what was offered then is offered no more"


def test_agree_by_mail_counts_and_the_letter_tells_what_is_wished_for(pair: Pair, mailoutbox: list[object]) -> None:
    match, players = pair
    list(play_by_lot(match, players, b"mail", 6))
    anna, ben = players
    ask_consent(match_id=match.pk, player=anna, proposed=ProposeRewind(6), channel="api", key="ask")
    relay_outbox()
    letter = letter_to(mailoutbox, ben, "asks you")
    assert "what came after entry 6 shall be undone" in letter.body  # type: ignore[attr-defined]
    address = letter.reply_to[0]  # type: ignore[attr-defined]
    asked_ben = asked_in(match, *players)
    unclear = receive(asked_ben, reply(asked_ben, "Hm, perhaps", To=address), recipient=address)
    assert answer_to(unclear)["code"] == "no_answer_found"
    done = receive(asked_ben, reply(asked_ben, "Agree\n\n> agree or refuse", To=address), recipient=address)
    assert answer_to(done)["ok"], answer_to(done)
    assert store.open_book(match.pk).state == store.book_at(match.pk, 6).state


def test_the_former_holders_letters_answer_nothing_any_more(
    people: MakePeople, begin_match: BeginMatch, mailoutbox: list[object]
) -> None:
    anna, ben, dario = people("Anna", "Ben", "Dario")
    match = begin_match([anna, ben], options=b'{"starter":0}')
    old = asked_in(match, anna, ben)
    address = old.address
    ask_consent(match_id=match.pk, player=anna, proposed=PassSeatOn(dario.ref.hex), channel="api", key="ask")
    relay_outbox()
    invited = letter_to(mailoutbox, dario, "asks you")
    assert "with all that it knows" in invited.body  # type: ignore[attr-defined]
    answer_consent(match_id=match.pk, player=ben, proposal=1, agrees=True, channel="api", key="yes")
    to_dario = invited.reply_to[0]  # type: ignore[attr-defined]
    done = receive(old, reply(old, "agree", To=to_dario), recipient=to_dario)
    assert answer_to(done)["ok"], answer_to(done)
    assert store.open_book(match.pk).table.seat_of(dario.ref.hex) == 0
    refused = receive(old, reply(old, "pass", To=address), recipient=address)
    assert answer_to(refused)["code"] == "not_your_seat"
    relay_outbox()
    assert letter_to(mailoutbox, dario, "You have taken a seat over")
    assert asked(match) == 0


def test_a_letter_that_asks_is_not_sent_once_it_is_settled(pair: Pair, mailoutbox: list[object]) -> None:
    match, (anna, ben) = pair
    relay_outbox()
    mailoutbox.clear()
    ask_consent(match_id=match.pk, player=anna, proposed=Abandon(), channel="api", key="ask")
    answer_consent(match_id=match.pk, player=ben, proposal=1, agrees=False, channel="api", key=fresh_key())
    relay_outbox()
    assert [each.to for each in mailoutbox] == [[anna.email]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("line", "is_undo"), [("undo", True), ("* Take back!", True), ("undoing things", False)])
def test_only_the_very_words_take_back(line: str, is_undo: bool) -> None:
    assert says_undo(["", line]) == is_undo


@pytest.mark.parametrize(("line", "agrees"), [("AGREE", True), ("I agree.", True), ("no", False), ("refuse", False)])
def test_the_words_of_consent(line: str, agrees: bool) -> None:
    assert read_consent([line, "> the old letter said agree"]) == agrees
    with pytest.raises(MalformedMove):
        read_consent(["agreed, but only if", line])
