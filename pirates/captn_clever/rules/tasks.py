"""Tasks, chosen by the right-hand neighbour: sealed before the first turn, at any time later (C13 to C15)."""

from pirates.captn_clever.decisions import may_give
from pirates.captn_clever.events import FirstTaskChanged, FirstTaskSealed, TaskGiven
from pirates.captn_clever.moves import GiveTask
from pirates.captn_clever.pieces import Sealed
from pirates.captn_clever.rules.settling import begin_first_turn
from pirates.captn_clever.state import Phase, State, giver_to, receiver_from
from pirates.dice import Dice, pick
from pirates.errors import IllegalMove
from pirates.replay import Recorder
from pirates.seats import clockwise_from
from pirates.wording import gettext as _


def give_task(record: Recorder[State], move: GiveTask, dice: Dice) -> None:
    """Choose a treasure for the left-hand neighbour; before the first turn it stays sealed."""
    state = record.state
    receiver = receiver_from(state, move.seat)
    cards = state.crews[receiver].cards
    if state.phase is Phase.SEAL:
        _seal(record, move)
        return
    if not may_give(state, move.seat):
        raise IllegalMove("no_task_due", _("Your left-hand neighbour needs no task from you now."))
    if move.treasure is not None and move.treasure not in cards:
        raise IllegalMove(
            "card_not_left",
            _("That card is no longer yours to give; choose one that you still hold."),
            cards=[card.value for card in cards],
        )
    record.record(TaskGiven(receiver, move.seat, pick(dice, cards) if move.treasure is None else move.treasure))


def reveal(record: Recorder[State], dice: Dice) -> None:
    """Hand out the sealed first tasks and begin the first turn. All chance is drawn here, whoever sealed first."""
    for seat in clockwise_from(record.state.starter, record.state.seats):
        giver = giver_to(record.state, seat)
        crew, sealed = record.state.crews[seat], record.state.crews[giver].sealed
        chosen = None if sealed is None else sealed.treasure
        record.record(TaskGiven(seat, giver, pick(dice, crew.cards) if chosen is None else chosen))
    begin_first_turn(record)


def _seal(record: Recorder[State], move: GiveTask) -> None:
    sealed = Sealed(move.treasure)
    is_first = record.state.crews[move.seat].sealed is None
    record.record(FirstTaskSealed(move.seat, sealed) if is_first else FirstTaskChanged(move.seat, sealed))
