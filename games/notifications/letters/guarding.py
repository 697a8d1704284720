"""Guarding: keep the lines of a letter from being read as moves when a reply quotes it.

Replies quote a letter broken at any width and often unmarked. Words of a letter that would be a move if they stood
alone on a line are tied to the word before them by no-break spaces. A code is tied to the move that it stands for.
"""

import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from html import escape, unescape

from games.book.book import Book
from pirates.errors import MalformedMove, RulesError
from pirates.seats import Seat
from pirates.wording import language_spoken

TIE = "\N{NO-BREAK SPACE}"

_MOST_WORDS = 14
_CODE = re.compile(r"[2-9][a-hjkmnp-z]{2}")
_ORNAMENT = " \t*_`\"'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb.,;:!()[]{}<>"
_WORDS = re.compile(r"(\s*)(\S+)")
_BLOCK = re.compile(r"(<(?:br|/?(?:p|li|ul|td|tr|h2|div|table|pre))\b[^>]*>)")
_TAG = re.compile(r"(<[^>]*>)")
_GIBBERISH = "qxzzqx"
_MOST_BEGINNINGS = 10_000

Guard = Callable[[str], str]


def guard_of(book: Book, seat: Seat) -> Guard:
    """Return a function that ties the words of a line of a letter about this match, so that no part of it is a move."""

    def fault(text: str) -> str | None:
        try:
            book.game.parse(text, book.state, seat)
        except MalformedMove as refusal:
            return refusal.code
        except RulesError:
            return None
        return None

    known = _beginnings(book.game.slug, book.game.rules_version, language_spoken())

    def begins_move(word: str) -> bool:
        if word not in known:
            if len(known) >= _MOST_BEGINNINGS:
                known.clear()
            known[word] = bool(_CODE.fullmatch(word)) or fault(word) != fault(_GIBBERISH)
        return known[word]

    @lru_cache(maxsize=2000)
    def is_move(words: str) -> bool:
        if _CODE.match(words):
            return all(_CODE.fullmatch(each) for each in words.split())
        return fault(words) is None

    return lambda line: _tied(line, begins_move, is_move)


@lru_cache(maxsize=64)
def _beginnings(_slug: str, _rules_version: int, _language: Hashable) -> dict[str, bool]:
    """Return the words tried so far in the letters of one game and language, and whether a move begins with each.

    Whether a word begins a move does not depend on the State. Without this each letter tried all its words anew.
    """
    return {}


def guard_text(text: str, guard: Guard) -> str:
    """Return the text of a letter guarded line by line; its lines must not be wrapped yet."""
    return "\n".join(guard(line) for line in text.split("\n"))


def guard_html(html: str, guard: Guard) -> str:
    """Return the HTML of a letter with its visible text guarded; each block is one line, as its reader sees it."""
    head, body, rest = html.rpartition("<body") if "<body" in html else ("", "", html)
    return head + body + "".join(_guarded(block, guard) for block in _BLOCK.split(rest))


def _guarded(block: str, guard: Guard) -> str:
    """Return a block with its words guarded, even across tags; this works because ties change no length."""
    pieces = _TAG.split(block)
    seen = [unescape(piece) for piece in pieces[::2]]
    whole = guard("".join(seen))
    start = 0
    for number, said in enumerate(seen):
        tied = whole[start : start + len(said)]
        if tied != said:
            pieces[2 * number] = escape(tied, quote=False)
        start += len(said)
    return "".join(pieces)


def _tied(line: str, begins_move: Callable[[str], bool], is_move: Callable[[str], bool]) -> str:
    """Return the line with each word tied that a move could begin with if the line were broken before it.

    A word that is tied already begins no line, and one move is enough to tie a word: trying only what can matter took
    a letter that lists 40 choices from 1,600 parsed spans to 40, and from 42 ms to 7 ms.
    """
    pieces = _WORDS.findall(line)
    words = [word for _, word in pieces]
    ties: set[int] = set()
    for start, (gap, word) in enumerate(pieces):
        if TIE not in gap and begins_move(_bare(word)):
            ends = range(start + 1, min(len(words), start + _MOST_WORDS) + 1)
            moves = (end for end in ends if is_move(_bare(" ".join(words[start:end]))))
            if not start:
                ties.update(range(1, min(max(moves, default=0) + 1, len(words))))
            elif any(moves):
                ties.add(start)
    tail = line[sum(len(gap) + len(word) for gap, word in pieces) :]
    return "".join((TIE * len(gap) if at in ties else gap) + word for at, (gap, word) in enumerate(pieces)) + tail


def _bare(words: str) -> str:
    return words.strip(_ORNAMENT)
