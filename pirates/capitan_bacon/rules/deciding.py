"""Deciding: the entry point of the rules. It checks that a Command is allowed now and passes it to its rule."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from pirates.capitan_bacon.decisions import asked_seat, decisions
from pirates.capitan_bacon.events import StandingOrderChanged
from pirates.capitan_bacon.evolve import evolve
from pirates.capitan_bacon.moves import (
    BoardGalleon,
    BuryCards,
    BuryShownHand,
    CastRod,
    DeclineMirror,
    DigIsland,
    DropBallast,
    EndTurn,
    KeepIsland,
    LookAtIsland,
    Pass,
    PlayMirror,
    ReadMap,
    SetStandingOrder,
    StealCard,
    Switcheroo,
    UseSpyglass,
)
from pirates.capitan_bacon.rules import answers, attacks, setup, turns
from pirates.capitan_bacon.rules.settling import settle
from pirates.capitan_bacon.state import Phase, State
from pirates.commands import Command, Move
from pirates.deciding import Rules, check_moment, check_turn, decide_by, rule_for
from pirates.dice import Dice
from pirates.errors import IllegalMove
from pirates.events import Event
from pirates.replay import Recorder
from pirates.wording import gettext as _
from pirates.wording import gettext_noop

Table: TypeAlias = Mapping[type[Move], tuple[Callable[[Recorder[State], Any, Dice], None], tuple[Phase, ...]]]

_TITLE = "Capitán Bacon"


def decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return the Events that `command` causes; raises MalformedMove or IllegalMove."""
    return decide_by(_RULES, state, command, dice)


def decide_v1(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return the Events by version 1, where orders answered at once and some questions had only one answer."""
    return decide_by(_RULES_V1, state, command, dice)


def _move(state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    return _move_by(_TABLE, state, move, dice)


def _move_v1(state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    return _move_by(_TABLE_V1, state, move, dice)


def _move_by(table: Table, state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    if isinstance(move, SetStandingOrder):
        return (_change_order(move),)
    rule, phases = rule_for(move, table, _TITLE)
    asked = asked_seat(state)
    if asked is not None:
        check_turn(asked, move.seat)
    check_moment(state.phase, phases, _ASKED)
    record = Recorder(evolve, state)
    rule(record, move, dice)
    settle(record, dice, ends_turn=getattr(move, "end_turn", False))
    return tuple(record.events)


def _change_order(move: SetStandingOrder) -> StandingOrderChanged:
    """Change a standing order; the service applies it to later windows and to one that is open already."""
    order = move.order
    if (order.answer == "against") != bool(order.against):
        raise IllegalMove("order_unclear", _("Name cards with the answer 'against', and with no other answer."))
    return StandingOrderChanged(move.seat, order)


_ASKED: Mapping[Phase, str] = {
    Phase.TURN: gettext_noop("That cannot be done now: pass, bury cards or play a card."),
    Phase.MORE: gettext_noop("That cannot be done now: play another identical card or end your turn."),
    Phase.MIRROR: gettext_noop("That cannot be done now: play a Mirror or let the attack happen."),
    Phase.STEAL: gettext_noop("That cannot be done now: choose a card of the hand you see, or leave it to lots."),
    Phase.MAP: gettext_noop("That cannot be done now: keep the Island you looked at, or look at another."),
    Phase.BALLAST: gettext_noop(
        "That cannot be done now: choose the order in which your shown hand is buried, or leave it to lots."
    ),
}
_ON_TURN = (Phase.TURN,)
_PLAYING = (Phase.TURN, Phase.MORE)

_TABLE: Table = {
    Pass: (turns.pass_turn, _ON_TURN),
    BuryCards: (turns.bury_cards, _ON_TURN),
    DigIsland: (turns.dig_island, _PLAYING),
    BoardGalleon: (turns.board_galleon, _PLAYING),
    ReadMap: (turns.read_map, _PLAYING),
    Switcheroo: (turns.switch_hands, _PLAYING),
    CastRod: (attacks.cast_rod, _PLAYING),
    UseSpyglass: (attacks.use_spyglass, _PLAYING),
    DropBallast: (attacks.drop_ballast, _PLAYING),
    PlayMirror: (attacks.play_mirror, (Phase.MIRROR,)),
    DeclineMirror: (attacks.decline_mirror, (Phase.MIRROR,)),
    StealCard: (answers.steal_card, (Phase.STEAL,)),
    KeepIsland: (answers.keep_island, (Phase.MAP,)),
    LookAtIsland: (answers.look_at_island, (Phase.MAP,)),
    BuryShownHand: (answers.bury_shown_hand, (Phase.BALLAST,)),
    EndTurn: (turns.end_turn, (Phase.MORE,)),
}
_TABLE_V1: Table = {
    **_TABLE,
    CastRod: (partial(attacks.cast_rod, v1=True), _PLAYING),
    UseSpyglass: (partial(attacks.use_spyglass, v1=True), _PLAYING),
    DropBallast: (partial(attacks.drop_ballast, v1=True), _PLAYING),
    PlayMirror: (partial(attacks.play_mirror, v1=True), (Phase.MIRROR,)),
    DeclineMirror: (partial(attacks.decline_mirror, v1=True), (Phase.MIRROR,)),
}
_RULES = Rules(title=_TITLE, decisions=decisions, start=setup.start, move=_move)
_RULES_V1 = Rules(title=_TITLE, decisions=decisions, start=setup.start, move=_move_v1)
