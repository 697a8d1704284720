"""What happened at the table, in a sentence a player would say. Everybody may read all of it."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _

from games.table.clock_events import (
    AbsenceDeclared,
    AbsenceEnded,
    DeadlineMoved,
    HoursKept,
    MatchPaused,
    MatchResumed,
)
from games.table.clock_narration import narrate_clocks
from games.table.dispute_events import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from games.table.dispute_narration import narrate_dispute
from games.table.events import (
    AnyTableEvent,
    DeadlineMissed,
    MatchAdjudicated,
    MatchOpened,
    Rewound,
    SeatHandedOver,
    SeatTaken,
    SeatVacated,
    SecretOpened,
)
from pirates.seats import Seat


def narrate_table(event: AnyTableEvent, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `event`, as it is told to `viewer`; `names` are in seat order."""
    match event:
        case MatchOpened():
            return f"The match is opened; its dice are sealed under {event.commitment[:16]}…"
        case SeatTaken() | SeatVacated() | SeatHandedOver():
            return _tell_seat(event, names[event.seat], is_own=event.seat == viewer)
        case DeadlineMissed(seat):
            who = "You" if seat == viewer else names[seat]
            return f"{who} did not answer in time; the default move was made."
        case MatchAdjudicated():
            return _tell_end(event, names, viewer)
        case Rewound(to):
            return f"The match was wound back to entry {to}."
        case SecretOpened(secret):
            return f"The secret behind the dice is opened: {secret}"
        case DisputeOpened() | DisputeWithdrawn() | RulingMade() | RulingAppealed():
            return narrate_dispute(event, names, viewer)
        case MatchPaused() | MatchResumed() | HoursKept() | AbsenceDeclared() | AbsenceEnded() | DeadlineMoved():
            return narrate_clocks(event, names, viewer)
        case _:
            assert_never(event)


def _tell_end(event: MatchAdjudicated, names: Sequence[str], viewer: Seat | None) -> str:
    match event.reason:
        case "called_off":
            return _("The match was called off.")
        case "ruled" | "closed":
            return _("A referee has ended the match.")
        case "resigned":
            return _tell_resigned(event, names, viewer)


def _tell_seat(event: SeatTaken | SeatVacated | SeatHandedOver, name: str, *, is_own: bool) -> str:
    match event:
        case SeatTaken():
            return "You sit down." if is_own else f"{name} sits down."
        case SeatVacated(seat):
            return f"Seat {seat + 1} is free again."
        case SeatHandedOver():
            return _tell_keeper(event, name, is_own=is_own)


def _tell_resigned(event: MatchAdjudicated, names: Sequence[str], viewer: Seat | None) -> str:
    if event.outcome is None:
        return "Everybody has resigned; nobody wins the match."
    winner = event.outcome.winners[0]
    won = "you win" if winner == viewer else f"{names[winner]} wins"
    return f"Everybody else has resigned: {won} the match."


def _tell_keeper(event: SeatHandedOver, name: str, *, is_own: bool) -> str:
    if event.reason == "returned":
        return "You are back and play on in person." if is_own else f"{name} is back and plays on in person."
    if event.reason == "ruled":
        return (
            _("By a ruling, a caretaker plays your seat.")
            if is_own
            else _("By a ruling, a caretaker plays the seat of {player}.").format(player=name)
        )
    who = "You have" if is_own else f"{name} has"
    cause = "resigned" if event.reason == "resigned" else "been away"
    return f"{who} {cause}; a caretaker plays the seat."
