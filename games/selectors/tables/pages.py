"""Pages of match lists, found by a cursor that marks where the previous page ended, never by a row offset."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Seat
from games.selectors.tables.lists import my_matches, open_tables, visible_matches, watchable_matches
from pirates.errors import MalformedMove

PACES: Mapping[str, tuple[timedelta, timedelta]] = {
    "minutes": (timedelta(0), timedelta(hours=1)),
    "hours": (timedelta(hours=1, seconds=1), timedelta(hours=12)),
    "days": (timedelta(hours=12, seconds=1), timedelta(days=3)),
    "weeks": (timedelta(days=3, seconds=1), timedelta(days=14)),
}
"""Kinds of pace to filter lists by: the shortest and the longest time for an answer, both inclusive."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
_INSTANT = r"[0-9]{1,16}"
_CURSOR = re.compile(rf"({_INSTANT})-([a-z0-9]{{1,12}})")
_OWN_CURSOR = re.compile(rf"([012])-({_INSTANT}|none)-({_INSTANT})-([a-z0-9]{{1,12}})")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFilter:
    """A filter of matches to list; `pace` is a key of PACES. No other column can be filtered."""

    mine: bool = False
    to_move: bool = False
    needs_players: bool = False
    status: Match.Status | None = None
    game: str | None = None
    pace: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches; `next_cursor` is None on the last page."""

    matches: Sequence[Match]
    next_cursor: str | None


def page_of_matches(reader: User, wanted: MatchFilter, *, cursor: str | None, most: int) -> Page:
    """Return one page of the matches that `reader` may know of, newest first, with their seats.

    Raises MalformedMove (`unreadable_cursor`).
    """
    matches = _wanted(visible_matches(reader), reader, wanted)
    return _newest_first(matches.prefetch_related("seats"), cursor, most)


def page_of_tables(reader: User | None, wanted: MatchFilter, *, cursor: str | None, most: int) -> Page:
    """Return one page of public matches, newest first: those that need players, or those that can be watched.

    Raises MalformedMove (`unreadable_cursor`).
    """
    matches = open_tables(reader) if wanted.needs_players else watchable_matches(reader)
    return _newest_first(_fitting(matches, wanted), cursor, most)


def page_of_own(player: User, wanted: MatchFilter, *, cursor: str | None, most: int) -> Page:
    """Return one page of the player's matches in the order of `my_matches`.

    Raises MalformedMove (`unreadable_cursor`).
    """
    matches = _wanted(my_matches(player), player, wanted)
    if cursor is not None:
        matches = matches.filter(_behind_own(cursor))
    return _cut(matches, most, _write_own_cursor)


def _newest_first(matches: QuerySet[Match], cursor: str | None, most: int) -> Page:
    if cursor is not None:
        opened_at, match_id = _read(_CURSOR, cursor)
        matches = matches.filter(_older(_instant(opened_at), match_id))
    return _cut(matches, most, _write_cursor)


def _cut(matches: QuerySet[Match], most: int, write: Any) -> Page:
    found = list(matches[: most + 1])
    return Page(found[:most], write(found[most - 1]) if len(found) > most else None)


def _wanted(matches: QuerySet[Match], reader: User, wanted: MatchFilter) -> QuerySet[Match]:
    own = Seat.objects.filter(match=OuterRef("pk"), player=reader)
    if wanted.mine:
        matches = matches.filter(Exists(own))
    if wanted.to_move:
        matches = matches.filter(Exists(own.filter(is_awaited=True, is_played_by_bot=False)))
    if wanted.needs_players:
        free = Seat.objects.filter(match=OuterRef("pk"), is_taken=False)
        matches = matches.filter(Exists(free), status=Match.Status.WAITING, needs_players=True)
    return _fitting(matches, wanted)


def _fitting(matches: QuerySet[Match], wanted: MatchFilter) -> QuerySet[Match]:
    if wanted.status is not None:
        matches = matches.filter(status=wanted.status)
    if wanted.pace is not None:
        shortest, longest = (int(length.total_seconds()) for length in PACES[wanted.pace])
        matches = matches.filter(pace_seconds__gte=shortest, pace_seconds__lte=longest)
    return matches if wanted.game is None else matches.filter(game=wanted.game)


def _older(opened_at: datetime, match_id: str) -> Q:
    return Q(opened_at__lt=opened_at) | Q(opened_at=opened_at, pk__gt=match_id)


def _behind_own(cursor: str) -> Q:
    """Select the matches after the cursor's: by rank, then by when the player's own answer is due, then by age."""
    written, due, opened_at, match_id = _read(_OWN_CURSOR, cursor)
    rank, older = int(written), _older(_instant(opened_at), match_id)
    if due == "none":
        same_rank = Q(my_due_at=None) & older
    else:
        due_at = _instant(due)
        same_rank = Q(my_due_at__gt=due_at) | Q(my_due_at=None) | (Q(my_due_at=due_at) & older)
    return Q(rank__gt=rank) | (Q(rank=rank) & same_rank)


def _write_cursor(match: Match) -> str:
    return f"{_ticks(match.opened_at)}-{match.pk}"


def _write_own_cursor(match: Any) -> str:
    due = "none" if match.my_due_at is None else _ticks(match.my_due_at)
    return f"{match.rank}-{due}-{_write_cursor(match)}"


def _ticks(instant: datetime) -> int:
    return (instant - _EPOCH) // _TICK


def _instant(ticks: str) -> datetime:
    return _EPOCH + int(ticks) * _TICK


def _read(form: re.Pattern[str], cursor: str) -> tuple[Any, ...]:
    written = form.fullmatch(cursor)
    if written is None:
        raise MalformedMove("unreadable_cursor", _("This cursor is not one that this list gave out."))
    return written.groups()
