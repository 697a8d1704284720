"""Deciding: the entry point of the rules. It checks that a Command is allowed now and passes it to its rule."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, cast

from pirates.commands import Command, Move, Start
from pirates.deciding import Rules, check_moment, check_turn, decide_by, rule_for
from pirates.dice import Dice
from pirates.events import Event
from pirates.guns_or_treasure.decisions import asked_seat, decisions, decisions_v1
from pirates.guns_or_treasure.events.marauding import LastFleetLeft, LeftoversDiscarded, PowersCounted
from pirates.guns_or_treasure.evolve import evolve
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
from pirates.guns_or_treasure.rules import battles, building, powers, sealing, setup
from pirates.guns_or_treasure.rules.settling import settle
from pirates.guns_or_treasure.state import SEALED_PHASES, Phase, State
from pirates.replay import Recorder, fold
from pirates.wording import gettext_noop

Rule: TypeAlias = Callable[[Recorder[State], Any, Dice], None]

_TITLE = "Guns or Treasure"


def decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return the Events that `command` causes; raises MalformedMove or IllegalMove."""
    return decide_by(_RULES, state, command, dice)


def decide_v1(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return the Events by version 1 of these rules, which recorded less of battles and of the clean-up."""
    return tuple(event for event in decide_by(_RULES_V1, state, command, dice) if not isinstance(event, _SINCE_V2))


def _start(command: Start[Any], dice: Dice) -> tuple[Event, ...]:
    begun = setup.start(command, dice)
    record = Recorder(evolve, cast("State", fold(evolve, begun)))
    building.begin_game(record, dice)
    return (*begun, *record.events)


def _resolve(state: State, dice: Dice) -> tuple[Event, ...]:
    """Close the sealed phase."""
    record = Recorder(evolve, state)
    building.close(record, dice)
    settle(record, dice)
    return tuple(record.events)


def _move(state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    rule, phases = rule_for(move, _TABLE, _TITLE)
    asked = asked_seat(state)
    if state.phase not in SEALED_PHASES and asked is not None:
        check_turn(asked, move.seat)
    check_moment(state.phase, phases, _ASKED)
    record = Recorder(evolve, state)
    rule(record, move, dice)
    settle(record, dice)
    return tuple(record.events)


_ASKED: Mapping[Phase, str] = {
    Phase.SIDES: gettext_noop("That cannot be done now: choose the side of your captain."),
    Phase.BUILD: gettext_noop("That cannot be done now: place three cards on ships."),
    Phase.BLUFF: gettext_noop("That cannot be done now: lay down a bluff: one card to discard, one open, one closed."),
    Phase.TAKE: gettext_noop("That cannot be done now: take the open or the closed card of your left neighbour."),
    Phase.ARMADA: gettext_noop("That cannot be done now: man the Armada with your three cards."),
    Phase.REPAIRS: gettext_noop("That cannot be done now: let your carpenter work, or forgo it."),
    Phase.SPY: gettext_noop("That cannot be done now: spy out a ship, or forgo it."),
    Phase.LOOK: gettext_noop("That cannot be done now: look at a card, or forgo it."),
    Phase.TURN: gettext_noop("That cannot be done now: attack or retreat."),
}
_TABLE: Mapping[type[Move], tuple[Rule, tuple[Phase, ...]]] = {
    ChooseSide: (sealing.seal, (Phase.SIDES,)),
    BuildShips: (sealing.seal, (Phase.BUILD,)),
    LayBluff: (sealing.seal, (Phase.BLUFF,)),
    TakeCard: (sealing.seal, (Phase.TAKE,)),
    ManArmada: (sealing.seal, (Phase.ARMADA,)),
    AddLeftover: (powers.add_leftover, (Phase.REPAIRS,)),
    ShiftCard: (powers.shift_card, (Phase.REPAIRS,)),
    SpyShip: (powers.spy_ship, (Phase.SPY,)),
    LookAtCard: (powers.look_at_card, (Phase.LOOK,)),
    ForgoPower: (powers.forgo_power, (Phase.REPAIRS, Phase.SPY, Phase.LOOK)),
    AttackShip: (battles.attack_ship, (Phase.TURN,)),
    AttackByLots: (battles.attack_by_lots, (Phase.TURN,)),
    RetreatShip: (battles.retreat_ship, (Phase.TURN,)),
}
_RULES = Rules(title=_TITLE, decisions=decisions, start=_start, move=_move, resolve=_resolve)
_RULES_V1 = replace(_RULES, decisions=decisions_v1)
_SINCE_V2 = (LeftoversDiscarded, PowersCounted, LastFleetLeft)
