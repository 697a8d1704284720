"""How much may be said, how often, until when; each thing once, and in harmless characters."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import TypeVar

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.logbook import store
from games.models import Match, Message
from games.models.messages import LONGEST_MESSAGE, LONGEST_NOTES
from games.refusals import NotNow, TooOften
from games.selectors.people.messages import TALK_OUTLASTS_MATCH
from games.services.people.messages import COUNTED_OVER, MOST_IN_MATCH, MOST_IN_TALK, keep_notes, say
from games.services.play.submitting import Receipt
from games.services.tables.seats import give_up_seat
from games.texts import clean_text
from pirates.errors import MalformedMove
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, write_move
from tests.games.core.talking import tell, texts

pytestmark = pytest.mark.django_db
T = TypeVar("T")


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, players: list[User]) -> Match:
    return begin_match(players, bots=1, options=b'{"starter":0}')


def at_once(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Do everything in threads that start together; return what came of each."""
    gate = Barrier(len(acts))

    def do(act: Callable[[], T]) -> T:
        gate.wait()
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(do, acts))


def test_talk_closes_a_fortnight_after_the_end_and_stays_readable(players: list[User], begin_match: BeginMatch) -> None:
    anna, ben, _ = players
    match = begin_match([anna, ben])
    give_up_seat(match_id=match.pk, player=ben, key="resign")
    with time_machine.travel(timezone.now() + TALK_OUTLASTS_MATCH - timedelta(minutes=1)):
        tell(match, ben, "Well played")
        tell(match, anna, "Thank you", seat=1)
    with time_machine.travel(timezone.now() + TALK_OUTLASTS_MATCH + timedelta(minutes=1)):
        for seat in (None, 1):
            with pytest.raises(NotNow) as refusal:
                tell(match, anna, "Too late", seat=seat)
            assert refusal.value.code == "talk_closed"
            assert "14 days" in refusal.value.sentence
        assert texts(match, ben) == ["Well played"]


def test_one_talk_takes_twenty_messages_an_hour_of_a_person_and_a_match_forty(
    match: Match, players: list[User]
) -> None:
    anna, ben, _ = players
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(MOST_IN_TALK):
            tell(match, anna, seat=1)
        clock.shift(timedelta(minutes=10))
        with pytest.raises(TooOften) as refusal:
            tell(match, anna, seat=1)
        assert 49 * 60 < int(str(refusal.value.data["retry_after"])) <= 50 * 60 + 1
        for _ in range(MOST_IN_MATCH - MOST_IN_TALK):
            tell(match, anna)
        with pytest.raises(TooOften):
            tell(match, anna, seat=2)
        tell(match, ben, seat=0)
        clock.shift(COUNTED_OVER - timedelta(minutes=9))
        tell(match, anna, seat=1)
    assert Message.objects.filter(author=anna).count() == MOST_IN_MATCH + 1


def test_a_hundred_messages_take_no_move_away_and_give_nobody_one(match: Match, players: list[User]) -> None:
    refused = 0
    for _ in range(100):
        try:
            tell(match, players[asked(match)], seat=(asked(match) + 1) % 3)
        except TooOften:
            refused += 1
    assert refused == 100 - MOST_IN_TALK
    position = store.open_book(match.pk).position
    assert write_move(match, players, "pass").position == position + 1


def test_a_repeated_key_says_nothing_again_and_is_the_authors_own(match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    first = say(match_id=match.pk, author=anna, text="Ahoy", key="one")
    again = say(match_id=match.pk, author=anna, text="Ahoy!", key="one")
    assert (again.message, again.is_repeat) == (first.message, True)
    assert again.message.text == "Ahoy"
    assert not say(match_id=match.pk, author=ben, text="Ahoy", key="one").is_repeat
    assert not say(match_id=match.pk, author=anna, text="Ahoy", key="one", seat=1).is_repeat
    assert Message.objects.count() == 3


def test_a_repeat_is_answered_also_when_no_more_may_be_said(match: Match, players: list[User]) -> None:
    for number in range(MOST_IN_TALK):
        tell(match, players[0], key=f"{number}")
    assert say(match_id=match.pk, author=players[0], text="Ahoy", key="3").message.number == 4


@pytest.mark.django_db(transaction=True)
def test_all_who_speak_at_once_are_heard_each_under_a_number_of_its_own(match: Match, players: list[User]) -> None:
    said = at_once([partial(tell, match, author) for author in players * 3])
    assert sorted(message.number for message in said) == list(range(1, 10))
    assert len(texts(match, None)) == 9


@pytest.mark.django_db(transaction=True)
def test_a_double_click_is_said_once(match: Match, players: list[User]) -> None:
    said = at_once([partial(tell, match, players[0], seat=1, key="click")] * 4)
    assert len({message.pk for message in said}) == Message.objects.count() == 1


@pytest.mark.parametrize("text", ["", " \r\n\t ", "\x00\u202e\u200b", "\ud800"])
def test_a_message_without_words_is_refused(match: Match, players: list[User], text: str) -> None:
    with pytest.raises(MalformedMove) as refusal:
        tell(match, players[0], text)
    assert refusal.value.code == "message_empty"


@pytest.mark.parametrize("text", ["x" * (LONGEST_MESSAGE + 1), "x\n" * 600, " " * 1_000_000])
def test_a_message_that_is_too_long_is_refused_and_never_cut(match: Match, players: list[User], text: str) -> None:
    with pytest.raises(MalformedMove) as refusal:
        tell(match, players[0], text)
    assert refusal.value.code == "text_too_long"
    with pytest.raises(MalformedMove):
        keep_notes(match_id=match.pk, person=players[0], text="x" * (LONGEST_NOTES + 1))
    assert tell(match, players[0], "ß" * LONGEST_MESSAGE).text == "ß" * LONGEST_MESSAGE


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  one \r\n  two\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("one\n\n\n\n\ntwo\n\n", "one\n\ntwo"),
        ("\x1b[31mred\x07 \u202etuo edisni\u202c", "[31mred tuo edisni"),
        ("Bcc: a\x00b", "Bcc: a b"),
        ("<b>{{ x }}</b> & 海賊", "<b>{{ x }}</b> & 海賊"),
    ],
)
def test_a_text_keeps_its_lines_and_loses_what_steers_a_screen(typed: str, kept: str) -> None:
    assert clean_text(typed, 200) == kept


@given(st.text(st.characters(), max_size=300), st.integers(1, 80))
def test_any_text_becomes_one_that_is_clean_already(text: str, longest: int) -> None:
    clean = clean_text(text, longest)
    assert len(clean) <= longest
    assert clean_text(clean, longest) == clean
    assert clean.replace("\n", "").isprintable() or not clean
    assert "\n\n\n" not in clean
    clean.encode()


@pytest.mark.django_db(transaction=True)
def test_talk_and_moves_at_once_neither_wait_for_ever_nor_fail(players: list[User], begin_match: BeginMatch) -> None:
    match = begin_match(players)
    for _ in range(6):
        position = store.open_book(match.pk).position
        acts: list[Callable[[], Message | Receipt]] = [
            partial(tell, match, author, seat=(seat + 1) % 3) for seat, author in enumerate(players)
        ]
        acts += [partial(write_move, match, players, "pass"), partial(tell, match, players[0])]
        at_once(acts)
        assert store.open_book(match.pk).position == position + 1
    assert store.find_faults(match.pk) == []
