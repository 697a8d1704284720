"""Queued moves: the moves that players will play when asked next. Each is shown only to its own player."""

from accounts.models import User
from games.book.book import Book
from games.book.seat_positions import is_turn
from games.models import QueuedMove
from games.projections.write import open_decisions
from games.selectors.tables.own_seats import find_seat
from pirates.decisions import Decision, open_to
from pirates.seats import Seat


def turn_of(book: Book, seat: Seat) -> Decision | None:
    """Return the open question that makes it this seat's turn, the one a queued Move waits for, or None."""
    return next((each for each in open_to(open_decisions(book), seat) if is_turn(each)), None)


def can_queue(book: Book, seat: Seat | None) -> bool:
    """Whether the player of `seat` (None: a spectator) may say now what to play later."""
    if seat is None or not book.has_begun or book.is_over:
        return False
    return book.table.chairs[seat].keeper == "player" and turn_of(book, seat) is None


def find_queued(book: Book, player: User) -> QueuedMove | None:
    """Return the Move that `player` has queued, waiting or dropped, or None if there is none or it has lapsed."""
    seat = find_seat(book, player)
    if seat is None or not book.has_begun or book.is_over:
        return None
    row = QueuedMove.objects.filter(match_id=book.match_id, seat=seat, player=player).first()
    return None if row is None or has_lapsed(book, row) else row


def has_lapsed(book: Book, row: QueuedMove) -> bool:
    """Whether a queued Move no longer counts: its question is closed, the match is over, or another keeps the seat."""
    is_answered = book.seat_positions.answered.get(row.seat, 0) > row.since_position
    return is_answered or book.is_over or book.table.chairs[row.seat].keeper != "player"
