"""What the people at a table are called, now."""

import uuid

from django.utils.translation import gettext as _

from accounts.models import User
from games.books import Book

_BOTS = ("Barnacle Bot", "Cutlass Bot", "Doubloon Bot", "Flotsam Bot", "Grog Bot", "Jetsam Bot")


def names_of(book: Book) -> tuple[str, ...]:
    """Return the name shown for every seat, in seat order, with one query."""
    refs = {uuid.UUID(chair.player) for chair in book.laid.chairs if chair.player}
    people = User.objects.filter(ref__in=refs).values_list("ref", "name") if refs else ()
    by_ref = {ref.hex: name for ref, name in people}
    return tuple(_name(book, seat, by_ref) for seat in range(len(book.laid.chairs)))


def _name(book: Book, seat: int, by_ref: dict[str, str]) -> str:
    chair = book.laid.chairs[seat]
    if chair.player is not None:
        return by_ref.get(chair.player) or _("a departed captain")
    return _BOTS[seat % len(_BOTS)] if chair.is_taken else _("nobody")
