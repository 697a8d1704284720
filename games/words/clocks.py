"""Clocks in plain words: the terms of a table, and how a seat's deadline is worked out."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.book.book import Book
from games.book.last_day import latest_end, longest_of
from games.clocks.countdown import NONE, Countdown, due_of
from games.clocks.terms import ClockTerms
from games.words.durations import in_words
from pirates.seats import Seat


def terms_in_words(terms: ClockTerms) -> list[str]:
    """Return the time that a table grants beyond pace and window, one sentence for each kind."""
    return [*_bank_in_words(terms), *_life_in_words(terms), *_pauses_in_words(terms)]


def latest_end_in_words(book: Book, now: datetime, say: Callable[[datetime], str]) -> str:
    """Return the latest end of the match, counted from its start, or from now if it has not begun; "" once it is over.

    Pauses, rulings, and time given back after an outage or for a lost notice come on top; so do rewinds, unless there
    is a last day.
    """
    if book.is_over:
        return ""
    most, ends_by = longest_of(book), latest_end(book)
    if most is None:
        return _("This game ends when its rules end it; no latest date can be promised.")
    has_last_day = book.table.terms.last_day_seconds > 0
    if ends_by is not None:
        told = (
            _(
                "Its last day is {moment}: if it still runs then, the match ends without a winner."
                " Pauses move that day; rewinds do not."
            )
            if has_last_day
            else _("The match ends {moment} at the latest, further pauses and rewinds apart.")
        )
        return told.format(moment=say(ends_by))
    told = (
        _(
            "If it began now, its last day would be {moment}: a match that still runs then ends without a winner."
            " Pauses move that day."
        )
        if has_last_day
        else _("If it began now, the match would end {moment} at the latest, pauses and rewinds apart.")
    )
    return told.format(moment=say(now + most))


def bank_of(book: Book, seat: Seat) -> timedelta | None:
    """Return the time in a seat's bank, not counting a clock that is running; None if the table has no banks."""
    return book.clocks.banks[seat] if book.table.terms.has_bank else None


def clock_in_words(book: Book, seat: Seat, say: Callable[[datetime], str]) -> list[str]:
    """Return how the deadline of a seat's open question is worked out; nothing if it is simply the pace.

    `say` formats an instant in the reader's time zone, with the zone's name.
    """
    own = [each for each in book.clocks.countdowns.values() if each.seat == seat and not each.is_answered]
    if not own or book.is_over:
        return []
    clock = own[0]
    lines = list(_arithmetic(book, clock, say))
    if not lines and book.clocks.pause is None:
        return []
    asked = _("You were asked {moment}, and have {time} for your answer.")
    return [
        asked.format(moment=say(clock.opened_at), time=in_words(clock.allowed)),
        *lines,
        _end(book, clock, say),
    ]


def _arithmetic(book: Book, clock: Countdown, say: Callable[[datetime], str]) -> Iterator[str]:
    if clock.given:
        yield _("In that is what was given back to you: time in which you could not have answered.")
    if clock.bank:
        yield _("After that, {time} from your bank can be used.").format(time=in_words(clock.bank))
    if clock.since > clock.opened_at:
        used = _("Up to {moment} you had used {time}.")
        yield used.format(moment=say(clock.since), time=in_words(clock.spent))
    added = due_of(clock) - clock.since - clock.left
    if added:
        yield _("Your nights, weekends and absences add {time}.").format(time=in_words(added))
    if len(book.clocks.of_phase(clock)) > 1:
        yield _("All who are asked at once have one deadline, the latest of theirs; no bank counts here.")


def _end(book: Book, clock: Countdown, say: Callable[[datetime], str]) -> str:
    pause = book.clocks.pause
    if pause is None:
        return _("So your answer is due {moment}.").format(moment=say(book.clocks.due_of(clock)))
    told = _("The match is paused. When it goes on, {moment} at the latest, you have {time} left.")
    return told.format(moment=say(pause.until), time=in_words(clock.left))


def _bank_in_words(terms: ClockTerms) -> Iterator[str]:
    if terms.has_bank:
        start, refill, cap = (
            in_words(timedelta(seconds=each)) for each in (terms.bank_seconds, terms.refill_seconds, terms.cap_seconds)
        )
        told = _("Each seat has a bank for when that is not enough: {start} at first, {refill} more with each answer.")
        yield told.format(start=start, refill=refill)
        yield _("A bank never holds more than {cap}.").format(cap=cap)


def _life_in_words(terms: ClockTerms) -> Iterator[str]:
    if terms.asleep_hours:
        yield ngettext(
            "Players' own nights do not count, for {hours} hour a day at most.",
            "Players' own nights do not count, for {hours} hours a day at most.",
            terms.asleep_hours,
        ).format(hours=terms.asleep_hours)
    if terms.weekends_off:
        yield _("Saturdays and Sundays do not count for players who want them off.")
    if terms.away_days:
        yield ngettext(
            "Each player may be away for {days} day in all.",
            "Each player may be away for {days} days in all.",
            terms.away_days,
        ).format(days=terms.away_days)
    if terms.stretch > NONE:
        yield _("All that adds at most {time} to one answer.").format(time=in_words(terms.stretch))


def _pauses_in_words(terms: ClockTerms) -> Iterator[str]:
    if terms.pauses:
        longest = in_words(timedelta(days=terms.pause_days))
        yield ngettext(
            "The match may be paused {count} time, for {longest} at most, if all agree.",
            "The match may be paused {count} times, for {longest} at most each, if all agree.",
            terms.pauses,
        ).format(count=terms.pauses, longest=longest)
