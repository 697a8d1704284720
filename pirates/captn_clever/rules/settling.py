"""Settling: everything that happens by itself until somebody must decide or the Match is over."""

from pirates.captn_clever.events import (
    ChoosingBegan,
    DrawLapsed,
    DrawOpened,
    MatchEnded,
    TaskDrawn,
    TaskGiven,
    TurnBegan,
)
from pirates.captn_clever.scoring import has_all, outcome_by_treasures
from pirates.captn_clever.state import State, giver_to
from pirates.replay import Recorder
from pirates.seats import Seat, clockwise_from


def begin_play(record: Recorder[State]) -> None:
    """Open the choice of first tasks once all pieces are placed (C15), or draw them in the simplified variant (C21)."""
    state = record.state
    if not state.options.simplified:
        record.record(ChoosingBegan())
        return
    for seat in clockwise_from(state.starter, state.seats):
        _draw_task(record, seat)
    begin_first_turn(record)


def begin_first_turn(record: Recorder[State]) -> None:
    """Give the turn to the starter (Ruling C23)."""
    record.record(TurnBegan(record.state.starter, 1))


def end_turn(record: Recorder[State]) -> None:
    """End the Match at once after a ninth treasure (Ruling C20); else ask for a new task (C11) and go on clockwise."""
    state = record.state
    seat = state.current
    if state.crews[seat].task is None:
        if has_all(state, seat):
            record.record(MatchEnded(outcome_by_treasures(state, seat)))
            return
        _follow_treasure(record, seat)
    record.record(TurnBegan((seat + 1) % state.seats, state.turn + 1))
    _open_draw(record)


def _follow_treasure(record: Recorder[State], seat: Seat) -> None:
    state = record.state
    if state.draw_open:
        record.record(DrawLapsed())
    if state.options.simplified:
        _draw_task(record, seat)
    elif len(state.crews[seat].cards) == 1:
        record.record(TaskGiven(seat, giver_to(state, seat), state.crews[seat].cards[0]))


def _draw_task(record: Recorder[State], seat: Seat) -> None:
    record.record(TaskDrawn(seat, record.state.crews[seat].cards[-1]))


def _open_draw(record: Recorder[State]) -> None:
    """Offer a draw after so many full rounds without a treasure (Ruling C22)."""
    state = record.state
    if not state.draw_open and state.calm_turns >= state.options.draw_after * state.seats:
        record.record(DrawOpened(state.options.draw_after))
