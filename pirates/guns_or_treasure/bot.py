"""Bot: plays sensibly from a View and the Moves it is offered.

It builds ships with guns enough for the treasure aboard, keeps bombs in hand, attacks where it may expect more than it
risks, and otherwise brings its richest ship home.
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from typing import Any

import msgspec

from pirates.commands import Move
from pirates.dice import Dice, pick
from pirates.guns_or_treasure.moves import (
    AddLeftover,
    AttackByLots,
    AttackShip,
    BuildShips,
    ChooseSide,
    ForgoPower,
    LayBluff,
    LookAtCard,
    ManArmada,
    RetreatShip,
    ShiftCard,
    SpyShip,
    TakeCard,
)
from pirates.guns_or_treasure.pieces import ROUNDS, SHIP_CARDS, Captain, Card, Cards
from pirates.guns_or_treasure.scoring import Command, Strength, guns_of, treasure_in
from pirates.guns_or_treasure.view import ShipView, View
from pirates.seats import Seat

MEAN_GUNS = sum(card.guns for card in SHIP_CARDS) / len(SHIP_CARDS)
MEAN_TREASURE = sum(card.treasure for card in SHIP_CARDS) / len(SHIP_CARDS)
SPREAD = sqrt(sum(card.guns**2 for card in SHIP_CARDS) / len(SHIP_CARDS) - MEAN_GUNS**2)
NO_BOMB = 1 - SHIP_CARDS.count(Card.BOMB) / len(SHIP_CARDS)
STRONG = 5.0
"""Guns that win about every second battle."""
RISK = 0.8
"""How much less the tenth treasure of a ship is worth than its first: an exponent."""
KEPT = 0.85
"""The part of a ship's treasure that comes home sooner or later if the ship does nothing now."""


class Prey(msgspec.Struct, frozen=True):
    """What a ship of somebody else is expected to carry."""

    guns: float
    spread: float
    treasure: float
    no_bomb: float
    size: int


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return the best of `moves`; lots choose between equals."""
    if len(moves) == 1:
        return moves[0]
    values = [_VALUES[type(move)](view, move) for move in moves]
    best = max(values)
    return pick(dice, [move for move, value in zip(moves, values, strict=True) if value == best])


def _ship_worth(cards: Cards, *, is_final: bool) -> float:
    """Return how good a ship is: its treasure, the safer the more guns there are, and what those may win.

    Much treasure on one ship counts less, as a single bomb may sink it all.
    """
    if len(cards) == 1 and is_final:
        return 0.0
    treasure = float(sum(card.treasure for card in cards) ** RISK)
    if Card.BOMB in cards:
        return 0.4 * treasure - 1.5
    wins = 1 / (1 + exp((STRONG - sum(card.guns for card in cards)) / 1.5))
    return treasure * (0.6 + 0.4 * wins) + 6.0 * wins - (1.0 if len(cards) == 1 else 0.0)


def _fleet_worth(ships: Mapping[int, Cards], *, is_final: bool) -> float:
    return sum(_ship_worth(cards, is_final=is_final) for cards in ships.values())


def _own_ships(view: View) -> dict[int, Cards]:
    fleet = () if view.viewer is None else view.fleets[view.viewer]
    return {ship.number: _known(ship) for ship in fleet}


def _known(ship: ShipView) -> Cards:
    return tuple(card for card in ship.cards if card is not None)


def _build(view: View, move: BuildShips) -> float:
    if move.loads is None:
        return -100.0
    ships = _own_ships(view)
    for new, load in enumerate(move.loads, 1):
        number = -new if load.ship is None else load.ship
        ships[number] = ships.get(number, ()) + load.cards
    return _fleet_worth(ships, is_final=view.round == ROUNDS)


def _use(card: Card) -> float:
    return -2.0 if card is Card.BOMB else float(card.guns + card.treasure)


def _lay(_: View, move: LayBluff) -> float:
    """Discard the worst, and show the better of the others: what stays closed is often left lying."""
    if move.discard is None or move.open is None:
        return -100.0
    return _use(move.open) - 10 * _use(move.discard)


def _take(view: View, move: TakeCard) -> float:
    if view.viewer is None or not view.laid or move.which is None:
        return -100.0
    lying = view.laid[(view.viewer + 1) % len(view.laid)].open
    return _use(lying) if move.which == "open" and lying is not None else MEAN_GUNS + MEAN_TREASURE


def _add(view: View, move: AddLeftover) -> float:
    ships = _own_ships(view)
    ships[move.ship] = (*ships.get(move.ship, ()), move.card)
    return _fleet_worth(ships, is_final=True)


def _shift(view: View, move: ShiftCard) -> float:
    ships = _own_ships(view)
    bow, *hidden = ships.get(move.ship, (move.card,))
    if move.card in hidden:
        hidden.remove(move.card)
    ships[move.ship] = (bow, *hidden)
    ships[move.to] = (*ships.get(move.to, ()), move.card)
    return _fleet_worth(ships, is_final=True)


def _forgo(view: View, _: ForgoPower) -> float:
    return _fleet_worth(_own_ships(view), is_final=True) if "repairs" in view.asked else -100.0


def _spy(view: View, move: SpyShip) -> float:
    return _prey(view, move.rival, move.ship).treasure


def _look(view: View, move: LookAtCard) -> float:
    prey = _prey(view, move.rival, move.ship)
    return prey.treasure - 2 * prey.spread


def _retreat(view: View, move: RetreatShip) -> float:
    treasure = sum(card.treasure for card in _own_ships(view).get(move.ship, ()))
    return (1 - KEPT) * treasure


def _attack(view: View, move: AttackShip) -> float:
    """Return what an attack may bring home, less what the ship would bring without it."""
    cards, prey = _own_ships(view).get(move.ship, ()), _prey(view, move.rival, move.target)
    own = sum(card.treasure for card in treasure_in(cards))
    if Card.BOMB in cards:
        return 0.2 * prey.treasure - KEPT * own
    guns = guns_of(Strength(cards, _command(view, view.viewer), prey.size, attacks=True))
    wins = prey.no_bomb * _chance(guns + 0.5 - prey.guns, prey.spread)
    loses = prey.no_bomb - wins
    return wins * (own + prey.treasure) - KEPT * own - loses * 0.4 * own + (1 - prey.no_bomb) * 0.2 * prey.treasure


def _chance(lead: float, spread: float) -> float:
    """Return about how often a normal spread stays below `lead`."""
    return 1 / (1 + exp(-1.7 * lead / max(spread, 0.1))) if abs(lead) < 30 * max(spread, 0.1) else float(lead > 0)


def _prey(view: View, owner: Seat | None, number: int) -> Prey:
    fleet = view.armada if owner is None else view.fleets[owner]
    ship = next((each for each in fleet if each.number == number), None)
    if ship is None:
        return Prey(0.0, 0.0, 0.0, 1.0, 0)
    known, hidden = _known(ship), ship.cards.count(None)
    guns = guns_of(Strength(known, _command(view, owner), len(ship.cards), attacks=False))
    return Prey(
        guns=guns + hidden * MEAN_GUNS,
        spread=SPREAD * sqrt(hidden),
        treasure=sum(card.treasure for card in known) + hidden * MEAN_TREASURE,
        no_bomb=0.0 if Card.BOMB in known else NO_BOMB**hidden,
        size=len(ship.cards),
    )


def _command(view: View, seat: Seat | None) -> Command:
    if seat is None or not view.captains:
        return None
    shown = view.captains[seat]
    return None if shown.side is None else (shown.captain, shown.side)


def _side(view: View, move: ChooseSide) -> float:
    liked = {Captain.OSRIC: "b", Captain.CROOK: "b", Captain.WILMA: "a", Captain.SAL: "a"}
    if view.viewer is None or move.side is None:
        return -1.0
    return 1.0 if liked.get(view.captains[view.viewer].captain, move.side) == move.side else 0.0


def _crew(_: View, move: ManArmada) -> float:
    return -100.0 if move.cards is None else 0.0


_VALUES: Mapping[type[Move], Callable[[View, Any], float]] = {
    ChooseSide: _side,
    BuildShips: _build,
    LayBluff: _lay,
    TakeCard: _take,
    ManArmada: _crew,
    AddLeftover: _add,
    ShiftCard: _shift,
    SpyShip: _spy,
    LookAtCard: _look,
    ForgoPower: _forgo,
    AttackShip: _attack,
    AttackByLots: lambda _, __: -100.0,
    RetreatShip: _retreat,
}
