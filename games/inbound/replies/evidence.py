"""Evidence: whether a mail with traces of a machine is a person's answer after all."""

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
    """Why a mail is put aside, "" if it is read; `is_told`: notify the player, who may have written it."""

    aside: str = ""
    is_told: bool = False


def weigh(traces: Sequence[str], words: Sequence[str], right: ReplyAddress) -> MailVerdict:
    """Return the verdict on a mail with these traces of a machine and these words.

    A mail that answers an open question is read despite one trace; with several it is put aside and the player is
    notified. A mail without an answer is put aside. The player is notified of it only if its one trace leaves a doubt:
    not if it has several, nor if it calls itself automatic.
    """
    if not traces:
        return MailVerdict()
    if holds_answer(list(words), right):
        return MailVerdict() if len(traces) == 1 else MailVerdict(", ".join(traces), is_told=True)
    return MailVerdict(", ".join(traces), is_told=len(traces) == 1 and traces[0] != AUTOMATIC)


def holds_answer(words: list[str], right: ReplyAddress) -> bool:
    """Whether these words answer the question or offer in the letter of this address while it is still open."""
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
