"""Last days: by when a match must end, from its Book. Pure."""

from datetime import datetime, timedelta

from games.books import Book
from games.bounds import longest_match


def longest_of(book: Book) -> timedelta | None:
    """Return how long the match can take from its start, by its last day or by its rules; None if nothing bounds it.

    Pauses and time given back come on top; so do rewinds, but where a last day is agreed.
    """
    laid = book.laid
    if laid.terms.last_day_seconds:
        return timedelta(seconds=laid.terms.last_day_seconds)
    waits = book.game.longest(book.game.decode_options(bytes(laid.options)), len(laid.chairs))
    if waits is None:
        return None
    pace = timedelta(seconds=laid.pace_seconds)
    return longest_match(waits=waits, seats=len(laid.chairs), pace=pace, terms=laid.terms)


def latest_end(book: Book) -> datetime | None:
    """Return by when a running match ends, with all that came on top so far; None: it does not."""
    most = None if book.is_over else longest_of(book)
    return None if most is None else book.times.lasting.ends_by(most)


def last_day_of(book: Book) -> datetime | None:
    """Return when the clock ends a running match that is not over by then; None where no last day was agreed."""
    return latest_end(book) if book.table is not None and book.table.terms.last_day_seconds else None
