"""Last days: the time by which a match must end, from its Book. Pure."""

from datetime import datetime, timedelta

from games.book.book import Book
from games.clocks.bounds import longest_match
from games.table.events.core import MatchOpened
from games.table.state import Table
from pirates.game import AnyGame


def longest_of(book: Book) -> timedelta | None:
    """Return how long the match can take from its start, by its last day or by its rules; None if nothing bounds it.

    Pauses and time given back come on top; so do rewinds, unless a last day is agreed.
    """
    return longest_agreed(book.table, game=book.game, seats=len(book.table.chairs))


def longest_agreed(agreed: Table | MatchOpened, *, game: AnyGame, seats: int) -> timedelta | None:
    """Return the same as `longest_of`, from what was agreed when the match was opened, for this number of seats."""
    if agreed.terms.last_day_seconds:
        return timedelta(seconds=agreed.terms.last_day_seconds)
    waits = game.waits(game.decode_options(bytes(agreed.options)), seats).most
    if waits is None:
        return None
    return longest_match(waits=waits, seats=seats, pace=timedelta(seconds=agreed.pace_seconds), terms=agreed.terms)


def latest_end(book: Book) -> datetime | None:
    """Return the latest end of a running match, including all time added so far; None if nothing bounds it."""
    most = None if book.is_over else longest_of(book)
    return None if most is None else book.clocks.duration.ends_by(most)


def last_day_of(book: Book) -> datetime | None:
    """Return when the clock will end a running match, if it still runs then; None if no last day was agreed."""
    return latest_end(book) if book.opened is not None and book.opened.terms.last_day_seconds else None
