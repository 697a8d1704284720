"""Taking back: find the Move that a seat may take back, using only public knowledge.

Nothing hidden from the seat matters: neither who else could have answered, nor the value of an unseen card.
"""

from django.utils.translation import gettext as _

from games.book.book import Book
from games.refusals import MatchClosed, NotNow, NotYourSeat
from games.table.rules.absence import require_not_left
from pirates.seats import Seat


def move_to_take_back(book: Book, seat: Seat) -> int:
    """Return the position of the Move that `seat` may take back; raises MatchClosed, NotYourSeat, NotNow.

    That is its own last Move, if nobody has acted since, if it revealed nothing and involved no chance, and if it did
    not replace one that was taken back: such a second choice stands.
    """
    if book.is_over:
        raise MatchClosed
    require_not_left(book.table.chairs[seat])
    last = book.last
    if last is None:
        raise NotNow("nothing_to_take_back", _("There is no move of yours that could be taken back now."))
    if last.seat != seat:
        raise NotNow(
            "others_acted", _("The last move is not yours; to go further back, everybody at the table must agree.")
        )
    if not last.is_quiet:
        raise NotNow(
            "move_told_something",
            _(
                "Your last move showed somebody something, drew on chance, or was sealed. What is sealed can be sealed "
                "anew; to wind the match back, everybody at the table must agree."
            ),
        )
    if last.is_second:
        raise NotNow("taken_back_once", _("You have taken back once here; the move you made instead stands."))
    return last.position


def can_take_back(book: Book, seat: Seat | None) -> int:
    """Return the position of the Move that `seat` (None: a spectator) may take back, or 0."""
    if seat is None:
        return 0
    try:
        return move_to_take_back(book, seat)
    except (MatchClosed, NotNow, NotYourSeat):
        return 0
