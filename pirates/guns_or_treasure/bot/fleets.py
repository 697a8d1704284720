"""Fleets: what a bot knows of its own ships, and of the cards that it does not see."""

from pirates.guns_or_treasure.pieces import COPIES, Card, Cards
from pirates.guns_or_treasure.view import ShipView, View

CARDS = sum(COPIES.values())


def own_ships(view: View) -> dict[int, Cards]:
    fleet = () if view.viewer is None else view.fleets[view.viewer]
    return {ship.number: known(ship) for ship in fleet}


def known(ship: ShipView) -> Cards:
    return tuple(card for card in ship.cards if card is not None)


def bombs_unseen(view: View) -> float:
    """Return the share of bombs among the cards that the viewer does not see."""
    ships = (*view.armada, *(ship for fleet in view.fleets for ship in fleet))
    seen = [*(view.hand or ()), *(view.stash or ()), *(card for ship in ships for card in known(ship))]
    return (COPIES[Card.BOMB] - seen.count(Card.BOMB)) / max(1, CARDS - len(seen))
