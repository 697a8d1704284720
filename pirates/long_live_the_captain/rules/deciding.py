"""Deciding: the door of the rules. It checks that a Command may be made now, and hands it to the rule for it."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.commands import Command, Expire, Move, Resolve, Start
from pirates.decisions import find_decision
from pirates.dice import Dice
from pirates.errors import IllegalMove, MalformedMove
from pirates.events import Event
from pirates.long_live_the_captain.decisions import decisions
from pirates.long_live_the_captain.evolve import evolve
from pirates.long_live_the_captain.moves import (
    AcceptOffer,
    CounterOffer,
    DealBatch,
    DealByLots,
    MakeOffer,
    RefuseOffer,
    SealBribes,
    ShowBatch,
    ShowBatchTo,
    WithdrawOffer,
)
from pirates.long_live_the_captain.rules import dealing, sealing, setup, trading
from pirates.long_live_the_captain.rules.settling import resolve_round
from pirates.long_live_the_captain.state import Phase, State
from pirates.replay import Recorder


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
    if isinstance(command, Resolve):
        return _resolve(state, command, dice)
    raise _refusal_of(command)


def _refusal_of(command: Command) -> IllegalMove | MalformedMove:
    if isinstance(command, Start):
        return IllegalMove("already_started", "The match has started already; play on.")
    return MalformedMove("unknown_command", "This is not a command of Long Live the Captain.")


def _resolve(state: State, command: Resolve, dice: Dice) -> tuple[Event, ...]:
    decision = find_decision(decisions(state), command.key)
    if decision is None or decision.seat is not None:
        raise IllegalMove("not_all_sealed", "There is nothing to reveal yet; wait until everybody has sealed.")
    record = Recorder(evolve, state)
    resolve_round(record, dice)
    return tuple(record.events)


def _default_of(state: State, command: Expire) -> Move:
    decision = find_decision(decisions(state), command.key)
    if decision is None or decision.seat != command.seat or decision.default is None:
        raise IllegalMove("decision_closed", "That question is not open any more; look at what is asked now.")
    return decision.default


def _move(state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    if move.seat not in range(state.seats):
        raise IllegalMove("no_such_seat", f"This match has seats 1 to {state.seats}; choose one of them.")
    rule, phase = _rule_of(move)
    if state.phase is not phase:
        raise IllegalMove("wrong_moment", f"That cannot be done now: {_ASKED[state.phase]}.")
    if phase is Phase.DEAL and move.seat != state.first:
        raise IllegalMove("not_first", f"Wait: seat {state.first + 1} deals this round.", waits_for=state.first)
    record = Recorder(evolve, state)
    rule(record, move, dice)
    return tuple(record.events)


def _rule_of(move: Move) -> tuple[Callable[[Recorder[State], Any, Dice], None], Phase]:
    found = _RULES.get(type(move))
    if found is None:
        raise MalformedMove("unknown_move", "This is not a move of Long Live the Captain.")
    return found


_ASKED: Mapping[Phase, str] = {
    Phase.DEAL: "the first player deals the batches",
    Phase.BRIBE: "trade, and seal your bribes",
}
_RULES: Mapping[type[Move], tuple[Callable[[Recorder[State], Any, Dice], None], Phase]] = {
    DealBatch: (dealing.deal_batch, Phase.DEAL),
    DealByLots: (dealing.deal_by_lots, Phase.DEAL),
    ShowBatch: (dealing.show_batch, Phase.DEAL),
    ShowBatchTo: (dealing.show_batch_to, Phase.DEAL),
    SealBribes: (sealing.seal_bribes, Phase.BRIBE),
    MakeOffer: (trading.make_offer, Phase.BRIBE),
    CounterOffer: (trading.counter_offer, Phase.BRIBE),
    AcceptOffer: (trading.accept_offer, Phase.BRIBE),
    RefuseOffer: (trading.refuse_offer, Phase.BRIBE),
    WithdrawOffer: (trading.withdraw_offer, Phase.BRIBE),
}
