"""Decisions: the questions that are open now, each with the seat it asks, or none for the clock."""

from msgspec.structs import astuple, replace

from pirates.commands import Move
from pirates.decisions import Decision
from pirates.guns_or_treasure.moves import (
    AttackByLots,
    BuildShips,
    ChooseSide,
    ForgoPower,
    LayBluff,
    ManArmada,
    RetreatShip,
    TakeCard,
)
from pirates.guns_or_treasure.pieces import ArmadaPlan, BuildPlan, Captain, LayPlan, Plan, SidePlan, TakePlan
from pirates.guns_or_treasure.state import SEALED_PHASES, Phase, State, may_retreat, seat_of
from pirates.seats import Seat


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the open questions: in a sealed phase one for each seat, and one for the clock once all have sealed."""
    if state.phase not in SEALED_PHASES:
        seat = asked_seat(state)
        return () if seat is None else (_question(state, seat),)
    seats = tuple(_sealed_question(state, seat) for seat in range(state.seats))
    if None in state.sealed:
        return seats
    return (*seats, Decision(seat=None, kind="reveal", key=_sealed_key(state, "reveal"), default=None))


def decisions_v1(state: State) -> tuple[Decision, ...]:
    """Return the open questions by version 1, where a public key revealed how often its seat had sealed."""
    return tuple(
        replace(each, key=_sealed_key(state, f"seat{each.seat + 1}.{state.seals[each.seat]}"))
        if each.seat is not None and each.required and state.phase in SEALED_PHASES
        else each
        for each in decisions(state)
    )


def asked_seat(state: State) -> Seat | None:
    """Return the one seat that is asked outside a sealed phase, or None if there is none."""
    if state.phase in (Phase.TURN, Phase.LOOK):
        return state.current
    if state.phase is Phase.REPAIRS:
        crook = seat_of(state, Captain.CROOK, "a")
        return seat_of(state, Captain.CROOK, "b") if crook is None else crook
    return seat_of(state, Captain.LOU, "b") if state.phase is Phase.SPY else None


def waiting_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats the Match waits for."""
    if state.phase in SEALED_PHASES:
        return tuple(seat for seat, plan in enumerate(state.sealed) if plan is None)
    seat = asked_seat(state)
    return () if seat is None else (seat,)


def _question(state: State, seat: Seat) -> Decision:
    default = _default(state, seat)
    return Decision(
        seat=seat,
        kind=state.phase.value,
        key=f"{state.game}.turn{state.turn}:{state.phase.value}",
        default=default,
        by_lots=isinstance(default, AttackByLots),
    )


def _default(state: State, seat: Seat) -> Move:
    """Return the default Move: forgo a power, retreat with the first ship, or attack at random if it must attack."""
    if state.phase is not Phase.TURN:
        return ForgoPower(seat)
    if may_retreat(state, seat):
        return RetreatShip(seat, state.fleets[seat][0].number)
    return AttackByLots(seat)


def _sealed_question(state: State, seat: Seat) -> Decision:
    """Return the question for a plan, which is random if time runs out; or the one to change a sealed plan.

    Only the key of the second question counts what the seat has sealed. All seats see the first key, and they must not
    learn of a change of plan.
    """
    plan, name = state.sealed[seat], f"seat{seat + 1}"
    default = _by_lots(state.phase, seat) if plan is None else move_of(seat, plan)
    return Decision(
        seat=seat,
        kind=state.phase.value,
        key=_sealed_key(state, name if plan is None else f"{name}.{state.seals[seat]}"),
        default=default,
        required=plan is None,
        by_lots=None in astuple(default),
    )


def _sealed_key(state: State, what: str) -> str:
    return f"{state.game}.round{state.round}:{state.phase.value}:{what}"


def _by_lots(phase: Phase, seat: Seat) -> Move:
    match phase:
        case Phase.SIDES:
            return ChooseSide(seat)
        case Phase.BUILD:
            return BuildShips(seat)
        case Phase.BLUFF:
            return LayBluff(seat)
        case Phase.TAKE:
            return TakeCard(seat)
    return ManArmada(seat)


def move_of(seat: Seat, plan: Plan) -> Move:
    """Return the Move that seals `plan`."""
    match plan:
        case SidePlan(side):
            return ChooseSide(seat, side)
        case BuildPlan(loads):
            return BuildShips(seat, loads)
        case LayPlan(discard, laid_open, closed):
            return LayBluff(seat, discard, laid_open, closed)
        case TakePlan(which):
            return TakeCard(seat, which)
        case ArmadaPlan(cards):
            return ManArmada(seat, cards)


def plan_of(move: Move) -> Plan | None:
    """Return the Plan that a Move seals, or None if it seals none."""
    match move:
        case ChooseSide(_, side):
            return SidePlan(side)
        case BuildShips(_, loads):
            return BuildPlan(loads)
        case LayBluff(_, discard, laid_open, closed):
            return LayPlan(discard, laid_open, closed)
        case TakeCard(_, which):
            return TakePlan(which)
        case ManArmada(_, cards):
            return ArmadaPlan(cards)
    return None
