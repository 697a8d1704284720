"""Timing: when a letter that is true may leave by its reader's preferences, and which letters cannot wait that long.

The rules, which the page of mail preferences gives in other words:

1. `never` means never, for a kind or for a match. Nothing overrides it, not even a deadline.
2. Reminders and receipts are only useful at once, so neither goes into a bundle or a daily mail. A receipt answers a
   mail that its reader has just written, so it ignores quiet hours too.
3. A letter that asks for an answer by a deadline leaves at the latest when the reminder of that deadline is due, alone
   if need be, regardless of what it was waiting for. If the time is too short for a reminder, it leaves at once.
4. Quiet hours hold it beyond that only if at least an hour is left for the answer when they end.
5. All other mail waits for its bundle, for its daily hour and for the end of quiet hours.
"""

from datetime import datetime, timedelta

from accounts.mail_preferences import Timing, end_of_quiet, next_digest
from accounts.models import User
from games.models import Deadline, OutboxMail
from games.selectors.clocks.timings import ONLY_AT_ONCE

Kind, Held = OutboxMail.Kind, OutboxMail.Held

ASKING = frozenset({Kind.YOUR_MOVE, Kind.WINDOW, Kind.REMINDER})
"""The kinds that ask a question; one letter of these kinds is enough for each question."""

LEAST_TIME_LEFT = timedelta(hours=1)


def timings_of(kind: str) -> list[Timing]:
    """Return the timings that a reader may choose for this kind."""
    return [Timing.AT_ONCE, Timing.NEVER] if kind in ONLY_AT_ONCE else list(Timing)


def hold_of(mail: OutboxMail, person: User, timing: Timing, now: datetime) -> tuple[OutboxMail.Held, datetime] | None:
    """Return why and until when this letter waits, or None if it may leave now."""
    if mail.kind == Kind.RECEIPT:
        return None
    held, until = _gathered(mail, person, timing, now)
    if quiet_end := end_of_quiet(person, until):
        held, until = held or Held.QUIET, quiet_end
    if held is None or until <= now:
        return None
    latest = _latest(mail, person)
    if latest is not None and latest < until:
        until = latest
    return (held, until) if until > now else None


def _gathered(mail: OutboxMail, person: User, timing: Timing, now: datetime) -> tuple[OutboxMail.Held | None, datetime]:
    if timing == Timing.BUNDLED:
        return Held.BUNDLED, max(now, mail.created_at + timedelta(minutes=person.bundle_minutes))
    if timing == Timing.DIGEST:
        return Held.DIGEST, max(now, next_digest(person, mail.created_at))
    return None, now


def _latest(mail: OutboxMail, person: User) -> datetime | None:
    """Return when a letter about a deadline must leave at the latest; None if it is about no deadline."""
    if mail.kind not in ASKING:
        return None
    clock = Deadline.objects.filter(match_id=mail.match_id, decision=mail.decision).first()
    if clock is None:
        return None
    latest = clock.remind_at or clock.opened_at
    quiet_end = end_of_quiet(person, latest)
    is_useful_then = quiet_end is not None and clock.due_at - quiet_end >= LEAST_TIME_LEFT
    return quiet_end if is_useful_then else latest
