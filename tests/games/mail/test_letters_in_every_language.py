"""Letters are said in the reader's language whole, and keep secrets in each."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation
from msgspec.structs import replace

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match, OutboxMail
from games.notifications.letters.kinds import write_letter
from games.notifications.relevance import Recipient
from games.services.clocks.deadlines import resolve_due_phases
from games.templatetags.columns import set_in_columns
from pirates.decisions import awaited_seats
from pirates.dice import SeededDice
from pirates.registry import GAMES
from pirates.wording import Translator
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import move_by_lot
from tests.games.mail.desk import post
from tests.pirates.contract import trial_of
from tests.pirates.contract_wording import words_of_notation
from tests.pirates.tongues import BACKWARDS, WIDE

pytestmark = pytest.mark.django_db

Kind = OutboxMail.Kind
KINDS = (Kind.MATCH_BEGUN, Kind.YOUR_MOVE, Kind.REMINDER, Kind.DEADLINE_MISSED)
ROUNDS = 3
_NOT_SAID = re.compile(r'\S+://\S+|"[^"]*"|\b[0-9a-f]{16,}\b|\b[2-9][a-hjkmnp-z]{2}\s\s.*')
_WORD = re.compile("[A-Za-z]{2,}")
NAMES = {"Demo", "Anna", "Ben", "Cleo", "UTC"}


@contextmanager
def spoken_by_all(tongue: Translator) -> Iterator[None]:
    """Have Django, and through it the games, speak by this translator."""
    host = translation._trans  # type: ignore[attr-defined]
    before = {name: getattr(host, name) for name in ("gettext", "ngettext", "pgettext")}
    try:
        for name in before:
            setattr(host, name, getattr(tongue, name))
        yield
    finally:
        for name, said in before.items():
            setattr(host, name, said)


def letter(row: OutboxMail, player: User, match: Match, book: Book, seat: int) -> EmailMultiAlternatives:
    row.seat = seat
    return write_letter(Recipient(row, player.email, player, match, book, seat), timezone.now())


def moments(match: Match, players: list[User]) -> Iterator[Book]:
    """Play by lots and yield the match after every few moves."""
    for number in range(4 * ROUNDS):
        book = store.open_book(match.pk)
        if book.is_over:
            return
        if number % 4 == 0:
            yield book
        if awaited_seats(book.game.decisions(book.state)):
            move_by_lot(match, players, b"languages")
        else:
            resolve_due_phases()


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_word_of_a_letter_but_names_and_notation_is_said_in_the_readers_language(
    slug: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=slug)
    game, known = GAMES[slug], words_of_notation(GAMES[slug]) | NAMES
    rows = [post(match, kind, 0) for kind in KINDS]
    for book in moments(match, players):
        for seat, player in enumerate(players):
            with spoken_by_all(WIDE):
                said = letter(rows[(book.position + seat) % len(rows)], player, match, book, seat)
            for text in (said.subject, said.body):
                shown = " ".join(_NOT_SAID.sub("", str(text)).split()).replace(game.title, "").replace(match.title, "")
                assert set(_WORD.findall(shown)) <= known, shown


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.parametrize("tongue", [WIDE, BACKWARDS], ids=["wide", "backwards"])
def test_two_histories_that_look_the_same_to_a_seat_give_it_the_same_letters_in_each_language(
    slug: str, tongue: Translator, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=slug)
    row, dice, differing = post(match, Kind.YOUR_MOVE, 0), SeededDice(b"worlds", 1), 0
    for book in moments(match, players):
        for seat, player in enumerate(players):
            other = replace(book, state=trial_of(slug).swap_hidden(book.state, seat, dice))
            differing += other.state != book.state
            with spoken_by_all(tongue):
                here, there = (letter(row, player, match, world, seat) for world in (book, other))
            assert (here.subject, here.body) == (there.subject, there.body)
            assert here.alternatives == there.alternatives
    assert differing


def test_columns_grow_with_the_words_and_never_pass_72() -> None:
    table = "Nr¦Player¦Cards\n1¦Anna¦3\n2¦Bartholomew van der Demo (you)¦12"
    assert set_in_columns(table, "rlr").split("\n") == [
        "  Nr  Player                          Cards",
        "   1  Anna                                3",
        "   2  Bartholomew van der Demo (you)     12",
    ]
    long = f"Platznummer¦{'Mitspielerinnen und Mitspieler ' * 3}¦Karten auf der Hand\n1¦Anna¦3"
    lines = set_in_columns(long, "rlr").split("\n")
    assert [len(line) for line in lines] == [72, 72]
    assert "…" in lines[0]
