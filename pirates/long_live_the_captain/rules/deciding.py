"""Deciding: the entry to the rules. Check that a Command is allowed now and pass it to its own rule."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.commands import Command, Move
from pirates.deciding import Rules, check_moment, decide_by, rule_for
from pirates.dice import Dice
from pirates.errors import IllegalMove
from pirates.events import Event
from pirates.long_live_the_captain.decisions import decisions
from pirates.long_live_the_captain.events import WantsStated
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
from pirates.wording import gettext as _
from pirates.wording import gettext_noop

_TITLE = "Long Live the Captain"


def decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return the Events that `command` causes; raises MalformedMove or IllegalMove."""
    return decide_by(_RULES, state, command, dice)


def decide_v1(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return the Events of `command` under version 1 of these rules, which did not record what the pirates want."""
    return tuple(event for event in decide(state, command, dice) if not isinstance(event, WantsStated))


def _resolve(state: State, dice: Dice) -> tuple[Event, ...]:
    record = Recorder(evolve, state)
    resolve_round(record, dice)
    return tuple(record.events)


def _move(state: State, move: Move, dice: Dice) -> tuple[Event, ...]:
    rule, phase = rule_for(move, _TABLE, _TITLE)
    check_moment(state.phase, (phase,), _ASKED)
    if phase is Phase.DEAL and move.seat != state.first:
        raise IllegalMove(
            "not_first", _("Wait: seat {seat} deals this round.").format(seat=state.first + 1), waits_for=state.first
        )
    record = Recorder(evolve, state)
    rule(record, move, dice)
    return tuple(record.events)


_ASKED: Mapping[Phase, str] = {
    Phase.DEAL: gettext_noop("That cannot be done now: the first player deals the batches."),
    Phase.BRIBE: gettext_noop("That cannot be done now: trade, and seal your bribes."),
}
_TABLE: Mapping[type[Move], tuple[Callable[[Recorder[State], Any, Dice], None], Phase]] = {
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
_RULES = Rules(title=_TITLE, decisions=decisions, start=setup.start, move=_move, resolve=_resolve)
