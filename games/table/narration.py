"""What happened at the table, in a sentence a player would say. Everybody may read all of it."""

from collections.abc import Sequence
from typing import assert_never

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


def narrate_table(event: AnyTableEvent, names: Sequence[str]) -> str:
    """Return one sentence for `event`; `names` are in seat order."""
    match event:
        case MatchOpened():
            return f"The match is opened; its dice are sealed under {event.commitment[:16]}…"
        case SeatTaken(seat):
            return f"{names[seat]} sits down."
        case SeatVacated(seat):
            return f"Seat {seat + 1} is free again."
        case SeatHandedOver():
            return _tell_keeper(event, names[event.seat])
        case DeadlineMissed(seat):
            return f"{names[seat]} did not answer in time; the default move was made."
        case MatchAdjudicated(reason):
            return "The match was called off." if reason == "called_off" else _tell_resigned(event, names)
        case Rewound(to):
            return f"The match was wound back to entry {to}."
        case SecretOpened(secret):
            return f"The secret behind the dice is opened: {secret}"
        case _:
            assert_never(event)


def _tell_resigned(event: MatchAdjudicated, names: Sequence[str]) -> str:
    if event.outcome is None:
        return "Everybody has resigned; nobody wins the match."
    return f"Everybody else has resigned: {names[event.outcome.winners[0]]} wins the match."


def _tell_keeper(event: SeatHandedOver, name: str) -> str:
    if event.reason == "returned":
        return f"{name} is back and plays on in person."
    cause = "has resigned" if event.reason == "resigned" else "has been away"
    return f"{name} {cause}; a caretaker plays the seat."
