"""Three weeks at sea in simulated time: the clock jumps from one thing to the next, and between them nothing is due.

The sweeps are those of `games/tasks.py`. While the service is up they run whenever a row says that something is due;
the idle ones in between, which find nothing, are only noted as heartbeats. Once a day the service is killed where it
hurts, stays away for a while, and comes back with nothing in its head.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from heapq import heappop, heappush
from typing import Any

import pytest
import time_machine
from django.db.models import Min
from django.utils import timezone

from games import tasks
from games.inbound import reading
from games.logbook import store
from games.models import Deadline, Heartbeat, InboundMail, Match, OpenProposal, OutboxMail, Seat
from games.notifications import delivery
from games.outbox import claims
from games.outbox import letters as outbox
from tests.e2e.correspondence import Correspondence

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
SWEEP = timedelta(seconds=5)
SWEEPS = (
    tasks.expire_deadlines,
    tasks.resolve_phases,
    tasks.close_proposals,
    tasks.play_bots,
    tasks.play_queued,
    tasks.send_reminders,
    tasks.read_inbox,
    tasks.relay_outbox,
    tasks.end_ready_checks,
)
SETTLING = 60
"""Sweeps after which a moment must be over."""

State = OutboxMail.State


class Killed(BaseException):
    """The process died here."""


WEAPONS: dict[str, tuple[Any, str]] = {
    "claimed, not sent": (delivery.Postman, "deliver"),
    "sent, not settled": (claims, "mark_sent"),
    "read, not told": (reading, "_tell"),
    "decided, not written": (outbox, "add_letters"),
}


@dataclass
class Weeks:
    """A match on its way through the weeks: `kills` names the weapons that struck, `told` what the table was told."""

    match: Match
    clock: time_machine.Traveller
    rng: random.Random
    post: Correspondence = field(init=False)
    kills: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    is_down: bool = False
    _plans: list[tuple[datetime, int, Callable[[], None]]] = field(default_factory=list)
    _armed: str = ""
    _number: int = 0

    def plan(self, when: datetime, act: Callable[[], None]) -> None:
        """Have something done at a time."""
        self._number += 1
        heappush(self._plans, (max(when, timezone.now()), self._number, act))

    def run(self, until: Callable[[], bool], latest: datetime) -> None:
        """Let time pass until something is so, or it is too late for that."""
        while not until() and timezone.now() < latest:
            self.clock.move_to(min(self._next(), latest))
            while self._plans and self._plans[0][0] <= timezone.now():
                heappop(self._plans)[2]()
            if not self.is_down:
                self._settle()

    def strike(self) -> None:
        """Arm a weapon; the next process that comes by dies."""
        self._armed = self._armed or self.rng.choice(sorted(WEAPONS))

    def over(self) -> bool:
        """Whether the match is over, and the service is up and has sent all its mail."""
        unsent = OutboxMail.objects.filter(state__in=(State.WAITING, State.SENDING))
        ended = store.open_book(self.match.pk).is_over
        return ended and not (self.is_down or self._is_busy() or unsent.exists())

    def _settle(self) -> None:
        """Sweep as long as a row says that something is due."""
        for _ in range(SETTLING):
            self._sweep_or_die()
            if self.is_down or not self._is_busy():
                return
            self.clock.shift(SWEEP)
        pytest.fail("there is no end of sweeping")

    def _sweep_or_die(self) -> None:
        _note_idle_sweeps()
        try:
            with self._weapon():
                self.sweep()
        except Killed:
            self.kills.append(self._armed)
            self._armed, self.is_down = "", True
            self.plan(timezone.now() + self.rng.randint(20, 90) * MINUTE, self._restart)

    @contextmanager
    def _weapon(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            if self._armed:
                patch.setattr(*WEAPONS[self._armed], _die)
            yield

    def sweep(self) -> None:
        """Do once what the workers do every few seconds, and see what came of it in the mailboxes."""
        for task in SWEEPS:
            task()
        self.post.open_mailboxes()

    def _restart(self) -> None:
        """Come back: nothing remembered, each sweep twice, yesterday's mails once more."""
        self.is_down = False
        store.clear_cache()
        for posted in self.post.waiting():
            self.post.hand_over(posted)
        self.sweep()
        self.sweep()
        for posted in self.post.since(timezone.now() - DAY):
            self.post.hand_over(posted)

    def _next(self) -> datetime:
        """Return the first moment at which anything may be due."""
        now = timezone.now()
        planned = [self._plans[0][0]] if self._plans else []
        rows = [] if self.is_down else [each for each in _dues(now) if each is not None]
        return max(now + SWEEP, min([*planned, *rows, now + 6 * HOUR]))

    def _is_busy(self) -> bool:
        now = timezone.now()
        return (
            OutboxMail.objects.filter(state=State.WAITING, not_before__lte=now).exists()
            or InboundMail.objects.filter(state=InboundMail.State.WAITING, not_before__lte=now).exists()
            or Seat.objects.filter(match=self.match, is_awaited=True, is_played_by_bot=True).exists()
            or Deadline.objects.filter(seat__isnull=True, due_at__lte=now).exists()
        )


def _die(*_args: object, **_named: object) -> None:
    raise Killed


def _note_idle_sweeps() -> None:
    """Note the heartbeats of the sweeps that had nothing to do since the last one; an outage has had none."""
    Heartbeat.objects.update(beaten_at=timezone.now() - SWEEP)


def _dues(now: datetime) -> Iterator[datetime | None]:
    """Yield when the next row of each table is due; what is overdue and waits for something else, in ten minutes."""
    deadlines = Deadline.objects.all()
    yield deadlines.filter(due_at__gt=now).aggregate(first=Min("due_at"))["first"]
    yield deadlines.filter(is_reminded=False, remind_at__gt=now).aggregate(first=Min("remind_at"))["first"]
    yield now + 10 * MINUTE if deadlines.filter(due_at__lte=now).exists() else None
    yield OutboxMail.objects.filter(state=State.WAITING).aggregate(first=Min("not_before"))["first"]
    claimed = OutboxMail.objects.filter(state=State.SENDING).aggregate(first=Min("claimed_at"))["first"]
    yield claimed + claims.CLAIM_LASTS if claimed else None
    yield InboundMail.objects.filter(state=InboundMail.State.WAITING).aggregate(first=Min("not_before"))["first"]
    yield OpenProposal.objects.filter(expires_at__gt=now).aggregate(first=Min("expires_at"))["first"]
