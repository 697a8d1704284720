"""Building: how the bot values ships with given cards, and which cards it gives up."""

from collections.abc import Mapping
from math import exp

from pirates.commands import Move
from pirates.dice import Dice
from pirates.guns_or_treasure.bot.fleets import own_ships
from pirates.guns_or_treasure.moves import AddLeftover, BuildShips, ForgoPower, LayBluff, ShiftCard, TakeCard
from pirates.guns_or_treasure.pieces import PLACED_A_ROUND, ROUNDS, SHIP_CARDS, Card, Cards
from pirates.guns_or_treasure.view import View

MEAN_USE = sum(card.guns + card.treasure for card in SHIP_CARDS) / len(SHIP_CARDS)
STRONG = 5.0
"""The number of guns that wins about half of all battles."""
RISK = 0.8
"""An exponent below 1, so that the tenth treasure of a ship is worth less than its first."""
TRAP = 0.4
"""The share of a ship's treasure that may still come home with a bomb aboard."""
SHOWN = 3.0
"""The cost of a bomb at the bow: all see it, so it deceives no rival."""
BOMB_USE = 2.0
"""The value of a bomb in hand: about that of an average card."""


def _ship_worth(cards: Cards, *, is_final: bool) -> float:
    """Return how good a ship is: its treasure, which more guns make safer, and what the guns may win.

    The more treasure a ship carries, the less each adds, because a single bomb may sink it all.
    """
    treasure = float(sum(card.treasure for card in cards) ** RISK)
    if len(cards) == 1 and is_final and Card.BOMB not in cards:
        return 0.0
    if Card.BOMB in cards:
        return TRAP * treasure - (SHOWN if cards[0] is Card.BOMB else 0.0)
    wins = 1 / (1 + exp((STRONG - sum(card.guns for card in cards)) / 1.5))
    return treasure * (0.6 + 0.4 * wins) + 6.0 * wins - (1.0 if len(cards) == 1 else 0.0)


def _fleet_worth(ships: Mapping[int, Cards], *, is_final: bool) -> float:
    return sum(_ship_worth(cards, is_final=is_final) for cards in ships.values())


def bombs_wished(view: View, dice: Dice) -> int:
    """Draw how many bombs to load this round: each bomb in hand is as likely to go aboard as any other card."""
    hand = view.hand or ()
    return sum(dice.below(len(hand)) < PLACED_A_ROUND for card in hand if card is Card.BOMB)


def bombs_aboard(move: Move) -> int:
    """Return how many bombs a plan loads."""
    loads = move.loads if isinstance(move, BuildShips) else None
    return sum(load.cards.count(Card.BOMB) for load in loads or ())


def build(view: View, move: BuildShips) -> float:
    """Return what the fleet would be worth with these cards aboard."""
    if move.loads is None:
        return -100.0
    ships = own_ships(view)
    for new, load in enumerate(move.loads, 1):
        number = -new if load.ship is None else load.ship
        ships[number] = ships.get(number, ()) + load.cards
    return _fleet_worth(ships, is_final=view.round == ROUNDS)


def _use(card: Card) -> float:
    return BOMB_USE if card is Card.BOMB else float(card.guns + card.treasure)


def lay(_: View, move: LayBluff) -> float:
    """Return the value of a bluff: discard the worst card, show the better of the rest; closed ones are often left."""
    if move.discard is None or move.open is None:
        return -100.0
    return _use(move.open) - 10 * _use(move.discard)


def take(view: View, move: TakeCard) -> float:
    """Return the expected value of the card taken."""
    if view.viewer is None or not view.laid or move.which is None:
        return -100.0
    lying = view.laid[(view.viewer + 1) % len(view.laid)].open
    return _use(lying) if move.which == "open" and lying is not None else MEAN_USE


def add(view: View, move: AddLeftover) -> float:
    """Return what the fleet would be worth with one leftover card added."""
    ships = own_ships(view)
    ships[move.ship] = (*ships.get(move.ship, ()), move.card)
    return _fleet_worth(ships, is_final=True)


def shift(view: View, move: ShiftCard) -> float:
    """Return what the fleet would be worth with one card moved to another ship."""
    ships = own_ships(view)
    bow, *hidden = ships.get(move.ship, (move.card,))
    if move.card in hidden:
        hidden.remove(move.card)
    ships[move.ship] = (bow, *hidden)
    ships[move.to] = (*ships.get(move.to, ()), move.card)
    return _fleet_worth(ships, is_final=True)


def forgo(view: View, _: ForgoPower) -> float:
    """Return what the fleet is worth as it is."""
    return _fleet_worth(own_ships(view), is_final=True) if "repairs" in view.asked else -100.0
