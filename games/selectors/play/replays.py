"""Replays: a match as it stood after any of its entries, and as a seat saw it then.

While a match runs, readers look back through their own seat only, by the rules of the live page and the log. Once it
is over, they may look through any seat, or through all seats side by side.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from accounts.models import User
from games.book.book import Book, abandoned_positions, apply_entry, fold, is_act, is_rewind
from games.logbook import store
from games.logbook.cache import Checkpoints
from games.models import Match
from games.projections.write import open_decisions, outcome_of, status_of
from games.refusals import NoSuchMatch
from games.selectors.play.logs import LogLine, memory_horizon, narrate_entries
from games.selectors.play.matches import Reading
from games.selectors.play.names import Roll, roll_of
from games.selectors.tables.own_seats import find_seat
from pirates.decisions import awaited_seats
from pirates.seats import Seat

LINES_AROUND = 6

_checkpoints = Checkpoints()


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """The viewpoint from which a reader looks back: one seat, or (`is_open`) all seats side by side."""

    seat: Seat | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """The match as one seat (None: a spectator) saw it then, and the line of the entry itself.

    `is_forgotten`: memory is short at this table, and the seat is no longer shown what it saw.
    """

    seat: Seat | None
    reading: Reading
    told: LogLine
    is_forgotten: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """A match right after one entry, seen from one seat or from all, and the log `around` it, newest first.

    `eyes` is the viewpoint that the reader is allowed, whatever was asked for.
    """

    newest: Book
    position: int
    eyes: Eyes
    names: tuple[str, ...]
    sights: tuple[Sight, ...]
    around: tuple[LogLine, ...]

    @property
    def is_left_behind(self) -> bool:
        """Whether a later rewind undid the entry."""
        return self.sights[0].told.is_left_behind


@dataclass(frozen=True, slots=True)
class Log:
    """The whole log of a match, read once, and the names to narrate it with."""

    newest: Book
    entries: list[store.Entry]
    roll: Roll

    def told(self, viewer: Seat | None, after: int, upto: int) -> list[LogLine]:
        """Return the lines after position `after` up to `upto` as `viewer` may know them."""
        return narrate_entries(self.newest, viewer, self.entries[max(0, after) : upto], roll=self.roll)


def show_moment(match: Match, position: int, reader: User | None, wanted: Eyes) -> Moment:
    """Return the match right after the entry at `position`, as far as `reader` may look; raises NoSuchMatch."""
    newest = store.open_book(match.pk)
    if not 1 <= position <= newest.position:
        raise NoSuchMatch
    log = Log(newest, list(store.read_entries(newest))[: newest.position], roll_of(newest))
    eyes = _rightful(newest, find_seat(newest, reader), wanted)
    seats = range(len(newest.table.chairs)) if eyes.is_open else (eyes.seat,)
    book = book_then(newest, log.entries, position)
    sights = tuple(_sight(match, log, book, seat) for seat in seats)
    lines = log.told(eyes.seat, position - LINES_AROUND - 1, position + LINES_AROUND)
    around = tuple(line for line in reversed(lines) if line.sentences)
    return Moment(newest, position, eyes, log.roll.at(position), sights, around)


def opening_position(book: Book) -> int:
    """Return the position where a replay opens: the newest entry of a running match, the start of a finished one."""
    if not (book.is_over and book.has_begun):
        return book.position
    return next(entry.position for entry in store.read_entries(book) if is_act(entry.events))


def book_then(newest: Book, entries: Sequence[store.Entry], position: int) -> Book:
    """Return the match as it stood after the entry at `position`, folded from the nearest checkpoint."""
    folded = [store.folded_entry(each) for each in entries[:position]]
    rewound = max((each.position for each in folded if is_rewind(each.events)), default=0)
    book = _checkpoints.nearest(newest.match_id, position)
    if book is None or book.head != folded[book.position - 1].hash or book.position < rewound:
        book = fold(Book(newest.match_id, newest.game), folded[:rewound])
    for entry in folded[book.position :]:
        book = apply_entry(book, entry)
        _checkpoints.keep(book)
    return book


def left_behind(entries: Sequence[store.Entry]) -> frozenset[int]:
    """Return the positions that later rewinds undid."""
    return abandoned_positions([store.folded_entry(each) for each in entries])


def reading_then(match: Match, book: Book, seat: Seat | None, names: tuple[str, ...]) -> Reading:
    """Return the match as `seat` saw it in this Book of a past moment, with no question to answer and no clock."""
    then = copy(match)
    then.status, then.position, then.head = status_of(book), book.position, book.head
    return Reading(
        match=then,
        book=book,
        seat=seat,
        names=names,
        view=book.game.view(book.state, seat) if book.has_begun else None,
        decisions=(),
        awaited=awaited_seats(open_decisions(book)),
        clocks=(),
        outcome=outcome_of(book),
    )


def _rightful(newest: Book, own: Seat | None, wanted: Eyes) -> Eyes:
    if not newest.is_over:
        return Eyes(seat=own)
    if wanted.is_open:
        return wanted
    is_seat = wanted.seat is not None and 0 <= wanted.seat < len(newest.table.chairs)
    return wanted if is_seat else Eyes(seat=own)


def _sight(match: Match, log: Log, book: Book, seat: Seat | None) -> Sight:
    is_forgotten = book.position < memory_horizon(log.newest, seat)
    reading = reading_then(match, book, None if is_forgotten else seat, log.roll.at(book.position))
    [told] = log.told(seat, book.position - 1, book.position)
    return Sight(seat, reading, told, is_forgotten)
