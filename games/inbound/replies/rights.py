"""Rights: how long a reply address may change anything, since a letter can be forwarded with its address."""

from games.book.book import Book
from games.models import ReplyAddress
from games.projections.write import open_decisions
from games.services.people.reply_addresses import acted_before
from pirates.decisions import find_decision


def is_open(right: ReplyAddress, book: Book) -> bool:
    """Whether the question or offer in the letter of this address is still open.

    A question is open until it is answered. An offer to take a move back, or to say what to play later, is open until
    the seat answers its next question. Nothing is open after the end of the match.
    """
    if book.is_over:
        return False
    position = acted_before(right.decision)
    if position is not None:
        return book.seat_positions.answered.get(right.seat, 0) <= position
    asked = find_decision(open_decisions(book), right.decision)
    return asked is not None and asked.seat == right.seat and not book.table.chairs[right.seat].has_left
