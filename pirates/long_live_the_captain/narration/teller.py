"""The teller: knows who is spoken to, says "you" to that seat, and names cards."""

from collections.abc import Mapping, Sequence

from pirates.long_live_the_captain.pieces import BRIBE_CARDS, Card, Cards, Needs, by_worth
from pirates.seats import Seat

_THIRD: Mapping[str, str] = {"do": "does", "pass": "passes", "are": "is", "have": "has"}
_PLURAL: Mapping[Card, str] = {Card.MAP: "Treasure Maps", Card.APPLE: "Rotten Apples"}


class Teller:
    """Tells one viewer; None is a spectator."""

    def __init__(self, names: Sequence[str], viewer: Seat | None) -> None:
        self._names = names
        self._viewer = viewer

    def does(self, seat: Seat, verb: str) -> str:
        """Begin a sentence with who does it."""
        return f"You {verb}" if seat == self._viewer else self.then(seat, verb)

    def then(self, seat: Seat, verb: str) -> str:
        """Say who does it, in mid-sentence."""
        return f"you {verb}" if seat == self._viewer else f"{self._names[seat]} {_THIRD.get(verb, verb + 's')}"

    def whom(self, seat: Seat) -> str:
        return "you" if seat == self._viewer else self._names[seat]

    def whose(self, seat: Seat) -> str:
        return "your" if seat == self._viewer else f"{self._names[seat]}'s"

    def own(self, seat: Seat) -> str:
        return "yours" if seat == self._viewer else f"{self._names[seat]}'s"

    def all_of(self, seats: Sequence[Seat]) -> str:
        return listed([self.whom(seat) for seat in seats])

    def is_told(self, seat: Seat) -> bool:
        return seat == self._viewer


def counted(card: Card, count: int) -> str:
    """Say how many of a kind."""
    if card in BRIBE_CARDS:
        return card.label if count == 1 else f"{count} times {card.label}"
    return f"{count} {card.label if count == 1 else _PLURAL.get(card, card.label)}"


def cards_named(cards: Cards) -> str:
    kinds = dict.fromkeys(by_worth(cards))
    return listed([counted(card, cards.count(card)) for card in kinds]) if cards else "nothing"


def cards_counted(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def needs_named(needs: Needs) -> str:
    return listed([counted(need.card, need.count) for need in needs])


def listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
