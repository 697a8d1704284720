"""The bookshelf: Books this process has folded lately, newest and past, the least used put away first."""

from collections import OrderedDict
from threading import Lock

from games.book.book import Book

MOST_BOOKS = 512
MOST_MARKS = 256
STRIDE = 25


class Bookshelf:
    """A bounded, thread-safe shelf. What it holds is only ever a head start, checked by hash against the log."""

    def __init__(self, most: int = MOST_BOOKS) -> None:
        self._most = most
        self._books: OrderedDict[str, Book] = OrderedDict()
        self._lock = Lock()

    def find(self, match_id: str) -> Book | None:
        """Return the Book kept of this match, or None."""
        with self._lock:
            book = self._books.get(match_id)
            if book is not None:
                self._books.move_to_end(match_id)
            return book

    def keep(self, book: Book) -> None:
        """Put a Book on the shelf in place of any other of its match."""
        with self._lock:
            self._books[book.match_id] = book
            self._books.move_to_end(book.match_id)
            while len(self._books) > self._most:
                self._books.popitem(last=False)

    def clear(self) -> None:
        """Put every Book away."""
        with self._lock:
            self._books.clear()


class Bookmarks:
    """Books of past moments, one for every STRIDE positions of a match: head starts for whoever leafs through it.

    Bounded and thread-safe; a mark counts only if its hash is that of the entry it stands at.
    """

    def __init__(self, most: int = MOST_MARKS) -> None:
        self._most = most
        self._books: OrderedDict[tuple[str, int], Book] = OrderedDict()
        self._lock = Lock()

    def nearest(self, match_id: str, position: int) -> Book | None:
        """Return the kept Book of this match that stands closest before `position`, or at it; None without one."""
        with self._lock:
            for mark in range(position // STRIDE * STRIDE, 0, -STRIDE):
                book = self._books.get((match_id, mark))
                if book is not None:
                    self._books.move_to_end((match_id, mark))
                    return book
        return None

    def keep(self, book: Book) -> None:
        """Keep a Book if a mark belongs at its position."""
        if book.position % STRIDE:
            return
        with self._lock:
            self._books[book.match_id, book.position] = book
            self._books.move_to_end((book.match_id, book.position))
            while len(self._books) > self._most:
                self._books.popitem(last=False)
