"""One match as one reader may see it."""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.logbook.rows import read_moment
from games.models import Invitation, Match, OpenProposal
from games.projections.write import open_decisions, outcome_of
from games.refusals import NoSuchMatch
from games.selectors.play.logs import memory_horizon
from games.selectors.play.names import Roll, roll_of
from games.selectors.tables.own_seats import find_seat
from pirates.commands import Move
from pirates.decisions import Decision, answered_by, awaited_seats, open_to
from pirates.outcomes import Outcome
from pirates.seats import Seat

_CLOCKS = (  # raw SQL: every page and letter about a match needs it (`games/sql.py` has the figures)
    "SELECT seat, decision, due_at, is_window FROM games_deadline"
    " WHERE match_id = %s AND seat IS NOT NULL ORDER BY due_at, seat"
)

MOST_MOVES = 200
MOST_SEARCHED = 2000


@dataclass(frozen=True, slots=True)
class Clock:
    """When the answer of a seat is due."""

    seat: Seat
    decision: str
    due_at: datetime
    is_window: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A match as `seat` (None: a spectator) sees it now; `view` is None before the start."""

    match: Match
    book: Book
    seat: Seat | None
    names: tuple[str, ...]
    view: Any
    decisions: tuple[Decision, ...]
    awaited: tuple[Seat, ...]
    clocks: tuple[Clock, ...]
    outcome: Outcome | None

    @property
    def is_host(self) -> bool:
        """Whether the reader opened this match."""
        return self.seat is not None and self.book.table.chairs[self.seat].player == self.book.table.host

    @property
    def own_question(self) -> Decision | None:
        """The required Decision that waits for the reader, if there is one."""
        return next((each for each in self.decisions if each.required), None)


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal Move and its notation."""

    move: Move
    notation: str


def find_match(match_id: str, reader: User | None, invitation: Invitation | None = None) -> Match:
    """Return a match that `reader` (None: signed out) may know of; raises NoSuchMatch."""
    could_be = match_id.isascii() and match_id.isalnum()
    match = Match.objects.select_related("host").filter(pk=match_id).first() if could_be else None
    if match is None or not (may_see(match, reader) or (invitation and invitation.match_id == match.pk)):
        raise NoSuchMatch
    return match


def may_see(match: Match, reader: User | None) -> bool:
    """Whether this person may know that the match exists: everybody may, unless it is private."""
    if not match.is_private:
        return True
    if reader is None:
        return False
    return (
        match.host_id == reader.pk
        or match.seats.filter(player=reader).exists()
        or OpenProposal.objects.filter(match=match, newcomer=reader).exists()
    )


def read_match(match: Match, reader: User | None) -> Reading:
    """Return the match as `reader` may see it now."""
    book = store.open_book(match.pk)
    seat = find_seat(book, reader)
    return reading_of(match, book, seat)


def reading_of(match: Match, book: Book, seat: Seat | None, roll: Roll | None = None) -> Reading:
    """Return the match as the holder of `seat` may see it in this Book; its `roll` is looked up if it is not given."""
    decisions = open_decisions(book)
    return Reading(
        match=match,
        book=book,
        seat=seat,
        names=(roll or roll_of(book)).now,
        view=book.game.view(book.state, seat) if book.has_begun else None,
        decisions=decisions_of(book, seat),
        awaited=awaited_seats(decisions),
        clocks=clocks_of(book),
        outcome=outcome_of(book),
    )


def decisions_of(book: Book, seat: Seat | None) -> tuple[Decision, ...]:
    """Return the open Decisions that the holder of `seat` may answer: none for a spectator or an abandoned seat."""
    if seat is None or book.table.chairs[seat].has_left:
        return ()
    return open_to(open_decisions(book), seat)


def clocks_of(book: Book) -> tuple[Clock, ...]:
    """Return the running clocks of seats, soonest first."""
    with connection.cursor() as cursor:
        cursor.execute(_CLOCKS, [book.match_id])
        rows = cursor.fetchall()
    return tuple(Clock(seat, decision, read_moment(due), bool(is_window)) for seat, decision, due, is_window in rows)


def choices_of(book: Book, seat: Seat, most: int = MOST_MOVES, *, decision: str | None = None) -> list[Choice]:
    """Return the first `most` legal Moves of `seat` with their notation; with `decision`, those that answer it."""
    asked = open_to(open_decisions(book), seat)
    if not asked:
        return []
    moves = islice(book.game.legal_moves(book.state, seat), most if decision is None else MOST_SEARCHED)
    answers = (move for move in moves if decision is None or answered_by(move, asked).key == decision)
    return [Choice(move, book.game.write(move)) for move in islice(answers, most)]


def view_at(match: Match, position: int, reader: User | None) -> tuple[Book, Any]:
    """Return the match and the reader's own view right after the entry at `position`; raises NoSuchMatch.

    Where memory is short, this view hides what the log no longer shows the reader.
    """
    newest = store.open_book(match.pk)
    seat = find_seat(newest, reader)
    book = store.book_at(match.pk, position)
    if position < memory_horizon(newest, seat):
        seat = None
    return book, book.game.view(book.state, seat) if book.has_begun else None
