"""Turns: the ship first, then the captain, and the treasure if the captain lands on it."""

from pirates.captn_clever.decisions import is_task_missing
from pirates.captn_clever.events import CaptainMoved, CaptainStayed, ShipMoved, TreasureWon
from pirates.captn_clever.moves import Sail
from pirates.captn_clever.pieces import ISLAND_OF, STAYS, Island
from pirates.captn_clever.rules.settling import end_turn
from pirates.captn_clever.rules.targets import check_bay, landings
from pirates.captn_clever.state import State, captain_at
from pirates.dice import Dice, pick
from pirates.errors import IllegalMove
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def sail(record: Recorder[State], move: Sail, dice: Dice) -> None:
    """Move the ship, if the player wants to, and then the captain, if it can move (Rulings C1 to C5)."""
    state = record.state
    if is_task_missing(state):
        raise IllegalMove("task_missing", _("Your right-hand neighbour has yet to choose your task; wait for it."))
    if move.ship != STAYS:
        check_bay(state, move.seat, move.ship)
    landing = _landing(state, move, dice)
    if move.ship != STAYS:
        record.record(ShipMoved(move.seat, state.crews[move.seat].ship or move.ship, move.ship))
    if landing is None:
        record.record(CaptainStayed(move.seat))
    else:
        _land(record, move.seat, landing)
    end_turn(record)


def _landing(state: State, move: Sail, dice: Dice) -> Island | None:
    """Return the captain's new island; None if it can reach no free island after the ship has moved (Ruling C3)."""
    islands = landings(state, move.seat, move.ship)
    if move.captain is None:
        if move.ship != STAYS:
            raise IllegalMove("say_where", _("Lots choose for a captain whose ship stays; say where yours lands."))
        return pick(dice, islands) if islands else None
    if move.captain == STAYS:
        if islands:
            raise IllegalMove(
                "must_move", _("Your captain can reach a free island and must go; say which."), islands=list(islands)
            )
        return None
    if move.captain not in islands:
        raise _out_of_reach(state, move, islands)
    return int(move.captain)


def _out_of_reach(state: State, move: Sail, islands: tuple[Island, ...]) -> IllegalMove:
    reached = list(islands)
    if move.captain == captain_at(state, move.seat):
        return IllegalMove("same_island", _("Your captain stands there; name another island."), islands=reached)
    if any(crew.captain == move.captain for crew in state.crews):
        return IllegalMove(
            "island_occupied", _("A captain may pass another but not stop there; name a free island."), islands=reached
        )
    return IllegalMove("not_connected", _("No chain of ships leads to that island; name another."), islands=reached)


def _land(record: Recorder[State], seat: Seat, island: Island) -> None:
    """Land, and win the task's treasure if it is on this island. Passing or standing still wins nothing (C9, C10)."""
    state = record.state
    crew = state.crews[seat]
    seen = None if state.options.memory == "kept" else island
    witnesses = tuple(range(state.seats))
    record.record(CaptainMoved(seat, witnesses, island if seen is None else None, seen))
    if crew.task is not None and ISLAND_OF[crew.task] == island:
        open_to_all = crew.task if seen is None else None
        glimpsed = None if seen is None else crew.task
        record.record(TreasureWon(seat, len(crew.won) + 1, witnesses, open_to_all, glimpsed))
