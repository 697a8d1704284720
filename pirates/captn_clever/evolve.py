"""Evolve: change the State by each Event. It never refuses one, and contains no rules and no chance."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pirates.captn_clever.events import (
    CaptainMoved,
    CaptainStayed,
    ChoosingBegan,
    DrawAnswered,
    DrawLapsed,
    DrawOpened,
    FirstTaskChanged,
    FirstTaskSealed,
    FleetPlaced,
    MatchEnded,
    ShipMoved,
    Started,
    TaskDrawn,
    TaskGiven,
    TreasureWon,
    TurnBegan,
)
from pirates.captn_clever.state import Crew, Phase, State, receiver_from
from pirates.events import Event
from pirates.evolving import evolve_by, told
from pirates.seats import Seat


def _start(event: Started) -> State:
    dealt = zip(event.colours, told(event.stacks), strict=True)
    crews = tuple(Crew(colour, stack) for colour, stack in dealt)
    return State(options=event.options, starter=event.starter, crews=crews, current=event.starter)


def _with(state: State, seat: Seat, **changes: Any) -> tuple[Crew, ...]:
    """Return the crews with one of them changed."""
    crews = list(state.crews)
    crews[seat] = replace(crews[seat], **changes)
    return tuple(crews)


def _unchanged(state: State, _: Event) -> State:
    return state


def _place(state: State, event: FleetPlaced) -> State:
    crews = _with(state, event.seat, captain=event.captain, ship=event.ship)
    return replace(state, crews=crews, current=receiver_from(state, event.seat))


def _begin_choosing(state: State, _: ChoosingBegan) -> State:
    return replace(state, phase=Phase.SEAL)


def _seal(state: State, event: FirstTaskSealed | FirstTaskChanged) -> State:
    seat = told(event.seat)
    seals = state.crews[seat].seals + 1
    return replace(state, crews=_with(state, seat, sealed=told(event.sealed), seals=seals))


def _take_task(state: State, event: TaskGiven | TaskDrawn) -> State:
    treasure = told(event.treasure)
    cards = tuple(card for card in state.crews[event.seat].cards if card is not treasure)
    return replace(state, crews=_with(state, event.seat, task=treasure, cards=cards))


def _begin_turn(state: State, event: TurnBegan) -> State:
    return replace(state, phase=Phase.TURN, current=event.seat, turn=event.turn)


def _move_ship(state: State, event: ShipMoved) -> State:
    return replace(state, crews=_with(state, event.seat, ship=event.bay))


def _move_captain(state: State, event: CaptainMoved) -> State:
    return replace(state, crews=_with(state, event.seat, captain=event.island or event.glimpsed))


def _win(state: State, event: TreasureWon) -> State:
    treasure = told(event.treasure or event.glimpsed)
    won = (*state.crews[event.seat].won, treasure)
    return replace(state, crews=_with(state, event.seat, task=None, won=won), calm_since=state.turn)


def _open_draw(state: State, _: DrawOpened) -> State:
    return replace(state, draw_open=True)


def _answer_draw(state: State, event: DrawAnswered) -> State:
    answers = state.crews[event.seat].answers + 1
    return replace(state, crews=_with(state, event.seat, draw=event.agrees, answers=answers))


def _close_draw(state: State, _: DrawLapsed) -> State:
    return replace(state, draw_open=False, crews=tuple(replace(crew, draw=None) for crew in state.crews))


def _end(state: State, event: MatchEnded) -> State:
    return replace(state, phase=Phase.OVER, outcome=event.outcome)


_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    Started: _unchanged,
    FleetPlaced: _place,
    ChoosingBegan: _begin_choosing,
    FirstTaskSealed: _seal,
    FirstTaskChanged: _seal,
    TaskGiven: _take_task,
    TaskDrawn: _take_task,
    TurnBegan: _begin_turn,
    ShipMoved: _move_ship,
    CaptainMoved: _move_captain,
    CaptainStayed: _unchanged,
    TreasureWon: _win,
    DrawOpened: _open_draw,
    DrawAnswered: _answer_draw,
    DrawLapsed: _close_draw,
    MatchEnded: _end,
}

evolve = evolve_by(_CHANGES, _start)
"""Return the State after an Event; the State before Started is None."""
