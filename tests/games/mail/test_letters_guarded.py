"""Guarded letters: however a reply breaks the lines of the old letter, and however little it marks, none is a move."""

import re
import textwrap
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.utils import timezone
from msgspec.structs import replace as alter

from accounts.models import User
from games.book.book import Book
from games.inbound.replies.orders import find_orders
from games.logbook import store
from games.models import Match, OutboxMail
from games.notifications.letters.guarding import TIE
from games.notifications.letters.kinds import write_letter
from games.notifications.relevance import Recipient, recipient_of
from games.projections.write import open_decisions
from games.services.play.moves import submit_move
from pirates.decisions import awaited_seats, open_to
from pirates.dice import SeededDice
from pirates.errors import MalformedMove
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import post

pytestmark = pytest.mark.django_db

Kind = OutboxMail.Kind
MOST_TRIED = 60
WIDTHS = (*range(3, 40, 4), *range(40, 80, 8), 200)


def letters_of(match: Match, players: list[User], moves: int) -> list[tuple[Book, int, str, str]]:
    """Play some moves by chance and return, before each, the letter to the seat that is awaited: text and HTML."""
    dice, found = SeededDice(b"guarded", 1), []
    row = post(match, Kind.YOUR_MOVE, 0)
    for number in range(moves):
        book = store.open_book(match.pk)
        decisions = open_decisions(book)
        seat = next(iter(awaited_seats(decisions)), None)
        if seat is None:
            break
        row.seat, person = seat, players[seat]
        letter = write_letter(Recipient(row, person.email, person, match, book, seat), timezone.now())
        found.append((book, seat, str(letter.body), str(letter.alternatives[0][0])))
        question = next(each for each in open_to(decisions, seat) if each.required)
        move = book.game.sample_move(book.state, seat, dice)
        submit_move(
            match_id=match.pk, player=person, decision=question.key, move=lambda *_, made=move: made,
            channel="test", key=f"guarded {number}",
        )  # fmt: skip
    return found


def seen_in(html: str) -> str:
    """Return the words of a page as a mail program makes a text of them, which keeps spaces that do not break."""
    body = re.sub(r"[ \t\r\n]+", " ", html.partition("<body")[2].partition(">")[2])
    return unescape(re.sub(r"<[^>]+>", "", re.sub(r"<(br|/?(p|li|td|tr|h2|div|table|pre))\b[^>]*>", "\n", body)))


def orders_in(lines: list[str], book: Book, seat: int) -> list[str]:
    """Return what each line alone would order, as a reply reads it."""
    question = next(each.key for each in open_to(open_decisions(book), seat) if each.required)
    read = []
    for line in dict.fromkeys(" ".join(line.split()) for line in lines):
        try:
            read += [line for _ in find_orders([line], book, seat, question)] if line else []
        except MalformedMove:
            continue
    return read


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_no_line_of_a_letter_broken_at_any_width_is_a_move(
    slug: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    letters = letters_of(begin_match(players, game=slug), players, 5)
    assert len(letters) >= 3
    lines = set()
    for book, seat, text, html in letters:
        seen = seen_in(html)
        for width in WIDTHS:
            for paragraph in (*text.split("\n"), *text.split("\n\n"), *seen.split("\n")):
                lines |= {*textwrap.wrap(paragraph, width, break_long_words=False, break_on_hyphens=False)}
        found = orders_in(sorted(lines), book, seat)
        assert found == [], [line for line in (*text.split("\n"), *seen.split("\n")) if found[0] in line]
        lines.clear()


def test_a_move_that_is_copied_from_a_letter_is_read_with_its_ties(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    book = store.open_book(begin_match(players, options=b'{"starter":0}').pk)
    question = next(each.key for each in open_to(open_decisions(book), 0) if each.required)
    assert find_orders([f"shovel{TIE}7".replace(TIE, " ")], book, 0, question)[0].notation == "shovel 7"


def test_guarding_a_letter_tries_few_moves(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"), options=b'{"starter":0}')
    recipient = recipient_of(OutboxMail.objects.get(match=match, kind=Kind.YOUR_MOVE))
    assert recipient.book is not None
    write_letter(recipient, timezone.now())
    tried: list[str] = []
    game = recipient.book.game

    def parse(text: str, state: Any, seat: int) -> Any:
        tried.append(text)
        return game.parse(text, state, seat)

    book = alter(recipient.book, game=replace(game, parse=parse))
    write_letter(replace(recipient, book=book), timezone.now())
    assert 0 < len(tried) <= MOST_TRIED
