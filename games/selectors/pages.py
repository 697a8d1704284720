"""Pages of the list of matches, found by a cursor: where the page before ended, never a number of rows."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Match, Seat
from games.selectors.lists import visible_matches
from pirates.errors import MalformedMove


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
    return base64.urlsafe_b64encode(f"{match.opened_at.isoformat()}|{match.pk}".encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> tuple[datetime, str]:
    try:
        written = base64.urlsafe_b64decode((cursor + "=" * (-len(cursor) % 4)).encode()).decode()
        moment, _, match_id = written.partition("|")
        opened_at = datetime.fromisoformat(moment)
    except ValueError as error:
        raise MalformedMove("unreadable_cursor", "This cursor is not one that this list gave out.") from error
    if opened_at.tzinfo is None or not match_id.isalnum():
        raise MalformedMove("unreadable_cursor", "This cursor is not one that this list gave out.")
    return opened_at, match_id
