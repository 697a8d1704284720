"""Orders: find the lines of a reply that say what to play. Other words are ignored; nothing is ever guessed.

A line is a code, a few codes, or a Move in notation. Several are played in order if each can only follow the one
before it, if "then" joins them, or if the codes stand on one line. If two lines both answer the question that is open
now, the player is asked which one was meant.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.book.book import Book
from games.inbound.replies.new_words import WRAPS_FROM
from games.projections.write import open_decisions
from games.selectors.play.codes import MOST_IN_LETTER, CodedChoice, coded_choices
from games.services.play.deciding import decide
from pirates.decisions import answered_by, open_to
from pirates.errors import MalformedMove, RulesError
from pirates.seats import Seat

MOST_ORDERS = 12

_CODE = re.compile(r"^[2-9][a-hjkmnp-z]{2}$")
_SEQUEL = re.compile(r"\s*(?:[,;.]\s*)?\b(?:and\s+)?then\b[\s,:]*", re.IGNORECASE)
_QUOTING = " \t*_`\"'\u2018\u2019\u201a\u201c\u201d\u201e\u201f\u2039\u203a\u00ab\u00bb"
_ORNAMENT = _QUOTING + ".,;:!()[]{}<>"
_GOES_ON = re.compile(r"(?:[,;+&]|\band)$", re.IGNORECASE)
_FIRST_WORD = re.compile(r"\W*(\w+)[\s:,]*(.*)")
_GIBBERISH = "qxzzqx"


@dataclass(frozen=True, slots=True)
class MailOrder:
    """One thing to play, as notation; `is_sequel`: the player said that it follows the one before."""

    notation: str
    is_sequel: bool = False


def find_orders(lines: list[str], book: Book, seat: Seat, decision: str) -> list[MailOrder]:
    """Return the orders of the player of `seat` in answer to `decision`, at least one.

    Raises MalformedMove: no_move_found, two_answers, unknown_code, too_many_orders, or how the first line is wrong.
    """
    reader = _Reader(book, seat, {each.code: each.choice.notation for each in _coded(book, seat, decision)})
    orders = list(reader.read(lines))
    if not orders:
        raise MalformedMove("no_move_found", _("No move was found in your reply: no code and no line of notation."))
    if len(orders) > MOST_ORDERS:
        raise MalformedMove(
            "too_many_orders", _("At most {most} moves are taken from one letter.").format(most=MOST_ORDERS)
        )
    _refuse_two_answers(orders, book, seat)
    return orders


def split_first(lines: list[str], book: Book, seat: Seat) -> tuple[str, str]:
    """Return the first word of a reply in lower case, and the rest of its line without ornaments.

    A line that a mail program wrapped is joined again first.
    """
    begun = next((number for number, line in enumerate(lines) if _bare(line)), len(lines))
    found = _FIRST_WORD.match(lines[begun]) if begun < len(lines) else None
    if found is None:
        return "", ""
    word, rest = found.groups()
    whole = next(_Reader(book, seat, {}).whole([rest, *lines[begun + 1 :]])) if rest else ""
    return word.lower(), _bare(whole)


def aside_of(order: MailOrder, book: Book, seat: Seat) -> str:
    """Return the key of the optional question that an order answers, such as standing orders, or ""."""
    asked = open_to(open_decisions(book), seat)
    try:
        answered = answered_by(book.game.parse(order.notation, book.state, seat), asked) if asked else None
    except RulesError:
        return ""
    return answered.key if answered and not answered.required else ""


def _coded(book: Book, seat: Seat, decision: str) -> list[CodedChoice]:
    return coded_choices(book, seat, decision, MOST_IN_LETTER)


def _refuse_two_answers(orders: list[MailOrder], book: Book, seat: Seat) -> None:
    """Raise MalformedMove if a second order answers the open question. Only ask the rules whether it is legal now."""
    answers = [order for order in orders if not aside_of(order, book, seat)]
    for order in answers[1:]:
        if not order.is_sequel and is_legal_now(order, book, seat):
            raise MalformedMove(
                "two_answers",
                _(
                    "Your letter answers one question twice: '{first}' and '{second}'. Send the one you mean; if you"
                    " mean both, one after the other, write 'then' between them."
                ).format(first=answers[0].notation, second=order.notation),
            )


def is_legal_now(order: MailOrder, book: Book, seat: Seat) -> bool:
    """Whether the rules allow this order as the match stands."""
    try:
        decide(book, f"seat:{seat}", book.game.parse(order.notation, book.state, seat))
    except RulesError:
        return False
    return True


class _Reader:
    """Reads lines as one Game's notation, or as codes of one letter."""

    def __init__(self, book: Book, seat: Seat, notations: dict[str, str]) -> None:
        self._book = book
        self._seat = seat
        self._notations = notations
        self._unknown_word = self._fault(_GIBBERISH)

    def read(self, lines: list[str]) -> Iterator[MailOrder]:
        """Yield every order; raises MalformedMove for a near miss that comes before the first order."""
        has_any = False
        for text, is_sequel in self._pieces(lines):
            for order in self._orders(text, is_sequel=is_sequel, has_any=has_any):
                has_any = True
                yield order

    def _orders(self, text: str, *, is_sequel: bool, has_any: bool) -> Iterator[MailOrder]:
        words = text.lower().replace(",", " ").replace(";", " ").split()
        if words and all(_CODE.match(word) for word in words):
            for number, word in enumerate(words):
                yield MailOrder(self._decoded(word), is_sequel or number > 0)
            return
        fault = self._fault(text)
        if fault is None or (has_any and not self._is_prose(fault)):
            yield MailOrder(text, is_sequel)
        elif not self._is_prose(fault):
            raise fault

    def _pieces(self, lines: list[str]) -> Iterator[tuple[str, bool]]:
        """Yield each line, or each side of a "then", with True if the player said that it follows the one before."""
        is_sequel = False
        for line in self.whole(lines):
            parts = [_bare(part) for part in _SEQUEL.split(line)]
            for number, part in enumerate(parts):
                if part:
                    yield part, is_sequel or number > 0
                    is_sequel = False
            is_sequel = is_sequel or (len(parts) > 1 and not parts[-1])

    def whole(self, lines: list[str]) -> Iterator[str]:
        """Yield the lines, joining those that a mail program wrapped or that the player broke after a comma."""
        waiting = list(lines)
        while waiting:
            line = waiting.pop(0)
            is_begun = self._is_begun(line)
            while waiting and waiting[0] and self._belongs(line, waiting[0], is_begun=is_begun):
                line = f"{line} {waiting.pop(0)}"
            yield line

    def _is_begun(self, line: str) -> bool:
        """Whether a line begins a move but leaves it incomplete, as a bare "steal" does."""
        fault = self._fault(_bare(line))
        return fault is not None and bool(_bare(line)) and not self._is_prose(fault)

    def _belongs(self, line: str, following: str, *, is_begun: bool) -> bool:
        return self._goes_on(line, following) or (is_begun and self._is_completed_by(line, following))

    def _is_completed_by(self, line: str, following: str) -> bool:
        """Whether the two lines form a move together and at least one of them is no move by itself."""
        if self._fault(f"{_bare(line)} {_bare(following)}") is not None:
            return False
        return self._fault(_bare(line)) is not None or self._fault(_bare(following)) is not None

    def _goes_on(self, line: str, following: str) -> bool:
        fault = self._fault(_bare(line))
        if not _bare(line) or (fault is not None and self._is_prose(fault)):
            return False
        if _GOES_ON.search(line.rstrip(_QUOTING)):
            return True
        return len(line) >= WRAPS_FROM and self._fault(_bare(f"{line} {following}")) is None

    def _fault(self, text: str) -> MalformedMove | None:
        try:
            self._book.game.parse(text, self._book.state, self._seat)
        except MalformedMove as fault:
            return fault
        except RulesError:
            return None
        return None

    def _is_prose(self, fault: MalformedMove) -> bool:
        """Whether a line fails to parse just as words do that have nothing to do with the game."""
        return self._unknown_word is not None and fault.code == self._unknown_word.code

    def _decoded(self, code: str) -> str:
        if code not in self._notations:
            raise MalformedMove(
                "unknown_code",
                _("'{code}' is no code of this question. Codes hold for one letter; use the newest.").format(code=code),
            )
        return self._notations[code]


def _bare(line: str) -> str:
    """Return a line without the ornaments that people and mail programs put around words."""
    return re.sub(r"^[-*\u2022\u00b7\u2013\u2014]\s+", "", line.strip()).strip(_ORNAMENT)
