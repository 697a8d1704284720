"""Decisions: the questions that are open now, each with the seat it asks."""

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
"""The type of Move that is played for a seat whose time runs out; the keys are the phases that ask a seat."""
_BY_LOTS = frozenset({Phase.STEAL, Phase.BALLAST})
"""The phases whose default Move chooses at random."""


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
    """Return the answer of `seat`'s standing order to its open window; None without a window, or if it says to ask."""
    if state.phase is not Phase.MIRROR or asked_seat(state) != seat or state.play is None:
        return None
    plays = state.orders[seat].plays_mirror(state.play.card)
    if plays is None:
        return None
    return PlayMirror(seat) if plays and Card.MIRROR in state.hands[seat] else DeclineMirror(seat)


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the question the Match waits for, and one for each seat, which may change its standing order any time."""
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
