"""Telling: who is spoken to, and how cards and ships are named."""

from collections.abc import Mapping, Sequence

from pirates.guns_or_treasure.pieces import Card, ShipRef
from pirates.seats import Seat


class Teller:
    """Knows who is spoken to, and says "you" to that seat."""

    def __init__(self, names: Sequence[str], viewer: Seat | None) -> None:
        self._names = names
        self._viewer = viewer

    def does(self, seat: Seat, verb: str) -> str:
        """Begin a sentence with who does it."""
        said = self.then(seat, verb)
        return f"You{said[3:]}" if seat == self._viewer else said

    def then(self, seat: Seat, verb: str) -> str:
        """Say who does it, in mid-sentence."""
        if seat == self._viewer:
            return f"you {verb}"
        return f"{self._names[seat]} {_THIRD.get(verb, verb + 's')}"

    def whom(self, seat: Seat) -> str:
        """Name a seat as the one something happens to."""
        return "you" if seat == self._viewer else self._names[seat]

    def whose(self, seat: Seat) -> str:
        """Name a seat as the owner of something."""
        return "your" if seat == self._viewer else f"{self._names[seat]}'s"

    def ship(self, ref: ShipRef) -> str:
        """Name a ship in mid-sentence."""
        return f"Armada ship {ref.number}" if ref.owner is None else f"{self.whose(ref.owner)} ship {ref.number}"

    def own_ship(self, ref: ShipRef) -> str:
        """Name a ship at the beginning of a sentence."""
        named = self.ship(ref)
        return f"Your{named[4:]}" if ref.owner is not None and ref.owner == self._viewer else named


_THIRD: Mapping[str, str] = {"have": "has", "are": "is", "pass": "passes", "go": "goes", "do": "does", "spy": "spies"}


def card(one: Card) -> str:
    """Return a card as people read it."""
    return one.label


def cards(those: Sequence[Card]) -> str:
    """Return cards as people read them."""
    return listed([card(each) for each in those])


def count(many: int) -> str:
    """Return how many cards, in words."""
    return "1 card" if many == 1 else f"{many} cards"


def listed(things: Sequence[str]) -> str:
    """Return things with commas and an and."""
    *front, last = things
    return f"{', '.join(front)} and {last}" if front else last
