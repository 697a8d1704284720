"""Telling: how cards and ships are named."""

from collections.abc import Sequence

from pirates.guns_or_treasure.pieces import Card, ShipRef
from pirates.telling import Teller
from pirates.wording import gettext as _
from pirates.wording import listed, ngettext, pgettext


def ship(teller: Teller, ref: ShipRef) -> str:
    """Return the name of a ship for the middle of a sentence."""
    if ref.owner is None:
        return _("Armada ship {number}").format(number=ref.number)
    you, they = pgettext("in mid-sentence", "your ship {number}"), _("{player}'s ship {number}")
    return teller.by(ref.owner, you, they, number=ref.number)


def own_ship(teller: Teller, ref: ShipRef) -> str:
    """Return the name of a ship for the beginning of a sentence."""
    if ref.owner is None or not teller.is_told(ref.owner):
        return ship(teller, ref)
    return pgettext("at the beginning of a sentence", "Your ship {number}").format(number=ref.number)


def cards(those: Sequence[Card]) -> str:
    """Return the names of the cards as one list in words."""
    return listed([each.label for each in those])


def guns(count: int) -> str:
    """Return a number of guns, in words."""
    return ngettext("{count} gun", "{count} guns", count).format(count=count)
