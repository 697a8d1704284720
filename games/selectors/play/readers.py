"""A reader's copy of a match: the Book with the reader's seat, in as few queries as possible."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match
from games.selectors.play.matches import decisions_of, find_match
from games.selectors.tables.own_seats import find_seat
from pirates.commands import Move
from pirates.decisions import answered_by
from pirates.seats import Seat


@dataclass(frozen=True, slots=True)
class Copy:
    """A match as the holder of `seat` (None: a spectator) may read it."""

    match: Match
    book: Book
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class ReaderAnswer:
    """A legal Move, its notation, and the key of the open Decision that it answers."""

    decision: str
    move: Move
    notation: str


def open_copy(match_id: str, reader: User) -> Copy:
    """Return the match as `reader` may read it; raises NoSuchMatch."""
    match = find_match(match_id, reader)
    book = store.open_book(match.pk)
    return Copy(match, book, find_seat(book, reader))


def answers_of(copy: Copy, most: int) -> list[ReaderAnswer]:
    """Return the first `most` legal Moves of the reader, each with the Decision that it answers."""
    decisions, book = decisions_of(copy.book, copy.seat), copy.book
    if copy.seat is None or not decisions:
        return []
    moves: Iterable[Move] = islice(book.game.legal_moves(book.state, copy.seat), most)
    return [ReaderAnswer(answered_by(move, decisions).key, move, book.game.write(move)) for move in moves]
