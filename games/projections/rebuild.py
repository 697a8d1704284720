"""Rebuild the rows that are projected from the logbook: delete them and write them again from the log alone."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import Deadline, Dispute, Match, OpenProposal, OutboxMail, ReliabilityCount, Seat
from games.projections.reliability import rewrite_reliability
from games.projections.write import (
    DeadlineRow,
    deadline_rows,
    match_columns,
    next_ready_check_due,
    write_dispute_rows,
    write_proposal_row,
    write_seat_rows,
)
from games.refusals import NoSuchMatch
from games.sql import SqlBatch
from pirates.exports import Export, SecretOpened, read_export
from pirates.registry import GAMES
from pirates.verify import verify

_MATCH_COLUMNS = (
    "game", "rules_version", "options", "host_id", "seat_count", "pace_seconds", "window_seconds", "commitment",
    "status", "position", "head", "outcome", "is_abandoned", "opened_at", "started_at", "ended_at",
    "ready_check_due_at", "ends_by", "needs_players",
)  # fmt: skip
_SEAT_COLUMNS = ("number", "player_id", "is_taken", "is_played_by_bot", "is_offered", "is_awaited")
_DEADLINE_COLUMNS = (
    "decision", "kind", "seat", "is_window", "opened_at", "due_at", "remind_at", "is_reminded", "answer_at",
)  # fmt: skip


@dataclass(slots=True)
class Course:
    """What a whole log says about a match: its Book, and the times for the columns of its row."""

    book: Book
    moments: dict[str, datetime | None] = field(default_factory=dict)

    def turn(self, after: Book, at: datetime) -> None:
        """Advance to the Book `after`, whose newest entry was recorded `at`."""
        if after.has_begun and not self.book.has_begun:
            self.moments["started_at"] = at
        if after.is_over and not self.book.is_over:
            self.moments["ended_at"] = at
        self.moments["ready_check_due_at"] = next_ready_check_due(
            self.book, after, self.moments.get("ready_check_due_at"), at
        )
        self.book = after


def rebuild_match(match_id: str) -> list[str]:
    """Rebuild a match's rows; return the differences from the old ones. Raises NoSuchMatch, UnreadableLog."""
    return _rebuild(match_id, keep=True)


def find_drift(match_id: str) -> list[str]:
    """Return the differences that `rebuild_match` would correct; change nothing. Raises NoSuchMatch, UnreadableLog."""
    return _rebuild(match_id, keep=False)


class ImportRefused(Exception):
    """The export cannot become a match here; the message says why."""


def import_match(document: bytes) -> str:
    """Create a finished match from its verified export, under the same id, and return the id; raises ImportRefused.

    The match is private. The references in its log decide which accounts here become its players.
    """
    if fault := verify(document).fault:
        raise ImportRefused(fault)
    export = read_export(document)
    if Match.objects.filter(pk=export.match).exists():
        raise ImportRefused(f"There is a match {export.match} here already.")
    try:
        with transaction.atomic():
            _copy_in(export)
    except DatabaseError as error:
        raise ImportRefused(f"The database does not take this log: {error}") from error
    return export.match


def _copy_in(export: Export) -> None:
    events = [event for entry in export.entries for event in entry.table_events()]
    Match.objects.create(
        id=export.match,
        title=f"{GAMES[export.game].title}, from the archive",
        host=_archive_keeper(),
        is_private=True,
        game=export.game,
        rules_version=export.rules_version,
        seat_count=0,
        pace_seconds=0,
        window_seconds=0,
        opened_at=timezone.now(),
    )
    store.keep_secret(export.match, next(event.secret for event in events if isinstance(event, SecretOpened)))
    store.copy_in(export.match, export.entries)
    _rebuild(export.match, keep=True)
    if faults := store.find_faults(export.match):
        raise ImportRefused(f"Copied in, it would not be the same: {faults[0]}.")


def _archive_keeper() -> User:
    """Return the account that hosts matches whose host is not known here; nobody can sign in to it."""
    address = f"archive@{settings.MAIL_DOMAIN}"
    keeper = User.objects.filter(email=address).first()
    return keeper or User.objects.create_user(address, "Harbour Archive", is_active=False)


@transaction.atomic
def _rebuild(match_id: str, *, keep: bool) -> list[str]:
    if not Match.objects.select_for_update().filter(pk=match_id).exists():
        raise NoSuchMatch
    now = timezone.now()
    was = dict(_written(match_id, now))
    _write(_course_of(match_id))
    rebuilt = dict(_written(match_id, now))
    if not keep:
        transaction.set_rollback(True)
    names = [name for name in {**was, **rebuilt} if was.get(name) != rebuilt.get(name)]
    return [f"{name}: {was.get(name)!r}, and by the log {rebuilt.get(name)!r}" for name in names]


def _course_of(match_id: str) -> Course:
    course: Course | None = None
    for entry, after in store.read_pages(match_id):
        if course is None:
            course = Course(after, {"opened_at": entry.recorded_at})
        course.turn(after, entry.recorded_at)
    if course is None:
        raise UnreadableLog(f"match {match_id} has no log")
    return course


def _write(course: Course) -> None:
    match_id, table = course.book.match_id, course.book.table
    host = User.objects.filter(ref=table.host).values_list("pk", flat=True).first()
    agreed: dict[str, Any] = {
        "game": table.game,
        "rules_version": table.rules_version,
        "options": bytes(table.options).decode(),
        "seat_count": len(table.chairs),
        "pace_seconds": table.pace_seconds,
        "window_seconds": table.window_seconds,
        "commitment": table.commitment,
        **({"host_id": host} if host else {}),
    }
    moments = {"started_at": None, "ended_at": None, **course.moments}
    Match.objects.filter(pk=match_id).update(**agreed, **match_columns(course.book), **moments)
    Seat.objects.filter(match_id=match_id).delete()
    seats = SqlBatch()
    write_seat_rows(course.book, seats)
    seats.send()
    write_dispute_rows(course.book, timezone.now())
    write_proposal_row(course.book)
    rewrite_reliability(course.book)
    Deadline.objects.filter(match_id=match_id).delete()
    Deadline.objects.bulk_create(
        Deadline(match_id=match_id, is_reminded=_is_reminded(match_id, row), **asdict(row))
        for row in deadline_rows(course.book).values()
    )


def _is_reminded(match_id: str, row: DeadlineRow) -> bool:
    once = f"{match_id}/reminder/{row.seat}/{row.decision}/{row.due_at.isoformat()}"
    return OutboxMail.objects.filter(once=once).exists()


def _written(match_id: str, now: datetime) -> Iterator[tuple[str, Any]]:
    """Yield the projected rows, by name. Whether a reminder went out matters only until the Decision is due."""
    yield from Match.objects.values(*_MATCH_COLUMNS).get(pk=match_id).items()
    for seat in Seat.objects.filter(match_id=match_id).values(*_SEAT_COLUMNS):
        yield f"seat {seat['number']}", seat
    for proposal in OpenProposal.objects.filter(match_id=match_id).values("number", "expires_at", "newcomer_id"):
        yield "proposal", proposal
    for dispute in Dispute.objects.filter(match_id=match_id).values("number", "seat", "position", "status"):
        yield f"dispute {dispute['number']}", dispute
    for counted in ReliabilityCount.objects.filter(match_id=match_id).values("player_id", "answered", "missed"):
        yield f"reliability of {counted['player_id']}", counted
    for deadline in Deadline.objects.filter(match_id=match_id).values(*_DEADLINE_COLUMNS):
        is_reminded = deadline["is_reminded"] and deadline["due_at"] > now
        yield f"deadline {deadline['decision']}", {**deadline, "is_reminded": is_reminded}
