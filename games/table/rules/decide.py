"""Decide the Commands of the table. Refusals raise NotNow, which says why."""

from typing import assert_never

from django.utils.translation import gettext as _

from games.refusals import MatchClosed, require
from games.table.commands.absence import OfferSeat, TakeOver
from games.table.commands.clocks import DeclareAbsence, EndAbsence, EndOnLastDay, GiveTime, KeepHours, Pause, Resume
from games.table.commands.consent import (
    AskConsent,
    CloseProposal,
    GiveConsent,
    RefuseConsent,
    TakeBack,
    WithdrawProposal,
)
from games.table.commands.core import (
    AnyTableCommand,
    CallOff,
    ConfirmSeat,
    EndReadyCheck,
    GiveSalt,
    LeaveSeat,
    OpenMatch,
    Resign,
    ReturnToSeat,
    Rewind,
    TakeSeat,
)
from games.table.commands.disputes import AppealRuling, OpenDispute, Rule, WithdrawDispute
from games.table.events.core import (
    AnyTableEvent,
    MatchAdjudicated,
    MatchOpened,
    Rewound,
    SaltGiven,
    SeatConfirmed,
    SeatHandedOver,
    SeatTaken,
    SeatVacated,
)
from games.table.rules.absence import decide_absence
from games.table.rules.clocks import decide_clocks, sit_with
from games.table.rules.consent import decide_consent
from games.table.rules.disputes import decide_dispute
from games.table.state import Table
from pirates.outcomes import Outcome
from pirates.seats import Seat

MISSES_BEFORE_CARETAKER = 2


def decide_table(
    table: Table | None, command: AnyTableCommand, *, has_begun: bool, position: int
) -> tuple[AnyTableEvent, ...]:
    """Return the Events that `command` causes; `position` is the newest entry's."""
    if isinstance(command, OpenMatch):
        return (_open(command),)
    assert table is not None, "the first command of a match is OpenMatch"  # noqa: S101
    if table.is_closed:
        raise MatchClosed
    match command:
        case TakeSeat() | GiveSalt() | ConfirmSeat() | EndReadyCheck() | LeaveSeat() | CallOff():
            require(not has_begun, "already_begun", _("The match has begun already."))
            return _decide_before_start(table, command)
        case Resign(seat):
            return _resign(table, seat, has_begun=has_begun)
        case ReturnToSeat() | OfferSeat() | TakeOver():
            return decide_absence(table, command)
        case Rewind(to):
            require(has_begun and 0 < to < position, "no_such_position", _("There is no such moment to go back to."))
            return (Rewound(to),)
        case TakeBack() | AskConsent() | GiveConsent() | RefuseConsent() | WithdrawProposal() | CloseProposal():
            require(has_begun, "not_begun", _("The match has not begun yet."))
            return decide_consent(table, command, position=position)
        case OpenDispute() | WithdrawDispute() | AppealRuling() | Rule():
            require(has_begun, "not_begun", _("The match has not begun yet."))
            return decide_dispute(table, command, position=position)
        case Pause() | Resume() | KeepHours() | DeclareAbsence() | EndAbsence() | GiveTime() | EndOnLastDay():
            return decide_clocks(table, command, has_begun=has_begun)
        case _:
            assert_never(command)


def _decide_before_start(
    table: Table, command: TakeSeat | GiveSalt | ConfirmSeat | EndReadyCheck | LeaveSeat | CallOff
) -> tuple[AnyTableEvent, ...]:
    match command:
        case TakeSeat():
            return _take_seat(table, command)
        case GiveSalt(seat, salt, salt_from):
            require(table.chairs[seat].keeper == "player", "seat_empty", _("Nobody sits there."))
            return (SaltGiven(seat, salt, salt_from),)
        case ConfirmSeat() | EndReadyCheck():
            return _answer_ready_check(table, command)
        case LeaveSeat(seat):
            require(table.chairs[seat].is_taken, "seat_empty", _("Nobody sits there."))
            return (SeatVacated(seat),)
        case CallOff():
            return (MatchAdjudicated("called_off", None),)


def _open(command: OpenMatch) -> MatchOpened:
    return MatchOpened(
        game=command.game,
        rules_version=command.rules_version,
        options=command.options,
        seats=command.seats,
        pace_seconds=command.pace_seconds,
        window_seconds=command.window_seconds,
        host=command.host,
        commitment=command.commitment,
        terms=command.terms,
        has_ready_check=command.has_ready_check,
    )


def _take_seat(table: Table, command: TakeSeat) -> tuple[AnyTableEvent, ...]:
    """Seat a player or bot; a player who takes the last seat is obviously present and need not confirm."""
    require(command.seat in range(len(table.chairs)), "no_such_seat", _("This table has no such seat."))
    require(not table.chairs[command.seat].is_taken, "seat_taken", _("Somebody sits there already; take another seat."))
    if command.player is not None:
        require(table.seat_of(command.player) is None, "already_seated", _("You sit at this table already."))
    taken = SeatTaken(command.seat, command.player, command.salt, command.salt_from)
    confirmed = (SeatConfirmed(command.seat),) if _fills(table, command) else ()
    return (taken, *confirmed, *sit_with(table.terms, command.seat, command.hours, command.absences))


def _fills(table: Table, command: TakeSeat) -> bool:
    return table.has_ready_check and command.player is not None and table.free_seats() == (command.seat,)


def _answer_ready_check(table: Table, command: ConfirmSeat | EndReadyCheck) -> tuple[AnyTableEvent, ...]:
    asked = table.unconfirmed_seats()
    if isinstance(command, EndReadyCheck):
        require(asked, "nothing_to_confirm", _("Nobody is to confirm anything just now."))
        return tuple(SeatVacated(seat, "unconfirmed") for seat in asked)
    require(command.seat in asked, "nothing_to_confirm", _("Nothing is to be confirmed at this seat just now."))
    return (SeatConfirmed(command.seat),)


def _resign(table: Table, seat: Seat, *, has_begun: bool) -> tuple[AnyTableEvent, ...]:
    require(has_begun, "not_begun", _("The match has not begun; leave the table instead."))
    require(not table.chairs[seat].has_resigned, "already_resigned", _("You have resigned already."))
    handed = SeatHandedOver(seat, "caretaker", "resigned")
    left = tuple(each for each in table.playing_people() if each != seat and not table.chairs[each].has_left)
    if len(left) > 1:
        return (handed,)
    return (handed, MatchAdjudicated("resigned", _last_one_left(table, left)))


def _last_one_left(table: Table, left: tuple[Seat, ...]) -> Outcome | None:
    if not left:
        return None
    others = tuple(number for number in range(len(table.chairs)) if number not in left)
    return Outcome(winners=left, ranking=(left, others), scores=(0,) * len(table.chairs), reason="resigned")
