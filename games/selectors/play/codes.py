"""Codes: short words for the choices of one Decision, the same in every letter about it and never a position."""

import hashlib
from dataclasses import dataclass

from games.book.book import Book
from games.selectors.play.matches import Choice, choices_of
from pirates.seats import Seat

MOST_IN_LETTER = 60

_DIGITS = "23456789"
_LETTERS = "abcdefghjkmnpqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class CodedChoice:
    """A legal Move with its notation and its code: a digit and two letters, so that it cannot be a word of notation."""

    code: str
    choice: Choice


def coded_choices(book: Book, seat: Seat, decision: str, most: int) -> list[CodedChoice]:
    """Return the first `most` legal Moves of `seat` that answer `decision`, each with its code."""
    coded: dict[str, CodedChoice] = {}
    for choice in choices_of(book, seat, most, decision=decision):
        code = _free_code(f"{book.match_id}/{decision}/{choice.notation}", coded)
        coded[code] = CodedChoice(code, choice)
    return list(coded.values())


def _free_code(text: str, taken: dict[str, CodedChoice]) -> str:
    attempt = 0
    while (code := _code(f"{text}/{attempt}")) in taken:
        attempt += 1
    return code


def _code(text: str) -> str:
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
    digit, rest = number % len(_DIGITS), number // len(_DIGITS)
    return _DIGITS[digit] + _LETTERS[rest % len(_LETTERS)] + _LETTERS[rest // len(_LETTERS) % len(_LETTERS)]
