"""Deciding: the door of the rules. It checks that a Command may be made now, and hands it to the rule for it."""

from collections.abc import Callable, Mapping
from typing import Any

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
    if isinstance(command, Expire):
        return _move(state, _default_of(state, command), dice)
    if isinstance(command, Move):
        return _move(state, command, dice)
    raise _refusal_of(command)


def _refusal_of(command: Command) -> IllegalMove | MalformedMove:
    if isinstance(command, Start):
        return IllegalMove("already_started", "The match has started already; play on.")
    if isinstance(command, Resolve):
        return IllegalMove("nothing_to_resolve", "Capitán Bacon has no sealed phase; every player answers in person.")
    return MalformedMove("unknown_command", "This is not a command of Capitán Bacon.")


def _default_of(state: State, command: Expire) -> Move:
    decision = find_decision(decisions(state), command.key)
    if decision is None or decision.seat != command.seat or decision.default is None:
        raise IllegalMove("decision_closed", "That question is not open any more; look at what is asked now.")
    return decision.default


def _move(state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    if move.seat not in range(state.seats):
        raise IllegalMove("no_such_seat", f"This match has seats 1 to {state.seats}; choose one of them.")
    if isinstance(move, SetStandingOrder):
        return (_change_order(move),)
    rule, phases = _rule_of(move)
    _check_asked(state, move.seat)
    if state.phase not in phases:
        raise IllegalMove("wrong_moment", f"That cannot be done now: {_ASKED[state.phase]}.")
    record = Recorder(evolve, state)
    rule(record, move, dice)
    settle(record, dice, ends_turn=getattr(move, "end_turn", False))
    return tuple(record.events)


def _rule_of(move: Move) -> tuple[Callable[[Recorder[State], Any, Dice], None], tuple[Phase, ...]]:
    found = _RULES.get(type(move))
    if found is None:
        raise MalformedMove("unknown_move", "This is not a move of Capitán Bacon.")
    return found


def _check_asked(state: State, seat: Seat) -> None:
    asked = asked_seat(state)
    if asked is not None and asked != seat:
        raise IllegalMove("not_your_turn", f"Wait: it is for seat {asked + 1} to answer now.", waits_for=asked)


def _change_order(move: SetStandingOrder) -> StandingOrderChanged:
    """Change an order for windows to come; a window open already stays a question to be answered."""
    order = move.order
    if (order.answer == "against") != bool(order.against):
        raise IllegalMove("order_unclear", "Name cards with the answer 'against', and with no other answer.")
    return StandingOrderChanged(move.seat, order)


_ASKED: Mapping[Phase, str] = {
    Phase.TURN: "pass, bury cards or play a card",
    Phase.MORE: "play another identical card or end your turn",
    Phase.MIRROR: "play a Mirror or let the attack happen",
    Phase.STEAL: "choose a card of the hand you see, or leave it to lots",
    Phase.MAP: "keep the Island you looked at, or look at another",
    Phase.BALLAST: "choose the order in which your shown hand is buried, or leave it to lots",
}
_ON_TURN = (Phase.TURN,)
_PLAYING = (Phase.TURN, Phase.MORE)

_RULES: Mapping[type[Move], tuple[Callable[[Recorder[State], Any, Dice], None], tuple[Phase, ...]]] = {
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
