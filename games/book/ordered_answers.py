"""Ordered answers: when a standing order answers a window. Pure.

An order that answered at once would be recognised as one: an instant Mirror would give away the next quick answer. So
an order answers after an unpredictable delay. It is drawn the same way for every window, whatever the order says and
the hand holds, and passes only while the player's own clock runs. If bots play all other seats, there is nobody to hide
from, and the order answers at once.
"""

import hmac
from datetime import datetime, timedelta

from msgspec.structs import replace

from games.book.book import Book
from games.clocks.countdown import NONE, Countdown, due_of
from pirates.commands import Move
from pirates.seats import Seat

EARLIEST, LATEST = 288, 24
"""Divisors of the pace: a pace of one day makes 5 and 60 minutes."""
LATEST_OF_WINDOW = 2
"""A divisor: the delay is never longer than half of the window's time."""
_STEPS = 1 << 32


def ordered_answer(book: Book, seat: Seat) -> Move | None:
    """Return the Move that a seat's standing order makes now; None if it makes none, or a bot plays the seat."""
    if not book.has_begun or book.is_over or book.table.is_played_by_bot(seat):
        return None
    answer: Move | None = book.game.answer_by_order(book.state, seat)
    return answer


def answers_by_order(book: Book, seat: Seat) -> bool:
    """Whether a standing order answers the seat's open question."""
    return ordered_answer(book, seat) is not None


def ordered_at(book: Book, clock: Countdown) -> datetime | None:
    """Return when a standing order will answer the Decision of a clock; None if no order does."""
    if clock.seat is None or not clock.is_window or not answers_by_order(book, clock.seat):
        return None
    others = (seat for seat in range(len(book.table.chairs)) if seat != clock.seat)
    if all(book.table.is_played_by_bot(seat) for seat in others):
        return clock.opened_at
    return due_of(replace(clock, allowed=_while(book, clock), bank=NONE, spent=NONE))


def _while(book: Book, clock: Countdown) -> timedelta:
    pace = timedelta(seconds=book.table.pace_seconds)
    earliest = min(pace / EARLIEST, clock.allowed / LATEST_OF_WINDOW)
    latest = min(pace / LATEST, clock.allowed / LATEST_OF_WINDOW)
    return earliest + (latest - earliest) * _share(book, clock)


def _share(book: Book, clock: Countdown) -> float:
    """Return a number from 0 to 1 that is fixed for each window and that outsiders cannot work out."""
    digest = hmac.digest(bytes.fromhex(book.secret), f"by order {clock.decision}".encode(), "sha256")
    return int.from_bytes(digest[:4], "big") / (_STEPS - 1)
