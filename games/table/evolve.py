"""Apply the table's own Events to the Table. Total: it never refuses."""

from typing import TypeAlias, assert_never

from msgspec.structs import replace

from games.table.disputes import note_dispute
from games.table.events.absence import AnyAbsenceEvent, CaretakerAnswered, SeatOffered
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
from games.table.rules.clocks import note_clocks
from games.table.rules.consent import note_consent, take_over
from games.table.state import Chair, Table

SeatEvent: TypeAlias = SeatTaken | SaltGiven | SeatVacated | SeatConfirmed | SeatHandedOver


def evolve_table(table: Table | None, event: AnyTableEvent) -> Table:
    """Return the Table after `event`; `table` is None before `MatchOpened`."""
    if isinstance(event, MatchOpened):
        return _lay(event)
    assert table is not None, "the first event of a match is MatchOpened"  # noqa: S101
    match event:
        case SeatTaken() | SaltGiven() | SeatVacated() | SeatConfirmed() | SeatHandedOver():
            return _note_seat(table, event)
        case DeadlineMissed() | CaretakerAnswered() | SeatOffered():
            return _note_absence(table, event)
        case MatchAdjudicated() | SecretOpened():
            return _note_end(table, event)
        case Rewound():
            return replace(table, rewinds=table.rewinds + 1)
        case MoveTakenBack() | ConsentAsked() | ConsentGiven() | ConsentRefused() | ConsentReached() | ProposalClosed():
            return note_consent(table, event)
        case DisputeOpened() | DisputeWithdrawn() | RulingMade() | RulingAppealed():
            return replace(table, disputes=note_dispute(table.disputes, event))
        case MatchPaused() | MatchResumed() | HoursKept() | AbsenceDeclared() | AbsenceEnded() | DeadlineMoved():
            return note_clocks(table, event)
        case _:
            assert_never(event)


def _note_end(table: Table, event: MatchAdjudicated | SecretOpened) -> Table:
    if isinstance(event, SecretOpened):
        return replace(table, is_closed=True, proposal=None)
    return replace(
        table,
        adjudication=event.outcome,
        is_called_off=event.reason == "called_off",
        is_abandoned=event.reason == "abandoned",
        is_timed_out=event.reason == "time_up",
    )


def note_move(table: Table, seat: int) -> Table:
    """Return the Table after the player of `seat` moved in person, which resets the misses in a row."""
    chair = table.chairs[seat]
    if not (chair.misses_in_a_row or chair.unanswered):
        return table
    return _set_chair(table, seat, replace(chair, misses_in_a_row=0, unanswered=0))


def note_caretaker(table: Table, seat: int) -> Table:
    """Return the Table after a bot moved for `seat`; a caretaker's move counts as one more unanswered by the player."""
    chair = table.chairs[seat]
    return _set_chair(table, seat, replace(chair, unanswered=chair.unanswered + 1)) if chair.is_away else table


def _lay(event: MatchOpened) -> Table:
    return Table(
        game=event.game,
        rules_version=event.rules_version,
        options=event.options,
        pace_seconds=event.pace_seconds,
        window_seconds=event.window_seconds,
        host=event.host,
        commitment=event.commitment,
        terms=event.terms,
        chairs=(Chair(),) * event.seats,
        has_ready_check=event.has_ready_check,
    )


def _note_seat(table: Table, event: SeatEvent) -> Table:
    match event:
        case SeatTaken(seat, player, salt, salt_from):
            return _seat(table, seat, Chair(player, "player" if player else "bot", salt, salt_from))
        case SaltGiven(seat, salt, salt_from):
            return _set_chair(table, seat, replace(table.chairs[seat], salt=salt, salt_from=salt_from))
        case SeatVacated(seat):
            return _set_chair(table, seat, Chair())
        case SeatConfirmed(seat):
            return _set_chair(table, seat, replace(table.chairs[seat], has_confirmed=True))
        case SeatHandedOver(seat, player=str() as player):
            return _seat(table, seat, take_over(table.chairs[seat], player))
        case SeatHandedOver(seat):
            return _set_chair(table, seat, _hand_over(table.chairs[seat], event))


def _note_absence(table: Table, event: DeadlineMissed | AnyAbsenceEvent) -> Table:
    chair = table.chairs[event.seat]
    match event:
        case DeadlineMissed(seat):
            return _set_chair(table, seat, _miss(chair))
        case SeatOffered(seat, by):
            return _set_chair(table, seat, replace(chair, is_offered=True, is_replaced=by is None))
        case CaretakerAnswered():
            return table


def _seat(table: Table, seat: int, chair: Chair) -> Table:
    newcomer = {chair.player} if chair.player else set()
    return replace(_set_chair(table, seat, chair), has_sat=table.has_sat | newcomer)


def _set_chair(table: Table, seat: int, chair: Chair) -> Table:
    return replace(table, chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def _hand_over(chair: Chair, event: SeatHandedOver) -> Chair:
    resigned = chair.has_resigned or event.reason == "resigned"
    handed = replace(chair, keeper=event.keeper, has_resigned=resigned, misses_in_a_row=0)
    return replace(handed, unanswered=0, is_offered=False) if event.keeper == "player" else handed


def _miss(chair: Chair) -> Chair:
    misses, in_a_row, unanswered = chair.misses + 1, chair.misses_in_a_row + 1, chair.unanswered + 1
    return replace(chair, misses=misses, misses_in_a_row=in_a_row, unanswered=unanswered)
