"""Deciding: the entry to the rules. Check that a Command is allowed now and pass it to its own rule."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.captn_clever.decisions import awaited, decisions
from pirates.captn_clever.evolve import evolve
from pirates.captn_clever.moves import AnswerDraw, GiveTask, Place, Sail
from pirates.captn_clever.rules import draws, setup, tasks, turns
from pirates.captn_clever.state import Phase, State
from pirates.commands import Command, Move
from pirates.deciding import Rules, check_moment, check_turn, decide_by, rule_for
from pirates.dice import Dice
from pirates.events import Event
from pirates.replay import Recorder
from pirates.wording import gettext_noop

_TITLE = "Capt'n Clever"


def decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return the Events that `command` causes; raises MalformedMove or IllegalMove."""
    return decide_by(_RULES, state, command, dice)


def _resolve(state: State, dice: Dice) -> tuple[Event, ...]:
    record = Recorder(evolve, state)
    tasks.reveal(record, dice)
    return tuple(record.events)


def _move(state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    rule, phases = rule_for(move, _TABLE, _TITLE)
    check_moment(state.phase, phases, _ASKED)
    if isinstance(move, Place | Sail) and move.seat != state.current:
        check_turn(awaited(state)[0], move.seat)
    record = Recorder(evolve, state)
    rule(record, move, dice)
    return tuple(record.events)


_ASKED: Mapping[Phase, str] = {
    Phase.PLACE: gettext_noop("That cannot be done now: captains and ships are being placed."),
    Phase.SEAL: gettext_noop("That cannot be done now: choose a first task for your left-hand neighbour."),
    Phase.TURN: gettext_noop("That cannot be done now: take your turn, or give a task that is due."),
}
_TABLE: Mapping[type[Move], tuple[Callable[[Recorder[State], Any, Dice], None], tuple[Phase, ...]]] = {
    Place: (setup.place, (Phase.PLACE,)),
    GiveTask: (tasks.give_task, (Phase.SEAL, Phase.TURN)),
    Sail: (turns.sail, (Phase.TURN,)),
    AnswerDraw: (draws.answer_draw, (Phase.TURN,)),
}
_RULES = Rules(title=_TITLE, decisions=decisions, start=setup.start, move=_move, resolve=_resolve)
