"""Lengths: the most times that a Match waits for answers, counted from the rulebook."""

from pirates.game import Waits
from pirates.guns_or_treasure.pieces import ARMADA_SHIPS, PLACED_A_ROUND, ROUNDS, Options
from pirates.seats import Seat

_SMALLEST_SHIP = 2
_MOST_SHIPS = ROUNDS * PLACED_A_ROUND // _SMALLEST_SHIP
_MORE_WITH_SAL = ROUNDS * PLACED_A_ROUND - _MOST_SHIPS
"""The additional ships with Skittish Sal's side B, the only one that keeps ships of one card."""


def waits(options: Options, seats: Seat) -> Waits:
    """Return the most times that a Match waits; a sealed phase counts once.

    In the longer game each seat can win once before one seat wins a second time (Ruling G19).
    """
    games = seats + 1 if options.longer else 1
    return Waits(most=options.chooses_sides + games * (_building(options) + _marauding(options, seats)))


def _building(options: Options) -> int:
    """Count rounds, both halves of a bluff in all rounds but the last (Ruling G24), and the Armada's crews."""
    return ROUNDS + options.bluff * 2 * (ROUNDS - 1) + options.armada


def _marauding(options: Options, seats: Seat) -> int:
    """Count turns and captains' powers. Each turn removes a ship for good (Ruling G22).

    Lantern Lou looks once in each own turn, and each own turn removes an own ship unless winners stay in play.
    Carpenter Crook and Lou's side B are asked once. The Armada adds turns only if winners stay in play.
    """
    turns = seats * _MOST_SHIPS + options.captains * _MORE_WITH_SAL
    turns += ARMADA_SHIPS if options.armada and options.captured_treasure else 0
    looks = turns if options.captured_treasure else _MOST_SHIPS
    return turns + (looks + 2 if options.captains else 0)
