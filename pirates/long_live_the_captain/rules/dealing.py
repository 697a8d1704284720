"""Dealing: the first player gives away the batch, and may show it first."""

from pirates.dice import Dice, pick
from pirates.errors import IllegalMove
from pirates.long_live_the_captain.events import BatchShown, BatchShownTo
from pirates.long_live_the_captain.moves import DealBatch, DealByLots, ShowBatch, ShowBatchTo
from pirates.long_live_the_captain.rules.rounds import deal
from pirates.long_live_the_captain.state import State
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def unserved(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not received a batch yet."""
    return tuple(seat for seat in range(state.seats) if seat not in state.served)


def may_be_shown_to(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not seen the batch."""
    if state.shown_to_all:
        return ()
    return tuple(seat for seat in range(state.seats) if seat != state.first and seat not in state.shown_to)


def deal_batch(record: Recorder[State], move: DealBatch, dice: Dice) -> None:
    """Give the batch to a seat that has none yet, which may be one's own; this cannot be undone."""
    left = unserved(record.state)
    if move.to not in left:
        seats = [seat + 1 for seat in left]
        raise IllegalMove("has_a_batch", _("Name a player who has no batch yet, or leave it to lots."), seats=seats)
    deal(record, dice, move.to)


def deal_by_lots(record: Recorder[State], _move: DealByLots, dice: Dice) -> None:
    """Give the batch to a random seat."""
    deal(record, dice, pick(dice, unserved(record.state)))


def show_batch(record: Recorder[State], move: ShowBatch, _dice: Dice) -> None:
    """Show the batch to all."""
    _check_unseen(record.state)
    record.record(BatchShown(move.seat, record.state.batch))


def show_batch_to(record: Recorder[State], move: ShowBatchTo, _dice: Dice) -> None:
    """Show the batch to one other seat."""
    _check_unseen(record.state)
    if move.to not in may_be_shown_to(record.state):
        raise IllegalMove("cannot_be_shown", _("Show it to another player of this match who has not seen it yet."))
    record.record(BatchShownTo(move.seat, move.to, record.state.batch))


def _check_unseen(state: State) -> None:
    if state.shown_to_all:
        raise IllegalMove("already_shown", _("Everybody has seen this batch; deal it to somebody."))
