"""All clocks of a match, folded from its log entries and the times at which they were recorded. Pure.

The rules, in short. A clock runs from the entry that opened its Decision. A player's hours count for Decisions opened
later; an absence moves an open clock too, if at least a quarter of its time is left when the absence is declared.

A Decision that is opened to several seats at once is a sealed phase. Its clocks share one deadline, the latest of
theirs; no answer changes it, and no bank pays for it. Windows have no bank either. Time is taken from a bank when a
Decision closes, and the bank is refilled if the player answered in person.

A rewind opens every Decision anew. If a player takes back their own last move, the clocks go on as if it had not been
made. So that nobody loses on time by that, a clock then has at least a tenth of the pace left, and at least five
minutes. A person who takes over a seat has at least half of the pace (for a window, half of a window's time) for its
open Decisions, without drawing on a bank; the former player's hours and absences no longer count.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from games.book.duration import MatchDuration, advance
from games.clocks.calendars import Calendar
from games.clocks.countdown import NONE, Countdown, due_of, overrun, run_to
from games.table.events.clocks import AbsenceDeclared, AbsenceEnded, DeadlineMoved, MatchPaused, MatchResumed
from games.table.events.consent import MoveTakenBack
from games.table.events.core import MatchOpened, Rewound, SeatHandedOver
from games.table.events.event import TableEvent
from games.table.rules.clocks import cut_absence
from games.table.state import Table
from pirates.decisions import Decision
from pirates.seats import Seat

LEAST_AFTER_TAKING_BACK = 10
LEAST_FOR_NEWCOMER = 2
SHORTEST = timedelta(minutes=5)
LEAST_LEFT_FOR_ABSENCE = 4
"""A divisor: an absence moves an open clock only if at least this part of the clock's time is left."""


class Pausing(msgspec.Struct, frozen=True):
    """A pause: when the clocks stopped, and when they will go on by themselves."""

    since: datetime
    until: datetime


class MatchClocks(msgspec.Struct, frozen=True):
    """All clocks of a match: countdowns by Decision key, each seat's bank, and the pause, if there is one.

    `duration` is the clock of the match as a whole.
    """

    countdowns: Mapping[str, Countdown] = {}
    banks: tuple[timedelta, ...] = ()
    pause: Pausing | None = None
    duration: MatchDuration = MatchDuration()

    def of_phase(self, countdown: Countdown) -> tuple[Countdown, ...]:
        """Return the clocks that share a deadline with this one, including itself."""
        if not countdown.phase:
            return (countdown,)
        return tuple(each for each in self.countdowns.values() if each.phase == countdown.phase)

    def due_of(self, countdown: Countdown) -> datetime:
        """Return when an open Decision is due if nothing else happens; meaningless during a pause."""
        return max(due_of(each) for each in self.of_phase(countdown))


class Tick(msgspec.Struct, frozen=True):
    """The part of a log entry that the clocks need; `in_person` is the seat whose player, or order, answered in it.

    `events` are those of the table; `is_act`: the entry has Events of the game, even if a rewind undid them.
    """

    position: int
    at: datetime
    in_person: int | None
    events: tuple[TableEvent, ...]
    is_act: bool = False


def apply(clocks: MatchClocks, tick: Tick, table: Table, asked: Iterable[Decision]) -> MatchClocks:
    """Return the clocks after one more entry; `table` and the open Decisions `asked` are those after it."""
    for event in tick.events:
        clocks = _note(clocks, event, tick.at, table)
    duration = advance(clocks.duration, tick.at, tick.events, is_act=tick.is_act)
    clocks = clocks if duration is clocks.duration else replace(clocks, duration=duration)
    required = {each.key: each for each in asked if each.required}
    if required.keys() == clocks.countdowns.keys():
        return clocks
    return _open(_close(clocks, tick, table, required), tick, table, required)


def _note(clocks: MatchClocks, event: TableEvent, at: datetime, table: Table) -> MatchClocks:
    match event:
        case MatchOpened():
            return replace(clocks, banks=(timedelta(seconds=table.terms.bank_seconds),) * len(table.chairs))
        case MatchPaused(seconds):
            return replace(_run_all(clocks, at), pause=Pausing(at, at + timedelta(seconds=seconds)))
        case MatchResumed():
            started = {key: _restart(each, at) for key, each in clocks.countdowns.items()}
            return replace(clocks, countdowns=started, pause=None)
        case DeadlineMoved():
            return _give(clocks, event)
        case SeatHandedOver(seat, player=str()):
            return _welcome(clocks, at, table, seat)
        case MoveTakenBack():
            return _spare_all(
                clocks, at, max(timedelta(seconds=table.pace_seconds) / LEAST_AFTER_TAKING_BACK, SHORTEST)
            )
        case AbsenceDeclared() | AbsenceEnded():
            return _change_calendars(_run_all(clocks, at), event)
        case _:
            return clocks


def _is_taken_back(tick: Tick) -> bool:
    return any(isinstance(event, MoveTakenBack) for event in tick.events)


def _spare_all(clocks: MatchClocks, at: datetime, least: timedelta) -> MatchClocks:
    ran = _run_all(clocks, at).countdowns
    spared = {key: _spare(each, ran[key], least) for key, each in clocks.countdowns.items()}
    return replace(clocks, countdowns=spared)


def _spare(countdown: Countdown, ran: Countdown, least: timedelta) -> Countdown:
    short = least - (ran.allowed + ran.bank - ran.spent)
    if countdown.seat is None or short <= NONE:
        return countdown
    return replace(countdown, allowed=countdown.allowed + short)


def _welcome(clocks: MatchClocks, at: datetime, table: Table, seat: Seat) -> MatchClocks:
    ran = _run_all(clocks, at).countdowns
    own = {key: each for key, each in ran.items() if each.seat == seat and not each.is_answered}
    taken = {key: _take_up(each, table) for key, each in own.items()}
    return replace(clocks, countdowns={**clocks.countdowns, **taken})


def _take_up(countdown: Countdown, table: Table) -> Countdown:
    whole = timedelta(seconds=table.window_seconds if countdown.is_window else table.pace_seconds)
    allowed = max(countdown.allowed, countdown.spent + max(whole / LEAST_FOR_NEWCOMER, SHORTEST))
    return replace(countdown, allowed=allowed, stretch=table.terms.stretch, calendar=Calendar())


def _run_all(clocks: MatchClocks, at: datetime) -> MatchClocks:
    if clocks.pause is not None:
        return clocks
    return replace(clocks, countdowns={key: _run(each, at) for key, each in clocks.countdowns.items()})


def _run(countdown: Countdown, at: datetime) -> Countdown:
    return countdown if countdown.seat is None else run_to(countdown, at)


def _restart(countdown: Countdown, at: datetime) -> Countdown:
    return countdown if countdown.seat is None else replace(countdown, since=max(at, countdown.since))


def _give(clocks: MatchClocks, event: DeadlineMoved) -> MatchClocks:
    countdown = clocks.countdowns.get(event.decision)
    if countdown is None:
        return clocks
    spell = ((event.since, event.until),) if event.since and event.until else ()
    allowed = countdown.allowed + timedelta(seconds=event.seconds)
    moved = replace(countdown, allowed=allowed, given=(*countdown.given, *spell))
    return replace(clocks, countdowns={**clocks.countdowns, event.decision: moved})


def _change_calendars(clocks: MatchClocks, event: AbsenceDeclared | AbsenceEnded) -> MatchClocks:
    changed = {
        key: _change_calendar(each, event) if each.seat == event.seat else each
        for key, each in clocks.countdowns.items()
    }
    return replace(clocks, countdowns=changed)


def _change_calendar(countdown: Countdown, event: AbsenceDeclared | AbsenceEnded) -> Countdown:
    known = countdown.calendar.absences
    if isinstance(event, AbsenceEnded):
        absences = cut_absence(known, event)
    elif countdown.left * LEAST_LEFT_FOR_ABSENCE < countdown.allowed:
        return countdown
    else:
        absences = (*known, event.absence)
    return replace(countdown, calendar=replace(countdown.calendar, absences=absences))


def _close(clocks: MatchClocks, tick: Tick, table: Table, required: Mapping[str, Decision]) -> MatchClocks:
    """Settle the clocks of Decisions that are no longer open; a phase keeps its clocks until all of it is answered."""
    if any(isinstance(event, Rewound) for event in tick.events) and not _is_taken_back(tick):
        return replace(clocks, countdowns={})
    closed = [each for key, each in clocks.countdowns.items() if key not in required and not each.is_answered]
    banks = list(clocks.banks)
    for each in closed:
        if each.seat is not None and not each.phase and not each.is_window:
            banks[each.seat] = _settled(banks[each.seat], each, clocks, tick, table)
    going_on = {clocks.countdowns[key].phase for key in clocks.countdowns if key in required} - {""}
    kept = {
        key: each if key in required else replace(each, is_answered=True)
        for key, each in clocks.countdowns.items()
        if key in required or each.phase in going_on
    }
    return replace(clocks, countdowns=kept, banks=tuple(banks))


def _settled(bank: timedelta, closed: Countdown, clocks: MatchClocks, tick: Tick, table: Table) -> timedelta:
    ran = closed if clocks.pause else run_to(closed, tick.at)
    bank = max(NONE, bank - overrun(ran))
    if tick.in_person != closed.seat:
        return bank
    return min(timedelta(seconds=table.terms.cap_seconds), bank + timedelta(seconds=table.terms.refill_seconds))


def _open(clocks: MatchClocks, tick: Tick, table: Table, required: Mapping[str, Decision]) -> MatchClocks:
    opened = [each for key, each in required.items() if key not in clocks.countdowns or _is_again(clocks, key)]
    if not opened:
        return clocks
    new = {each.key: _countdown(each, opened, clocks, tick, table) for each in opened}
    return replace(clocks, countdowns={**clocks.countdowns, **new})


def _is_again(clocks: MatchClocks, key: str) -> bool:
    return clocks.countdowns[key].is_answered


def _countdown(
    decision: Decision, opened: Iterable[Decision], clocks: MatchClocks, tick: Tick, table: Table
) -> Countdown:
    seat = decision.seat
    if seat is None:
        return Countdown(decision.key, decision.kind, None, decision.window, tick.at, NONE, tick.at)
    chair = table.chairs[seat]
    is_person = chair.keeper == "player"
    alike = {each.seat for each in opened if (each.kind, each.window) == (decision.kind, decision.window)}
    is_shared = len(alike - {None}) > 1
    return Countdown(
        decision=decision.key,
        kind=decision.kind,
        seat=seat,
        is_window=decision.window,
        opened_at=tick.at,
        allowed=timedelta(seconds=table.window_seconds if decision.window else table.pace_seconds),
        since=tick.at,
        bank=clocks.banks[seat] if is_person and not is_shared and not decision.window else NONE,
        stretch=table.terms.stretch if is_person else NONE,
        calendar=Calendar(chair.hours, chair.absences) if is_person else Calendar(),
        phase=f"{tick.position}/{decision.kind}/{decision.window:d}" if is_shared else "",
    )
