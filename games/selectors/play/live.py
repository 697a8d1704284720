"""Tags of the content and language that one reader is shown, so that a page can ask whether anything has changed."""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec
from django.utils.translation import get_language

from games.models import Match
from games.selectors.play.logs import LogLine
from games.selectors.play.matches import Reading


def tag_of_reading(reading: Reading, log: Sequence[LogLine], *more: object) -> str:
    """Return a tag that changes when the content shown to this reader changes, and only then.

    It covers the reader's own View, log and questions and the public part of the table. It never covers the match's
    position or fingerprint, which also change with things hidden from the reader.
    """
    table = reading.book.table
    chairs = [(chair.is_taken, chair.keeper, chair.has_resigned, chair.has_confirmed) for chair in table.chairs]
    clocks = [(clock.seat, clock.due_at, clock.is_window) for clock in reading.clocks]
    times = reading.book.clocks
    status = (reading.match.title, reading.match.status, table.is_closed, times.banks, times.pause)
    shown = (
        reading.view,
        reading.decisions,
        reading.awaited,
        clocks,
        reading.outcome,
        reading.names,
        chairs,
        status,
    )
    lines = [(line.position, line.recorded_at, line.sentences, line.is_left_behind) for line in log]
    return _digest((shown, lines, more))


def tag_of_list(matches: Iterable[Match]) -> str:
    """Return a tag of the reader's list of matches, as `my_matches` annotates them."""
    return _digest([
        (each.pk, each.title, each.status, each.is_my_move, each.my_due_at, each.next_due_at, each.free_seats)  # type: ignore[attr-defined]
        for each in matches
    ])  # fmt: skip


def _digest(shown: object) -> str:
    return hashlib.sha256(msgspec.json.encode((get_language(), shown))).hexdigest()[:32]
