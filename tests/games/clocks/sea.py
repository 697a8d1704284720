"""A match at sea: the clocks of a table that exists in memory only, driven through days, months and years."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import msgspec

from games.book.clocks import MatchClocks, Tick, apply
from games.clocks.calendars import AwayTime, Hours
from games.clocks.countdown import Countdown
from games.clocks.terms import ClockTerms
from games.refusals import NotNow
from games.table.commands.clocks import AnyClockCommand, DeclareAbsence, Gift, GiveTime, KeepHours, Pause, Resume
from games.table.events.core import MatchOpened, SeatTaken
from games.table.events.event import TableEvent
from games.table.evolve import evolve_table
from games.table.rules.decide import decide_table
from games.table.state import Table
from pirates.decisions import Decision
from pirates.events import Event

EVERYTHING = ClockTerms(
    bank_seconds=6 * 3600,
    refill_seconds=2 * 3600,
    cap_seconds=12 * 3600,
    asleep_hours=10,
    weekends_off=True,
    away_days=30,
    stretch_hours=200,
    pauses=10,
    pause_days=20,
)
HOUR = timedelta(hours=1)


@dataclass
class Voyage:
    """Two people at a table, the clocks of what they are asked, and every tick so far."""

    terms: ClockTerms
    now: datetime
    pace: timedelta = timedelta(days=1)
    opened: Table | None = None
    clocks: MatchClocks = field(default_factory=MatchClocks)
    asked: tuple[Decision, ...] = ()
    ticks: list[tuple[Tick, Table, tuple[Decision, ...]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        opened = MatchOpened(
            game="capitan-bacon",
            rules_version=1,
            options=msgspec.Raw(b"{}"),
            seats=2,
            pace_seconds=int(self.pace.total_seconds()),
            window_seconds=int(self.pace.total_seconds()) // 3,
            host="a",
            commitment="",
            terms=self.terms,
        )
        self.happen(opened, SeatTaken(0, "a", ""), SeatTaken(1, "b", ""))

    @property
    def table(self) -> Table:
        assert self.opened is not None
        return self.opened

    @property
    def open(self) -> list[Countdown]:
        """The clocks of what is not answered, soonest due first."""
        waiting = (each for each in self.clocks.countdowns.values() if not each.is_answered)
        return sorted(waiting, key=lambda each: (self.clocks.due_of(each), each.decision))

    def happen(self, *events: Event, in_person: int | None = None) -> None:
        """Let an entry with these events be recorded now."""
        for event in events:
            self.opened = evolve_table(self.opened, event)  # type: ignore[arg-type]
        told = tuple(event for event in events if isinstance(event, TableEvent))
        tick = Tick(len(self.ticks) + 1, self.now, in_person, told, is_act=len(told) < len(events))
        self.ticks.append((tick, self.table, self.asked))
        self.clocks = apply(self.clocks, tick, self.table, self.asked)

    def ask(self, *seats: int, window: bool = False) -> None:
        """Let the rules ask these seats something new, and nothing else any more."""
        number = len(self.ticks) + 1
        self.asked = tuple(Decision(seat, "turn", f"{number}.{seat}", None, window=window) for seat in seats)

    def answer(self, seat: int, *then: int, window: bool = False) -> None:
        """Let the player of `seat` answer, and `then` be asked once nobody else has to answer."""
        rest = tuple(each for each in self.asked if each.seat != seat)
        if rest:
            self.asked = rest
        else:
            self.ask(*then, window=window)
        self.happen(in_person=seat)

    def expire(self) -> None:
        """Let the soonest deadline pass."""
        first = self.open[0]
        self.now = max(self.now, self.clocks.due_of(first))
        self.asked = tuple(each for each in self.asked if each.key != first.decision)
        if not self.asked:
            self.ask(1 - (first.seat or 0))
        self.happen()

    def command(self, command: AnyClockCommand) -> bool:
        """Ask something of the table; return whether it was granted."""
        try:
            events = decide_table(self.table, command, has_begun=True, position=len(self.ticks))
        except NotNow:
            return False
        self.happen(*events)
        return True

    def pause(self, days: int = 5) -> bool:
        return self.command(Pause(days * 24 * 3600))

    def resume(self) -> bool:
        return self.command(Resume())

    def go_away(self, seat: int, after: timedelta, length: timedelta) -> bool:
        return self.command(DeclareAbsence(seat, AwayTime(self.now + after, self.now + after + length)))

    def keep(self, seat: int, zone: str, *, asleep: tuple[int, int] = (0, 0), weekends: bool = False) -> bool:
        begins, minutes = asleep
        return self.command(KeepHours(seat, Hours(zone, begins, minutes, weekends)))

    def give(self, decision: str, seconds: int) -> bool:
        return self.command(GiveTime((Gift(decision, seconds),), "outage", f"outage:{len(self.ticks)}"))

    def refold(self) -> MatchClocks:
        """Return the clocks folded anew from all that was recorded."""
        times = MatchClocks()
        for tick, table, asked in self.ticks:
            times = apply(times, tick, table, asked)
        return times


def utc(*parts: int) -> datetime:
    """Return an instant in UTC."""
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]
