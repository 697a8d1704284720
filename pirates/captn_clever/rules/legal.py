"""Legal moves: listed lazily, or one chosen at random without listing them."""

from collections.abc import Iterator
from typing import TypeVar

from pirates.captn_clever.decisions import is_task_missing, may_give
from pirates.captn_clever.moves import AnswerDraw, GiveTask, Landing, Place, Sail
from pirates.captn_clever.pieces import STAYS
from pirates.captn_clever.rules.targets import free_islands, landings, ship_bays
from pirates.captn_clever.state import Phase, State, receiver_from
from pirates.commands import Move
from pirates.dice import Dice, pick
from pirates.seats import Seat

T = TypeVar("T")

_DRAW_ONE_IN = 4
_TASK_ONE_IN = 3
_LOTS_ONE_IN = 16


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    """Yield every Move that is accepted from `seat` now."""
    if state.outcome is not None or seat not in range(state.seats):
        return
    if state.phase is Phase.PLACE and seat == state.current:
        yield from _placements(state, seat)
    if _may_sail(state, seat):
        yield from _sails(state, seat)
    if state.phase is Phase.SEAL or may_give(state, seat):
        yield from (GiveTask(seat, card) for card in state.crews[receiver_from(state, seat)].cards)
        yield GiveTask(seat)
    if state.draw_open:
        yield from (AnswerDraw(seat, agrees) for agrees in (True, False))


def sample_move(state: State, seat: Seat, dice: Dice) -> Move:
    """Return a random legal Move; each one is possible. `seat` must have an open Decision."""
    if state.phase is Phase.PLACE:
        return _sample_placement(state, seat, dice)
    gives, sails = state.phase is Phase.SEAL or may_give(state, seat), _may_sail(state, seat)
    if state.draw_open and (dice.below(_DRAW_ONE_IN) == 0 or not (gives or sails)):
        return AnswerDraw(seat, agrees=dice.below(2) == 0)
    if gives and (not sails or dice.below(_TASK_ONE_IN) == 0):
        cards = state.crews[receiver_from(state, seat)].cards
        return GiveTask(seat, _or_lots(pick(dice, cards), dice))
    return _sample_sail(state, seat, dice)


def _may_sail(state: State, seat: Seat) -> bool:
    return state.phase is Phase.TURN and seat == state.current and not is_task_missing(state)


def _placements(state: State, seat: Seat) -> Iterator[Move]:
    bays = (*ship_bays(state, seat), None)
    for island in (*free_islands(state), None):
        yield from (Place(seat, island, bay) for bay in bays)


def _sails(state: State, seat: Seat) -> Iterator[Move]:
    for ship in (STAYS, *ship_bays(state, seat)):
        reached: tuple[Landing, ...] = landings(state, seat, ship) or (STAYS,)
        yield from (Sail(seat, ship, landing) for landing in reached)
    yield Sail(seat)


def _sample_placement(state: State, seat: Seat, dice: Dice) -> Move:
    island = _or_lots(pick(dice, free_islands(state)), dice)
    return Place(seat, island, _or_lots(pick(dice, ship_bays(state, seat)), dice))


def _sample_sail(state: State, seat: Seat, dice: Dice) -> Move:
    ship = pick(dice, (STAYS, *ship_bays(state, seat)))
    islands = landings(state, seat, ship)
    landing: Landing = pick(dice, islands) if islands else STAYS
    return Sail(seat, ship, _or_lots(landing, dice) if ship == STAYS else landing)


def _or_lots(choice: T, dice: Dice) -> T | None:
    return None if dice.below(_LOTS_ONE_IN) == 0 else choice
