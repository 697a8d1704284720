"""How long a match may run: when it began, and how much time has been added, folded from its log entries. Pure.

A pause adds its longest possible time at once; when the match resumes, the unused part is taken off again. Time given
back counts once for each source: the most that the source gave to any one deadline. Rewinds add nothing.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from games.clocks.countdown import NONE
from games.table.events.clocks import DeadlineMoved, MatchPaused, MatchResumed
from games.table.events.event import TableEvent


class MatchDuration(msgspec.Struct, frozen=True):
    """`added` is all time added so far, by pauses and by time given back; `given` is the time each source gave back."""

    begun_at: datetime | None = None
    added: timedelta = NONE
    given: Mapping[str, timedelta] = {}
    pause_ends: datetime | None = None

    def ends_by(self, most: timedelta) -> datetime | None:
        """Return when `most` and all added time have passed since the start; None before the start."""
        return None if self.begun_at is None else self.begun_at + most + self.added


def advance(
    duration: MatchDuration, at: datetime, told: Iterable[TableEvent], *, is_act: bool = False
) -> MatchDuration:
    """Return the duration after one more entry, recorded `at`, with these Events of the table.

    `is_act`: the entry has Events of the game; the first such entry begins the match.
    """
    for event in told:
        duration = _note(duration, event, at)
    return replace(duration, begun_at=at) if is_act and duration.begun_at is None else duration


def _note(duration: MatchDuration, event: TableEvent, at: datetime) -> MatchDuration:
    match event:
        case MatchPaused(seconds):
            planned = timedelta(seconds=seconds)
            return replace(duration, added=duration.added + planned, pause_ends=at + planned)
        case MatchResumed() if duration.pause_ends is not None:
            return replace(duration, added=duration.added + (at - duration.pause_ends), pause_ends=None)
        case DeadlineMoved():
            return _add(duration, event)
        case _:
            return duration


def _add(duration: MatchDuration, event: DeadlineMoved) -> MatchDuration:
    gift = timedelta(seconds=event.seconds)
    before = duration.given.get(event.source, NONE) if event.source else NONE
    given = {**duration.given, event.source: max(gift, before)} if event.source else duration.given
    return replace(duration, added=duration.added + max(NONE, gift - before), given=given)
