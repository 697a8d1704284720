"""Bot: plays sensibly from a View and the Moves it is offered.

It lands on its task if it can, else where its own ship can bring it there next turn in as many ways as possible, else
nearer, and where it can it bars the way to the task that it gave. A landing left to lots is worth what it is on
average. As a giver it sends its neighbour to the island that is farthest from the neighbour's captain, and hardest to
reach.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pirates.bots import best_of
from pirates.captn_clever.moves import AnswerDraw, GiveTask, Place, Sail
from pirates.captn_clever.pieces import ISLAND_OF, ISLANDS, STAYS, Bay, Colour, Island, connected, free_bays
from pirates.captn_clever.view import CrewView, View
from pirates.commands import Move
from pirates.dice import Dice
from pirates.seats import Seat

WIN = 1000.0
NEXT_TURN = 100.0
HINDERED = 10.0
LOTS = 0.01
"""How much less a random choice is worth, even if all its results are equally good."""


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return the best of `moves`; the dice choose between equals."""
    if len(moves) == 1:
        return moves[0]
    return best_of(moves, [_VALUES[type(move)](view, move) for move in moves], dice)


def _sail(view: View, move: Sail) -> float:
    """Return the worth of a turn; if the island is left to chance, the mean of all possible islands."""
    own = _own(view)
    if own.task is None or own.captain is None:
        return -1.0
    ship = own.ship if move.ship == STAYS else move.ship
    if move.captain == STAYS:
        return _prospect(view, own.captain, ship)
    if move.captain is not None:
        return _landing(view, int(move.captain), ship)
    islands = _landings(view, own.captain, ship)
    if not islands:
        return _prospect(view, own.captain, ship) - LOTS
    return sum(_landing(view, island, ship) for island in islands) / len(islands) - LOTS


def _landings(view: View, start: Island, ship: Bay | None) -> list[Island]:
    """Return the free islands that the captain can reach while its ship is in the bay `ship`."""
    ships = _other_ships(view) if ship is None else (*_other_ships(view), ship)
    return [island for island in connected(start, ships) if not _is_occupied(view, island)]


def _landing(view: View, landed: Island, ship: Bay | None) -> float:
    """Return the worth of landing on an island; the highest if its treasure is the task."""
    own = _own(view)
    hindrance = _hindrance(view, landed, ship)
    if own.task is not None and landed == ISLAND_OF[own.task]:
        return WIN + hindrance
    return _prospect(view, landed, ship) + hindrance


def _hindrance(view: View, landed: Island, ship: Bay | None) -> float:
    """Return the worth of keeping the next player from the task one gave, by standing there or by leaving no way."""
    if view.receiver is None:
        return 0.0
    crew = view.crews[view.receiver]
    if crew.task is None or crew.captain is None or crew.ship is None:
        return 0.0
    goal = ISLAND_OF[crew.task]
    ships = tuple(each for each in _all_ships(view) if each not in (crew.ship, _own(view).ship))
    others = ships if ship is None else (*ships, ship)
    near = landed != goal and goal in _within_a_turn(view, crew.colour, crew.captain, crew.ship, others)
    return 0.0 if near else HINDERED


def _prospect(view: View, stands: Island, ship: Bay | None) -> float:
    """Return how near a captain on an island is to its task; more ways to the task are better."""
    own, others = _own(view), _other_ships(view)
    if own.task is None:
        return 0.0
    goal = ISLAND_OF[own.task]
    berths = _berths(view, own.colour, ship, others)
    ways = sum(goal in connected(stands, (*others, berth)) for berth in berths)
    if not ways:
        return -float(_distance(stands, goal))
    return NEXT_TURN + ways / len(berths) - (0.5 if _is_occupied(view, goal) else 0.0)


def _berths(view: View, colour: Colour, ship: Bay | None, others: Collection[Bay]) -> set[Bay]:
    """Return the bays that a ship can reach in its own turn if nobody else moves."""
    return {*free_bays(colour, others, any_piers=view.options.any_piers), *([ship] if ship else [])}


def _within_a_turn(view: View, colour: Colour, start: Island, ship: Bay | None, others: Collection[Bay]) -> set[Island]:
    """Return the islands that a captain can reach in one turn if nobody else moves."""
    berths = _berths(view, colour, ship, others)
    return {island for berth in berths for island in connected(start, (*others, berth))}


def _distance(here: Island, there: Island) -> int:
    """Return the steps from one island to another on the grid, straight or diagonal."""
    (row, column), (other_row, other_column) = divmod(here - 1, 3), divmod(there - 1, 3)
    return max(abs(row - other_row), abs(column - other_column))


def _give(view: View, move: GiveTask) -> float:
    """Return how hard a task is; a task that is not needed yet is not chosen before one's own turn is over."""
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
    """Return how central the captain's island is, with its ship nearby."""
    if move.captain is None or move.ship is None:
        return -1.0
    at_hand = str(move.captain) in move.ship
    return 10.0 - max(_distance(move.captain, island) for island in ISLANDS) + at_hand


def _draw(view: View, move: AnswerDraw) -> float:
    """Agree to the draw once, because after so many rounds without a treasure none will be found."""
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
