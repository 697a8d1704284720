"""Evidence: whether a mail with traces of a machine is somebody's answer all the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.book.book import Book
from games.inbound.machines.machines import AUTOMATIC
from games.inbound.replies.later import read_later
from games.inbound.replies.orders import find_orders, is_legal_now
from games.inbound.replies.reply_words import proposal_named, read_consent, says_undo
from games.inbound.replies.rights import is_open
from games.logbook import store
from games.models import ReplyAddress
from games.services.people.reply_addresses import acted_before
from pirates.errors import RulesError


@dataclass(frozen=True, slots=True)
class MailVerdict:
    """Why a mail is put aside, "" if it is read; `is_told`: a person may have written it, who is told then."""

    aside: str = ""
    is_told: bool = False


def weigh(traces: Sequence[str], words: Sequence[str], right: ReplyAddress) -> MailVerdict:
    """Return what becomes of a mail with these traces of a machine and these words.

    One trace weighs nothing against a whole answer to what is open. Several weigh more; but then its sender is told, as
    of any mail in doubt. What calls itself automatic and answers nothing is, and so is what has several traces.
    """
    if not traces:
        return MailVerdict()
    if holds_answer(list(words), right):
        return MailVerdict() if len(traces) == 1 else MailVerdict(", ".join(traces), is_told=True)
    return MailVerdict(", ".join(traces), is_told=len(traces) == 1 and traces[0] != AUTOMATIC)


def holds_answer(words: list[str], right: ReplyAddress) -> bool:
    """Whether these words answer what the letter of this address asked or offered, and that is still open."""
    book = store.open_book(right.match_id)
    try:
        if proposal_named(right.decision):
            read_consent(words)
            return True
        return is_open(right, book) and _is_answer(words, right, book)
    except RulesError:
        return False


def _is_answer(words: list[str], right: ReplyAddress, book: Book) -> bool:
    if acted_before(right.decision) is not None:
        return says_undo(words) or read_later(words, book, right.seat) is not None
    first = find_orders(words, book, right.seat, right.decision)[0]
    return is_legal_now(first, book, right.seat)
