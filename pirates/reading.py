"""Reading: replace displayed names, in the active language, by the words of the notation."""

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from pirates.commands import Move
from pirates.errors import MalformedMove
from pirates.wording import gettext as _
from pirates.wording import language_spoken

R = TypeVar("R")

Names: TypeAlias = Callable[[], Iterable[tuple[str, str]]]
"""Yields displayed names in the active language, each with its word in the notation; always the same per language."""


def bare(text: str) -> str:
    """Return `text` in lower case and without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)).lower()


def with_words(text: str, names: Names) -> str:
    """Return bare `text` with each displayed name replaced by its notation word; longer names go first."""
    pattern, words = _search(names, language_spoken())
    return pattern.sub(lambda found: words[found.group()], text)


@lru_cache(maxsize=32)
def _search(names: Names, _language: Hashable) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of all names in one language, cached because a letter needs it for each of its words."""
    words = {bare(name): word for name, word in names()}
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"), words


def reader_of(word: str, readers: Mapping[str, R], *more: str) -> R:
    """Return the reader of Moves that begin with `word`; raises MalformedMove with the known words and `more`."""
    found = readers.get(word)
    if found is None:
        raise MalformedMove(
            "unknown_word",
            _("No move begins like that. Begin with one of: {words}.").format(words=", ".join([*readers, *more])),
        )
    return found


def write_by(writers: Mapping[type[Move], Callable[[Any], str]]) -> Callable[[Move], str]:
    """Return a Game's `write`, which calls the writer for the kind of Move."""

    def write(move: Move) -> str:
        return writers[type(move)](move)

    return write
