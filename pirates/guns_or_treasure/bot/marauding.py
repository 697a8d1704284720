"""Marauding: what other owners' ships may carry, and what an attack on them may bring home."""

from math import exp, sqrt

import msgspec

from pirates.guns_or_treasure.bot.fleets import bombs_unseen, known, own_ships
from pirates.guns_or_treasure.moves import AttackShip, LookAtCard, RetreatShip, SpyShip
from pirates.guns_or_treasure.pieces import SHIP_CARDS, Card
from pirates.guns_or_treasure.scoring import Command, Strength, guns_of, treasure_in
from pirates.guns_or_treasure.view import View
from pirates.seats import Seat

MEAN_GUNS = sum(card.guns for card in SHIP_CARDS) / len(SHIP_CARDS)
MEAN_TREASURE = sum(card.treasure for card in SHIP_CARDS) / len(SHIP_CARDS)
SPREAD = sqrt(sum(card.guns**2 for card in SHIP_CARDS) / len(SHIP_CARDS) - MEAN_GUNS**2)
KEPT = 0.85
"""The share of a ship's treasure that comes home sooner or later if the ship does nothing now."""
LEFT_OVER = 2.0
"""How many times likelier a bomb is on the Armada than elsewhere: players man it with cards they did not want."""


class Prey(msgspec.Struct, frozen=True):
    """What a ship of another owner is expected to carry."""

    guns: float
    spread: float
    treasure: float
    no_bomb: float
    size: int


def spy(view: View, move: SpyShip) -> float:
    """Return the value of spying on a ship: the treasure it may carry."""
    return _prey(view, move.rival, move.ship).treasure


def look(view: View, move: LookAtCard) -> float:
    """Return the value of looking at a card: highest on a rich ship with few unknown cards."""
    prey = _prey(view, move.rival, move.ship)
    return prey.treasure - 2 * prey.spread


def retreat(view: View, move: RetreatShip) -> float:
    """Return the value of bringing a ship home now."""
    treasure = sum(card.treasure for card in own_ships(view).get(move.ship, ()))
    return (1 - KEPT) * treasure


def attack(view: View, move: AttackShip) -> float:
    """Return what an attack may bring home, minus what the ship would bring home without it."""
    cards, prey = own_ships(view).get(move.ship, ()), _prey(view, move.rival, move.target)
    own = sum(card.treasure for card in treasure_in(cards))
    if Card.BOMB in cards:
        return 0.2 * prey.treasure - KEPT * own
    guns = guns_of(Strength(cards, _command(view, view.viewer), prey.size, attacks=True))
    wins = prey.no_bomb * _chance(guns + 0.5 - prey.guns, prey.spread)
    loses = prey.no_bomb - wins
    return wins * (own + prey.treasure) - KEPT * own - loses * 0.4 * own + (1 - prey.no_bomb) * 0.2 * prey.treasure


def _chance(lead: float, spread: float) -> float:
    """Return the approximate chance that a normal deviate with this `spread` stays below `lead`."""
    return 1 / (1 + exp(-1.7 * lead / max(spread, 0.1))) if abs(lead) < 30 * max(spread, 0.1) else float(lead > 0)


def _prey(view: View, owner: Seat | None, number: int) -> Prey:
    fleet = view.armada if owner is None else view.fleets[owner]
    ship = next((each for each in fleet if each.number == number), None)
    if ship is None:
        return Prey(0.0, 0.0, 0.0, 1.0, 0)
    faces, hidden = known(ship), ship.cards.count(None)
    share = min(1.0, bombs_unseen(view) * (LEFT_OVER if owner is None else 1.0))
    guns = guns_of(Strength(faces, _command(view, owner), len(ship.cards), attacks=False))
    return Prey(
        guns=guns + hidden * MEAN_GUNS,
        spread=SPREAD * sqrt(hidden),
        treasure=sum(card.treasure for card in faces) + hidden * MEAN_TREASURE,
        no_bomb=0.0 if Card.BOMB in faces else (1 - share) ** hidden,
        size=len(ship.cards),
    )


def _command(view: View, seat: Seat | None) -> Command:
    if seat is None or not view.captains:
        return None
    shown = view.captains[seat]
    return None if shown.side is None else (shown.captain, shown.side)
