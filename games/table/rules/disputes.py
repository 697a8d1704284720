"""Rules for disputes and rulings. Refusals raise NotNow, which says why."""

from typing import TypeAlias, assert_never

from django.utils.translation import gettext as _

from games.refusals import require
from games.table.commands.disputes import AppealRuling, OpenDispute, Rule, WithdrawDispute
from games.table.disputes import DisputeAtTable
from games.table.events.clocks import DeadlineMoved, MatchPaused, MatchResumed
from games.table.events.core import AnyTableEvent, MatchAdjudicated, Rewound, SeatHandedOver
from games.table.events.disputes import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from games.table.rules.absence import replace_player
from games.table.rulings import (
    Adjudicate,
    AnyOrder,
    CloseMatch,
    GiveToCaretaker,
    MoveDeadline,
    OrderPause,
    OrderRewind,
    OrderSeatOffer,
    StartClocks,
    Uphold,
)
from games.table.state import Table
from pirates.outcomes import Outcome
from pirates.seats import Seat

AnyDisputeCommand: TypeAlias = OpenDispute | WithdrawDispute | AppealRuling | Rule

MOST_DISPUTES_PER_SEAT = 3
LONGEST_REASON = 1000
LONGEST_STOP_SECONDS = 14 * 24 * 3600
"""The longest time that a dispute or a ruling may stop the clocks; after it they go on by themselves."""


def decide_dispute(table: Table, command: AnyDisputeCommand, *, position: int) -> tuple[AnyTableEvent, ...]:
    """Return the Events that `command` causes in a running match whose newest entry is at `position`."""
    match command:
        case OpenDispute(seat, disputed):
            _require_may_dispute(table, seat)
            require(0 < disputed <= position, "no_such_position", _("There is no such entry in the log."))
            return _open(table, seat, disputed)
        case WithdrawDispute(number, seat):
            own = _dispute(table, number)
            require(own.seat == seat, "not_your_dispute", _("Only the player who opened a dispute can let it go."))
            require(own.status == "open", "dispute_not_open", _("This dispute is no longer open."))
            return (DisputeWithdrawn(number), *_clocks_go_on(table, own))
        case AppealRuling(number, seat):
            status = _dispute(table, number).status
            require(status == "ruled", "nothing_to_appeal", _("There is no ruling here that can be appealed."))
            return (RulingAppealed(number, seat),)
        case Rule():
            return _rule(table, command, position)
        case _:
            assert_never(command)


def _open(table: Table, seat: Seat, position: int) -> tuple[AnyTableEvent, ...]:
    """Open a dispute; a seat's first dispute in a match stops the clocks until a referee rules on it."""
    is_first = all(each.seat != seat for each in table.disputes)
    stops = is_first and not table.is_paused
    opened = DisputeOpened(len(table.disputes) + 1, seat, position, stops)
    return (opened, MatchPaused(LONGEST_STOP_SECONDS, "disputed")) if stops else (opened,)


def _clocks_go_on(table: Table, dispute: DisputeAtTable) -> tuple[AnyTableEvent, ...]:
    stands = table.is_paused and dispute.stops_clocks and dispute.status == "open"
    return (MatchResumed("ruled"),) if stands else ()


def _require_may_dispute(table: Table, seat: Seat) -> None:
    own = [each for each in table.disputes if each.seat == seat]
    require(
        not any(each.is_waiting for each in own),
        "dispute_open",
        _("A dispute of yours is with the referee already; wait for its ruling, or let it go."),
    )
    require(
        len(own) < MOST_DISPUTES_PER_SEAT,
        "disputes_used_up",
        _("You have disputed {most} entries of this match; that is as many as one player may.").format(
            most=MOST_DISPUTES_PER_SEAT
        ),
    )


def _rule(table: Table, command: Rule, position: int) -> tuple[AnyTableEvent, ...]:
    require(
        command.referee not in table.has_sat,
        "not_neutral",
        _("You sit or sat at this table; another referee must rule."),
    )
    require(0 < len(command.reason.strip()) <= LONGEST_REASON, "reason_missing", _("A ruling must give its reason."))
    number, is_final = _ruled_on(table, command)
    effects = _effects(table, command.order, position)
    if command.dispute is not None and not isinstance(command.order, Adjudicate | CloseMatch):
        effects = (*effects, *_clocks_go_on(table, _dispute(table, number)))
    return (RulingMade(number, command.referee, command.order, command.reason, is_final), *effects)


def _ruled_on(table: Table, command: Rule) -> tuple[int, bool]:
    """Return the number of the dispute that the ruling is about, and whether the ruling is final."""
    if command.dispute is None:
        return len(table.disputes) + 1, False
    dispute = _dispute(table, command.dispute)
    is_interim = isinstance(command.order, MoveDeadline | OrderPause | StartClocks)
    require(not is_interim, "settles_nothing", _("What concerns the clocks alone is ordered apart from the dispute."))
    require(dispute.is_waiting, "dispute_not_open", _("No ruling is asked for in this dispute."))
    require(
        command.referee not in dispute.referees,
        "not_another_referee",
        _("You have ruled on this dispute; its appeal is for another referee."),
    )
    return command.dispute, dispute.status == "appealed"


def _effects(table: Table, order: AnyOrder, position: int) -> tuple[AnyTableEvent, ...]:
    match order:
        case Uphold():
            return ()
        case OrderRewind(to):
            require(0 < to < position, "no_such_position", _("There is no such moment to go back to."))
            return (Rewound(to),)
        case GiveToCaretaker(seat):
            _require_seat(table, seat)
            require(table.chairs[seat].keeper == "player", "nobody_there", _("No player keeps this seat now."))
            return (SeatHandedOver(seat, "caretaker", "ruled"),)
        case OrderSeatOffer(seat):
            return replace_player(table, seat)
        case Adjudicate(ranking):
            return (MatchAdjudicated("ruled", _outcome(table, ranking)),)
        case CloseMatch():
            return (MatchAdjudicated("closed", None),)
        case MoveDeadline() | OrderPause() | StartClocks():
            return _clock_effects(table, order)
        case _:
            assert_never(order)


def _clock_effects(table: Table, order: MoveDeadline | OrderPause | StartClocks) -> tuple[AnyTableEvent, ...]:
    match order:
        case MoveDeadline(decision, seconds):
            _require_span(seconds)
            return (DeadlineMoved(decision, seconds, "ruled"),)
        case OrderPause(seconds):
            require(not table.is_paused, "already_paused", _("The match is paused already."))
            _require_span(seconds)
            return (MatchPaused(seconds, "ruled"),)
        case StartClocks():
            require(table.is_paused, "not_paused", _("The match is not paused."))
            return (MatchResumed("ruled"),)


def _outcome(table: Table, ranking: tuple[tuple[Seat, ...], ...]) -> Outcome:
    seats = sorted(seat for place in ranking for seat in place)
    everybody = list(range(len(table.chairs)))
    require(seats == everybody and all(ranking), "ranking_wrong", _("The ranking must name every seat once."))
    return Outcome(winners=ranking[0], ranking=ranking, scores=(0,) * len(everybody), reason="ruled")


def _dispute(table: Table, number: int) -> DisputeAtTable:
    require(0 < number <= len(table.disputes), "no_such_dispute", _("There is no such dispute."))
    return table.disputes[number - 1]


def _require_seat(table: Table, seat: Seat) -> None:
    require(0 <= seat < len(table.chairs), "no_such_seat", _("This table has no such seat."))


def _require_span(seconds: int) -> None:
    require(0 < seconds <= LONGEST_STOP_SECONDS, "time_out_of_range", _("That is not a length of time to give."))
