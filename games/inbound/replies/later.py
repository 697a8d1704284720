"""Later: the word that queues a move for when the seat is asked next, and the phrases that withdraw it."""

from games.book.book import Book
from games.inbound.replies.orders import split_first
from games.selectors.play.queued import turn_of
from pirates.errors import MalformedMove, RulesError
from pirates.seats import Seat

_LATER = "later"
_WITHDRAWS = frozenset({"later nothing", "later never mind", "never mind", "nevermind"})


def read_later(lines: list[str], book: Book, seat: Seat) -> str | None:
    """Return the notation to play later, "" if the reply withdraws it, or None if the reply says neither.

    If the seat is asked now, text that cannot be read as a Move is ordinary prose, as in "later today".
    """
    word, rest = split_first(lines, book, seat)
    said = " ".join(f"{word} {rest}".lower().split())
    if said in _WITHDRAWS:
        return ""
    if word != _LATER or not rest or (turn_of(book, seat) is not None and not _is_readable(rest, book, seat)):
        return None
    return rest


def _is_readable(text: str, book: Book, seat: Seat) -> bool:
    try:
        book.game.parse(text, book.state, seat)
    except MalformedMove:
        return False
    except RulesError:
        return True
    return True
