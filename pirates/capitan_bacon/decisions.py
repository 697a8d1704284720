"""Decisions: who is asked what now."""

from collections.abc import Mapping

from pirates.capitan_bacon.moves import (
    BuryShownHand,
    DeclineMirror,
    EndTurn,
    KeepIsland,
    Pass,
    PlayMirror,
    SetStandingOrder,
    StealCard,
)
from pirates.capitan_bacon.pieces import Card
from pirates.capitan_bacon.state import Phase, State
from pirates.commands import Move
from pirates.decisions import Decision
from pirates.seats import Seat

DEFAULTS: Mapping[Phase, type[Move]] = {
    Phase.TURN: Pass,
    Phase.MORE: EndTurn,
    Phase.MIRROR: DeclineMirror,
    Phase.STEAL: StealCard,
    Phase.MAP: KeepIsland,
    Phase.BALLAST: BuryShownHand,
}
"""What is played for a seat whose time runs out; its keys are the phases that ask."""
_BY_LOTS = frozenset({Phase.STEAL, Phase.BALLAST})
"""The phases whose default has lots choose."""


def asked_seat(state: State) -> Seat | None:
    """Return the seat the Match waits for, or None once it is over."""
    if state.phase in (Phase.TURN, Phase.MORE):
        return state.current
    if state.play is None:
        return None
    if state.phase in (Phase.MIRROR, Phase.BALLAST):
        return state.play.target
    return state.play.doer if state.phase in (Phase.STEAL, Phase.MAP) else None


def answer_by_order(state: State, seat: Seat) -> Move | None:
    """Return what the standing order of `seat` answers to the window that is open to it; None if it says to ask."""
    if state.phase is not Phase.MIRROR or asked_seat(state) != seat or state.play is None:
        return None
    plays = state.orders[seat].plays_mirror(state.play.card)
    if plays is None:
        return None
    return PlayMirror(seat) if plays and Card.MIRROR in state.hands[seat] else DeclineMirror(seat)


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the question the Match waits for, and one per seat to change its standing order at any time."""
    asked = asked_seat(state)
    if asked is None:
        return ()
    return (_question(state, asked), *(_orders_question(state, seat) for seat in range(state.seats)))


def _question(state: State, seat: Seat) -> Decision:
    return Decision(
        seat=seat,
        kind=state.phase.value,
        key=f"{state.turn}.{state.step}:{state.phase.value}",
        default=DEFAULTS[state.phase](seat),
        window=state.phase is Phase.MIRROR,
        by_lots=state.phase in _BY_LOTS,
    )


def _orders_question(state: State, seat: Seat) -> Decision:
    return Decision(
        seat=seat,
        kind="orders",
        key=f"seat{seat + 1}.{state.order_changes[seat]}:orders",
        default=SetStandingOrder(seat, state.orders[seat]),
        required=False,
    )
