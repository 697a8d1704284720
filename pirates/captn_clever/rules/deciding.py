"""Deciding: the door of the rules. It checks that a Command may be made now, and hands it to the rule for it."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.captn_clever.decisions import awaited, decisions
from pirates.captn_clever.evolve import evolve
from pirates.captn_clever.moves import AnswerDraw, GiveTask, Place, Sail
from pirates.captn_clever.rules import draws, setup, tasks, turns
from pirates.captn_clever.state import Phase, State
from pirates.commands import Command, Expire, Move, Resolve, Start
from pirates.decisions import find_decision
from pirates.dice import Dice
from pirates.errors import IllegalMove, MalformedMove
from pirates.events import Event
from pirates.replay import Recorder
from pirates.seats import Seat


def decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return what `command` causes; raises MalformedMove or IllegalMove."""
    if state is None:
        if isinstance(command, Start):
            return setup.start(command, dice)
        raise IllegalMove("not_started", "The match has not started yet; wait until the host starts it.")
    if state.outcome is not None:
        raise IllegalMove("match_over", "The match is over; nothing can be played any more.")
    if isinstance(command, Move):
        return _move(state, command, dice)
    if isinstance(command, Expire):
        return _move(state, _default_of(state, command), dice)
    if isinstance(command, Resolve):
        return _resolve(state, command, dice)
    if isinstance(command, Start):
        raise IllegalMove("already_started", "The match has started already; play on.")
    raise MalformedMove("unknown_command", "This is not a command of Capt'n Clever.")


def _default_of(state: State, command: Expire) -> Move:
    decision = find_decision(decisions(state), command.key)
    if decision is None or decision.seat != command.seat or decision.default is None:
        raise IllegalMove("decision_closed", "That question is not open any more; look at what is asked now.")
    return decision.default


def _resolve(state: State, command: Resolve, dice: Dice) -> tuple[Event, ...]:
    decision = find_decision(decisions(state), command.key)
    if decision is None or decision.seat is not None:
        raise IllegalMove("nothing_to_resolve", "There is nothing to reveal now; wait until all have chosen.")
    record = Recorder(evolve, state)
    tasks.reveal(record, dice)
    return tuple(record.events)


def _move(state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    if move.seat not in range(state.seats):
        raise IllegalMove("no_such_seat", f"This match has seats 1 to {state.seats}; choose one of them.")
    rule, phases = _rule_of(move)
    if state.phase not in phases:
        raise IllegalMove("wrong_moment", f"That cannot be done now: {_ASKED[state.phase]}.")
    if isinstance(move, Place | Sail):
        _check_turn(state, move.seat)
    record = Recorder(evolve, state)
    rule(record, move, dice)
    return tuple(record.events)


def _rule_of(move: Move) -> tuple[Callable[[Recorder[State], Any, Dice], None], tuple[Phase, ...]]:
    found = _RULES.get(type(move))
    if found is None:
        raise MalformedMove("unknown_move", "This is not a move of Capt'n Clever.")
    return found


def _check_turn(state: State, seat: Seat) -> None:
    if seat != state.current:
        (asked,) = awaited(state)
        raise IllegalMove("not_your_turn", f"Wait: it is for seat {asked + 1} to answer now.", waits_for=asked)


_ASKED: Mapping[Phase, str] = {
    Phase.PLACE: "captains and ships are being placed",
    Phase.SEAL: "choose a first task for your left-hand neighbour",
    Phase.TURN: "take your turn, or give a task that is due",
}
_RULES: Mapping[type[Move], tuple[Callable[[Recorder[State], Any, Dice], None], tuple[Phase, ...]]] = {
    Place: (setup.place, (Phase.PLACE,)),
    GiveTask: (tasks.give_task, (Phase.SEAL, Phase.TURN)),
    Sail: (turns.sail, (Phase.TURN,)),
    AnswerDraw: (draws.answer_draw, (Phase.TURN,)),
}
