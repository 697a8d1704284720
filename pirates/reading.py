"""Reading: names as people are shown them, in the language spoken, turned into the words of the notation."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache


def bare(text: str) -> str:
    """Return `text` in lower case and without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)).lower()


def with_words(text: str, names: Iterable[tuple[str, str]]) -> str:
    """Return bare `text` with each name in its place replaced by its word, the longer names first."""
    pattern, words = _search(tuple(names))
    return pattern.sub(lambda found: words[found.group()], text)


@lru_cache(maxsize=32)
def _search(names: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    words = {bare(name): word for name, word in names}
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"), words
