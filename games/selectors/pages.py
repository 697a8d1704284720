"""Pages of the list of matches, found by a cursor: where the page before ended, never a number of rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Match, Seat
from games.selectors.lists import visible_matches
from pirates.errors import MalformedMove

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
_CURSOR = re.compile(r"([0-9]{1,16})-([a-z0-9]{1,12})")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFilter:
    """Which matches to list. No other column can be asked about."""

    mine: bool = False
    to_move: bool = False
    needs_players: bool = False
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, newest first, with their seats; `next_cursor` is None on the last page."""

    matches: Sequence[Match]
    next_cursor: str | None


def page_of_matches(reader: User, wanted: MatchFilter, *, cursor: str | None, most: int) -> Page:
    """Return one page of the matches that `reader` may know of; raises MalformedMove (`unreadable_cursor`)."""
    matches = _wanted(visible_matches(reader), reader, wanted)
    if cursor is not None:
        opened_at, match_id = _read_cursor(cursor)
        matches = matches.filter(Q(opened_at__lt=opened_at) | Q(opened_at=opened_at, pk__gt=match_id))
    found = list(matches.prefetch_related("seats")[: most + 1])
    return Page(found[:most], _write_cursor(found[most - 1]) if len(found) > most else None)


def _wanted(matches: QuerySet[Match], reader: User, wanted: MatchFilter) -> QuerySet[Match]:
    own = Seat.objects.filter(match=OuterRef("pk"), player=reader)
    if wanted.mine:
        matches = matches.filter(Exists(own))
    if wanted.to_move:
        matches = matches.filter(Exists(own.filter(is_awaited=True, is_played_by_bot=False)))
    if wanted.needs_players:
        free = Seat.objects.filter(match=OuterRef("pk"), is_taken=False)
        matches = matches.filter(Exists(free), status=Match.Status.MUSTERING)
    return matches if wanted.game is None else matches.filter(game=wanted.game)


def _write_cursor(match: Match) -> str:
    return f"{(match.opened_at - _EPOCH) // _TICK}-{match.pk}"


def _read_cursor(cursor: str) -> tuple[datetime, str]:
    written = _CURSOR.fullmatch(cursor)
    if written is None:
        raise MalformedMove("unreadable_cursor", "This cursor is not one that this list gave out.")
    return _EPOCH + int(written[1]) * _TICK, written[2]
