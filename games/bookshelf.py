"""The bookshelf: Books this process has folded lately, the least used put away first."""

from collections import OrderedDict
from threading import Lock

from games.books import Book

MOST_BOOKS = 512


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
