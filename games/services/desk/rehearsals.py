"""Rehearsals: check whether the present code decides a stored match as it was decided. Read-only."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec
import structlog

from games.book.book import Book
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import Match
from games.services.play.deciding import decide
from games.table.commands.core import AnyTableCommand
from pirates.errors import RulesError
from pirates.fingerprints import canonical_json
from pirates.game import AnyGame

log = structlog.get_logger(__name__)

Verdict: TypeAlias = Literal["same", "differs", "unreadable"]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The result for one match: where and how it first differed, without any of the match's contents."""

    match_id: str
    verdict: Verdict
    position: int
    reason: str = ""


def rehearse_running_matches() -> list[Rehearsal]:
    """Rehearse every running match."""
    running = Match.objects.filter(status=Match.Status.RUNNING).order_by("opened_at", "pk")
    return [rehearse(match_id) for match_id in running.values_list("pk", flat=True)]


def rehearse(match_id: str) -> Rehearsal:
    """Decide every entry of a match again and compare the resulting Events with the stored ones."""
    position, before = 0, None
    try:
        for entry, after in store.read_pages(match_id):
            position = entry.position
            reason = _difference(before or Book(match_id, after.game, secret=after.secret), entry)
            if reason:
                return Rehearsal(match_id, "differs", position, reason)
            before = after
    except (UnreadableLog, msgspec.DecodeError) as error:
        return Rehearsal(match_id, "unreadable", position + 1, type(error).__name__)
    return Rehearsal(match_id, "same", position)


def _difference(book: Book, entry: store.Entry) -> str:
    command = _command_decoder(book.game).decode(entry.command)
    try:
        events = decide(book, entry.actor, command)
    except RulesError as refusal:
        return f"refused: {refusal.code}"
    except Exception as error:
        log.exception("rehearsal_failed", match=book.match_id, position=entry.position, error=type(error).__name__)
        return f"fails: {type(error).__name__}"
    return "" if canonical_json(events) == canonical_json(entry.events) else "causes other events"


@cache
def _command_decoder(game: AnyGame) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game.commands | AnyTableCommand)
