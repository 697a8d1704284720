"""Terms: the time that a table grants beyond pace and window, fixed before anybody joins. Pure."""

from datetime import timedelta

import msgspec
from django.utils.translation import gettext as _

from pirates.errors import MalformedMove

LARGEST_BANK = timedelta(days=30)
MOST_HOURS_ASLEEP = 12
MOST_DAYS_AWAY = 60
LONGEST_STRETCH = timedelta(days=30)
LONGEST_PAUSE = timedelta(days=60)
MOST_PAUSES = 10


class ClockTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bank of each seat, how far nights, weekends and absences may stretch a deadline, and the pauses.

    The bank holds `bank_seconds` at the start, gains `refill_seconds` for each Decision that the player answers in
    time, and never holds more than `cap_seconds`. A player may be asleep for `asleep_hours` of a day, have weekends off
    if `weekends_off`, and be away for `away_days` in all; together these add at most `stretch_hours` to one Decision.

    A pause lasts at most `pause_days`, and the table may agree on `pauses` of them. A match that still runs
    `last_day_seconds` after its start, not counting pauses and time given back, ends without a winner; 0: never.
    """

    bank_seconds: int = 0
    refill_seconds: int = 0
    cap_seconds: int = 0
    asleep_hours: int = 0
    weekends_off: bool = False
    away_days: int = 0
    stretch_hours: int = 0
    pauses: int = 3
    pause_days: int = 14
    last_day_seconds: int = 0

    @property
    def has_bank(self) -> bool:
        """Whether seats have a bank of time besides the pace."""
        return self.cap_seconds > 0

    @property
    def may_stretch(self) -> bool:
        """Whether nights, weekends or absences may stretch a deadline at all."""
        return self.asleep_hours > 0 or self.weekends_off or self.away_days > 0

    @property
    def stretch(self) -> timedelta:
        """The most time that nights, weekends and absences may add to one Decision."""
        return timedelta(hours=self.stretch_hours) if self.may_stretch else timedelta(0)


def check_terms(terms: ClockTerms) -> None:
    """Raise MalformedMove if a table may not have these terms; the error says which and why."""
    _require_bank(terms)
    _require_within("asleep_hours", terms.asleep_hours, MOST_HOURS_ASLEEP, _("The hours asleep"))
    _require_within("away_days", terms.away_days, MOST_DAYS_AWAY, _("The days away"))
    _require_within("stretch_hours", terms.stretch_hours, _hours(LONGEST_STRETCH), _("The hours added to one answer"))
    _require_within("pauses", terms.pauses, MOST_PAUSES, _("The number of pauses"))
    _require_within("pause_days", terms.pause_days, LONGEST_PAUSE.days, _("The days of a pause"))
    _require(
        terms.stretch_hours > 0 or not terms.may_stretch,
        "stretch_missing",
        _("A table that lets sleep, weekends or absences count must say how many hours they may add to one answer."),
    )
    _require(
        (terms.pauses > 0) == (terms.pause_days > 0),
        "pauses_unclear",
        _("A table either has pauses, of at least a day each, or has none."),
    )


def _require_bank(terms: ClockTerms) -> None:
    most = int(LARGEST_BANK.total_seconds())
    _require_within("cap_seconds", terms.cap_seconds, most, _("The seconds that a bank may hold"))
    _require(
        0 <= terms.bank_seconds <= terms.cap_seconds and 0 <= terms.refill_seconds <= terms.cap_seconds,
        "bank_over_cap",
        _("A bank neither starts with more than it may hold nor gains more than that at once."),
    )
    _require(
        terms.cap_seconds == 0 or terms.bank_seconds + terms.refill_seconds > 0,
        "bank_always_empty",
        _("A bank that starts empty and gains nothing is no bank; give it a start or a refill."),
    )


def _require_within(name: str, value: int, most: int, what: str) -> None:
    sentence = _("{what} are from 0 to {most}.").format(what=what, most=most)
    _require(0 <= value <= most, f"{name}_out_of_range", sentence)


def _require(holds: bool, code: str, sentence: str) -> None:  # noqa: FBT001 - private, reads as a sentence
    if not holds:
        raise MalformedMove(code, sentence)


def _hours(length: timedelta) -> int:
    return int(length.total_seconds()) // 3600
