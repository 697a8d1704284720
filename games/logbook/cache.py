"""In-process caches of folded matches, current and past; the least recently used are dropped first."""

from collections import OrderedDict
from threading import Lock

from games.book.book import Book

MOST_BOOKS = 512
MOST_CHECKPOINTS = 256
STRIDE = 25


class BookCache:
    """A bounded, thread-safe cache of Books. They only save work: callers check their hashes against the log."""

    def __init__(self, most: int = MOST_BOOKS) -> None:
        self._most = most
        self._books: OrderedDict[str, Book] = OrderedDict()
        self._lock = Lock()

    def find(self, match_id: str) -> Book | None:
        """Return the cached Book of this match, or None."""
        with self._lock:
            book = self._books.get(match_id)
            if book is not None:
                self._books.move_to_end(match_id)
            return book

    def keep(self, book: Book) -> None:
        """Store a Book, replacing any other of its match."""
        with self._lock:
            self._books[book.match_id] = book
            self._books.move_to_end(book.match_id)
            while len(self._books) > self._most:
                self._books.popitem(last=False)

    def clear(self) -> None:
        """Drop every Book."""
        with self._lock:
            self._books.clear()


class Checkpoints:
    """A cache of past Books, one for every STRIDE positions of a match, from which replays start.

    Bounded and thread-safe; a checkpoint counts only if its hash is that of the entry at its position.
    """

    def __init__(self, most: int = MOST_CHECKPOINTS) -> None:
        self._most = most
        self._books: OrderedDict[tuple[str, int], Book] = OrderedDict()
        self._lock = Lock()

    def nearest(self, match_id: str, position: int) -> Book | None:
        """Return the cached Book of this match at `position` or closest before it; None if there is none."""
        with self._lock:
            for at in range(position // STRIDE * STRIDE, 0, -STRIDE):
                book = self._books.get((match_id, at))
                if book is not None:
                    self._books.move_to_end((match_id, at))
                    return book
        return None

    def keep(self, book: Book) -> None:
        """Store a Book if its position is a multiple of STRIDE."""
        if book.position % STRIDE:
            return
        with self._lock:
            self._books[book.match_id, book.position] = book
            self._books.move_to_end((book.match_id, book.position))
            while len(self._books) > self._most:
                self._books.popitem(last=False)
