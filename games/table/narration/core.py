"""Narrate all Events of the table, in sentences a player would say. Everybody may read all of it."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _

from games.table.events.absence import CaretakerAnswered, SeatOffered
from games.table.events.clocks import AbsenceDeclared, AbsenceEnded, DeadlineMoved, HoursKept, MatchPaused, MatchResumed
from games.table.events.consent import (
    ConsentAsked,
    ConsentGiven,
    ConsentReached,
    ConsentRefused,
    MoveTakenBack,
    ProposalClosed,
)
from games.table.events.core import (
    AnyTableEvent,
    DeadlineMissed,
    MatchAdjudicated,
    MatchOpened,
    Rewound,
    SaltGiven,
    SeatConfirmed,
    SeatHandedOver,
    SeatTaken,
    SeatVacated,
    SecretOpened,
)
from games.table.events.disputes import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from games.table.narration.absence import narrate_absence
from games.table.narration.clocks import narrate_clocks
from games.table.narration.consent import narrate_consent
from games.table.narration.disputes import narrate_dispute
from pirates.seats import Seat


def narrate_table(event: AnyTableEvent, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `event`, worded for `viewer`; `names` are in seat order."""
    match event:
        case MatchOpened():
            seal = event.commitment[:16]
            return _("The match is opened; its dice are sealed under {seal}…").format(seal=seal)
        case SeatTaken() | SaltGiven() | SeatVacated() | SeatConfirmed() | SeatHandedOver():
            return _tell_seat(event, names[event.seat], is_own=event.seat == viewer)
        case DeadlineMissed() | CaretakerAnswered() | SeatOffered():
            return narrate_absence(event, names, viewer)
        case MatchAdjudicated():
            return _tell_end(event, names, viewer)
        case (
            MoveTakenBack()
            | Rewound()
            | ConsentAsked()
            | ConsentGiven()
            | ConsentRefused()
            | ConsentReached()
            | ProposalClosed()
        ):
            return narrate_consent(event, names, viewer)
        case SecretOpened(secret):
            return _("The secret behind the dice is opened: {secret}").format(secret=secret)
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
        case "abandoned":
            return _("All have agreed to abandon the match; it has no result.")
        case "time_up":
            return _("The last day of the match is over, and so is the match; nobody wins it.")
        case "ruled" | "closed":
            return _("A referee has ended the match.")
        case "resigned":
            return _tell_resigned(event, names, viewer)


def _tell_seat(
    event: SeatTaken | SaltGiven | SeatVacated | SeatConfirmed | SeatHandedOver, name: str, *, is_own: bool
) -> str:
    match event:
        case SaltGiven():
            return ""
        case SeatTaken():
            return _("You sit down.") if is_own else _("{player} sits down.").format(player=name)
        case SeatVacated(seat):
            if event.reason == "unconfirmed":
                return _("Seat {number} was not confirmed in time and is free again.").format(number=seat + 1)
            return _("Seat {number} is free again.").format(number=seat + 1)
        case SeatConfirmed():
            return _("You confirm your seat.") if is_own else _("{player} confirms the seat.").format(player=name)
        case SeatHandedOver():
            return _tell_keeper(event, name, is_own=is_own)


def _tell_resigned(event: MatchAdjudicated, names: Sequence[str], viewer: Seat | None) -> str:
    if event.outcome is None:
        return _("Everybody has resigned; nobody wins the match.")
    winner = event.outcome.winners[0]
    if winner == viewer:
        return _("Everybody else has resigned: you win the match.")
    return _("Everybody else has resigned: {player} wins the match.").format(player=names[winner])


def _tell_keeper(event: SeatHandedOver, name: str, *, is_own: bool) -> str:
    if is_own:
        return _tell_own_keeper(event)
    match event.reason:
        case "returned":
            told = _("{player} is back and plays on in person.")
        case "agreed" | "substituted":
            told = _("{player} takes this seat over.")
        case "ruled":
            told = _("By a ruling, a caretaker plays the seat of {player}.")
        case "resigned":
            told = _("{player} has resigned; a caretaker plays the seat.")
        case _:
            told = _("{player} has been away; a caretaker plays the seat.")
    return told.format(player=name)


def _tell_own_keeper(event: SeatHandedOver) -> str:
    match event.reason:
        case "returned":
            return _("You are back and play on in person.")
        case "agreed" | "substituted":
            return _("You take this seat over.")
        case "ruled":
            return _("By a ruling, a caretaker plays your seat.")
        case "resigned":
            return _("You have resigned; a caretaker plays the seat.")
        case _:
            return _("You have been away; a caretaker plays the seat.")
