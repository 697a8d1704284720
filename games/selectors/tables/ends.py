"""Ends: the latest end of each match in a list, found in one query for all and without folding any match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec

from games.book.last_day import longest_agreed
from games.logbook.rows import first_events
from games.models import Match
from games.table.events.core import AnyTableEvent, MatchOpened
from pirates.registry import VERSIONS

_decoder = msgspec.json.Decoder(list[AnyTableEvent])


@dataclass(frozen=True, slots=True)
class End:
    """The time `at` which a match must have ended, counted from now if it has not begun.

    If `is_sure`, `at` is the match's last day, including everything that has moved it. Otherwise further pauses come on
    top; without a last day, so do earlier pauses, rewinds, and time given back.
    """

    at: datetime
    is_sure: bool


def longest_by_match(matches: Iterable[Match]) -> Mapping[str, timedelta]:
    """Return how long each match can take from its start; omit matches that are unbounded or cannot be read."""
    found = {match_id: _longest(events) for match_id, events in first_events([match.pk for match in matches]).items()}
    return {match_id: longest for match_id, longest in found.items() if longest is not None}


def ends_of(matches: Iterable[Match], now: datetime) -> Mapping[str, End]:
    """Return the latest end of each match that is not over; omit matches that nothing bounds."""
    listed = [match for match in matches if match.status != Match.Status.OVER]
    longest = longest_by_match(listed)
    ends = {match.pk: _end(match, longest.get(match.pk), now) for match in listed}
    return {match_id: end for match_id, end in ends.items() if end is not None}


def _end(match: Match, longest: timedelta | None, now: datetime) -> End | None:
    if match.ends_by is not None:
        return End(match.ends_by, is_sure=True)
    return None if longest is None else End((match.started_at or now) + longest, is_sure=False)


def _longest(events: str) -> timedelta | None:
    try:
        opened = next((each for each in _decoder.decode(events) if isinstance(each, MatchOpened)), None)
    except msgspec.DecodeError:
        return None
    game = VERSIONS.get((opened.game, opened.rules_version)) if opened else None
    return None if opened is None or game is None else longest_agreed(opened, game=game, seats=opened.seats)
