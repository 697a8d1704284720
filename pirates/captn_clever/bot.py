"""Bot: plays sensibly from a View and the Moves it is offered.

It lands on its task if it can, else where its own ship can bring it there next turn, else nearer. As a giver it sends
its neighbour to the island that is farthest from the neighbour's captain, and hardest to reach.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pirates.captn_clever.moves import AnswerDraw, GiveTask, Place, Sail
from pirates.captn_clever.pieces import ISLAND_OF, ISLANDS, STAYS, Bay, Colour, Island, connected, free_bays
from pirates.captn_clever.view import CrewView, View
from pirates.commands import Move
from pirates.dice import Dice, pick
from pirates.seats import Seat

WIN = 1000.0
NEXT_TURN = 100.0


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return the best of `moves`; lots choose between equals."""
    if len(moves) == 1:
        return moves[0]
    values = [_VALUES[type(move)](view, move) for move in moves]
    best = max(values)
    return pick(dice, [move for move, value in zip(moves, values, strict=True) if value == best])


def _sail(view: View, move: Sail) -> float:
    own = _own(view)
    landed = own.captain if move.captain == STAYS else move.captain
    if own.task is None or landed is None:
        return -1.0
    goal = ISLAND_OF[own.task]
    if landed == goal and move.captain != STAYS:
        return WIN
    ship = own.ship if move.ship == STAYS else move.ship
    others = _other_ships(view)
    if goal in _within_a_turn(view, own.colour, int(landed), ship, others):
        return NEXT_TURN - (0.5 if _is_occupied(view, goal) else 0.0)
    return -float(_distance(int(landed), goal))


def _within_a_turn(view: View, colour: Colour, start: Island, ship: Bay | None, others: Collection[Bay]) -> set[Island]:
    """Return the islands that a captain reaches in one turn, if nobody else moves."""
    berths = {*free_bays(colour, others, any_piers=view.options.any_piers), *([ship] if ship else [])}
    return {island for berth in berths for island in connected(start, (*others, berth))}


def _distance(here: Island, there: Island) -> int:
    """Return the steps from one island to another on the grid, straight or diagonal."""
    (row, column), (other_row, other_column) = divmod(here - 1, 3), divmod(there - 1, 3)
    return max(abs(row - other_row), abs(column - other_column))


def _give(view: View, move: GiveTask) -> float:
    """Return how hard a task is; a task that is not due yet waits for the own turn to be over."""
    if "turn" in view.asked or view.receiver is None:
        return -500.0
    if move.treasure is None:
        return -1.0
    crew = view.crews[view.receiver]
    goal = ISLAND_OF[move.treasure]
    if crew.captain is None or crew.ship is None:
        return 0.0
    others = tuple(ship for ship in _all_ships(view) if ship != crew.ship)
    near = goal in _within_a_turn(view, crew.colour, crew.captain, crew.ship, others)
    stands_there = 2.0 if crew.captain == goal else 0.0
    return (
        _distance(crew.captain, goal)
        + stands_there
        + (0.0 if near else 3.0)
        + (0.5 if _is_occupied(view, goal) else 0.0)
    )


def _place(_: View, move: Place) -> float:
    """Return how central a captain stands, with its ship at hand."""
    if move.captain is None or move.ship is None:
        return -1.0
    at_hand = str(move.captain) in move.ship
    return 10.0 - max(_distance(move.captain, island) for island in ISLANDS) + at_hand


def _draw(view: View, move: AnswerDraw) -> float:
    """Agree once: so many rounds without a treasure will bring none."""
    return WIN - 1 if move.agrees and _own(view).draw is not True else -WIN


def _own(view: View) -> CrewView:
    return view.crews[view.viewer or 0]


def _all_ships(view: View) -> tuple[Bay, ...]:
    return tuple(crew.ship for crew in view.crews if crew.ship is not None)


def _other_ships(view: View) -> tuple[Bay, ...]:
    own: Seat = view.viewer or 0
    return tuple(crew.ship for seat, crew in enumerate(view.crews) if seat != own and crew.ship is not None)


def _is_occupied(view: View, island: Island) -> bool:
    return any(crew.captain == island for crew in view.crews)


_VALUES: Mapping[type[Move], Callable[[View, Any], float]] = {
    Place: _place,
    GiveTask: _give,
    Sail: _sail,
    AnswerDraw: _draw,
}
