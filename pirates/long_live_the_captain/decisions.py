"""Decisions: the questions that are open now, and the seats that they are put to."""

from collections.abc import Iterator

from pirates.decisions import Decision
from pirates.long_live_the_captain.moves import DealByLots, RefuseOffer, SealBribes
from pirates.long_live_the_captain.pieces import Offer
from pirates.long_live_the_captain.state import Phase, State, all_sealed, is_sealed
from pirates.seats import Seat


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the open questions.

    While bribes are prepared, each seat is asked for its own until it has sealed them, and may think again until all
    have; then the clock is asked. An offer is a question nobody has to answer. Its key counts within one pair of seats.
    """
    if state.phase is Phase.DEAL:
        key = f"{state.round}.{len(state.served) + 1}:deal"
        return (Decision(seat=state.first, kind="deal", key=key, default=DealByLots(state.first), by_lots=True),)
    if state.phase is not Phase.BRIBE:
        return ()
    if all_sealed(state):
        return (Decision(seat=None, kind="reveal", key=f"{state.round}:reveal", default=None),)
    return (*(_bribe_question(state, seat) for seat in range(state.seats)), *_offer_questions(state))


def awaited(state: State) -> tuple[Seat, ...]:
    """Return the seats the Match waits for."""
    if state.phase is Phase.DEAL:
        return (state.first,)
    if state.phase is not Phase.BRIBE:
        return ()
    return tuple(seat for seat in range(state.seats) if not is_sealed(state, seat))


def is_asked(state: State, seat: Seat) -> bool:
    """Whether any question is open to the seat."""
    if state.phase is Phase.DEAL:
        return seat == state.first
    return state.phase is Phase.BRIBE and not all_sealed(state)


def offers_to(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Return the open offers put to a seat."""
    return tuple(offer for offer in state.offers if offer.to == seat)


def _bribe_question(state: State, seat: Seat) -> Decision:
    plan = state.plans[seat]
    name = f"{state.round}.seat{seat + 1}"
    if plan is None:
        return Decision(seat=seat, kind="bribe", key=f"{name}:bribe", default=SealBribes(seat))
    key = f"{name}.{state.seals[seat]}:revise"
    return Decision(seat=seat, kind="revise", key=key, default=SealBribes(seat, plan), required=False)


def _offer_questions(state: State) -> Iterator[Decision]:
    for offer in state.offers:
        yield Decision(
            seat=offer.to,
            kind="offer",
            key=f"{state.round}.seat{offer.to + 1}.from{offer.maker + 1}.{offer.number}:offer",
            default=RefuseOffer(offer.to, offer.maker, offer.number),
            required=False,
            window=True,
        )
