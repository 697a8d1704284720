"""Later: the word by which a reply says what to play when asked next, and those that take it back."""

from games.book.book import Book
from games.inbound.replies.orders import split_first
from games.selectors.play.queued import turn_of
from pirates.errors import MalformedMove, RulesError
from pirates.seats import Seat

_LATER = "later"
_WITHDRAWS = frozenset({"later nothing", "later never mind", "never mind", "nevermind"})


def read_later(lines: list[str], book: Book, seat: Seat) -> str | None:
    """Return the notation that is to be played later, "" if nothing is any more, or None if a reply says neither.

    Of whoever is asked now, what cannot be read as a Move is but words, as in "later today".
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
