"""Project the Book onto rows, such as Match, Seat and Deadline, that lists and sweeps can read.

A move writes only what changed, with hand-written SQL in one round trip (`games/sql.py` says why); `rebuild.py` writes
all of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from accounts.models import User
from games.book.book import Book
from games.book.last_day import last_day_of
from games.book.ordered_answers import ordered_at
from games.clocks.countdown import Countdown
from games.clocks.pace import ready_check_due_at, remind_at
from games.models import Deadline, Dispute, Match, OpenProposal, Seat
from games.projections.reliability import note_reliability
from games.sql import SqlBatch, insert_into
from games.table.events.absence import SeatOffered
from games.table.events.core import SeatHandedOver, SeatTaken, SeatVacated
from games.table.events.disputes import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from pirates.decisions import Decision, awaited_seats
from pirates.events import Event
from pirates.fingerprints import canonical_json
from pirates.outcomes import Outcome

_ADVANCE = "UPDATE games_match SET position = %s, head = %s WHERE id = %s"
_CLOSE = "DELETE FROM games_deadline WHERE match_id = %s AND decision IN ({})"
_DEADLINE = (
    "match", "decision", "kind", "seat", "is_window", "opened_at", "due_at", "remind_at", "answer_at",
    "is_reminded", "failures",
)  # fmt: skip
_OPEN = f"{insert_into(Deadline, *_DEADLINE)} VALUES {{}}"
_AWAIT = "UPDATE games_seat SET is_awaited = (number IN ({})) WHERE match_id = %s AND number IN ({})"
_NO_SEAT = "-1"
_CLEAR = "UPDATE games_seat SET player_id = NULL WHERE match_id = %s"
_PLACE = "(%s, %s, (SELECT id FROM accounts_user WHERE ref = %s), %s, %s, %s, %s)"
_SEAT = (
    f"{insert_into(Seat, 'match', 'number', 'player', 'is_taken', 'is_played_by_bot', 'is_offered', 'is_awaited')}"
    " VALUES {} ON CONFLICT (match_id, number) DO UPDATE SET player_id = excluded.player_id,"
    " is_taken = excluded.is_taken, is_played_by_bot = excluded.is_played_by_bot,"
    " is_offered = excluded.is_offered, is_awaited = excluded.is_awaited"
)

RESUMPTION = "resumption"
"""The kind of the deadline that ends a pause."""


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """The derived columns of a Deadline. No seat has a deadline while the match is paused."""

    decision: str
    kind: str
    seat: int | None
    is_window: bool
    opened_at: datetime
    due_at: datetime
    remind_at: datetime | None
    answer_at: datetime | None = None


def open_decisions(book: Book) -> tuple[Decision, ...]:
    """Return every open Decision of the match: none before the start and none once it is over."""
    return book.open_decisions()


def status_of(book: Book) -> Match.Status:
    """Return the status that lists show."""
    if book.is_over:
        return Match.Status.OVER
    return Match.Status.RUNNING if book.has_begun else Match.Status.WAITING


def needs_players(book: Book) -> bool:
    """Whether somebody can sit down: before the start a seat is free, or later a seat may be taken over."""
    if book.opened is None or book.is_over:
        return False
    has_place = not book.has_begun and bool(book.table.free_seats())
    return has_place or any(chair.is_offered for chair in book.table.chairs)


def outcome_of(book: Book) -> Outcome | None:
    """Return how the match ended by the rules or by the table; None while it runs, or if it was called off."""
    if book.table.adjudication is not None:
        return book.table.adjudication
    outcome: Outcome | None = book.game.outcome(book.state) if book.has_begun else None
    return outcome


def deadline_rows(book: Book) -> dict[str, DeadlineRow]:
    """Return the deadline of every required Decision, by key.

    The clock's own Decisions are due at once. During a pause the seats have no deadlines, but the pause itself has one.
    """
    if book.is_over:
        return {}
    running = (each for each in book.clocks.countdowns.values() if not each.is_answered)
    rows = {each.decision: _row(book, each) for each in running if each.seat is None or book.clocks.pause is None}
    if book.clocks.pause is None:
        return rows
    since, until = book.clocks.pause.since, book.clocks.pause.until
    key = f"{RESUMPTION}/{since:%Y%m%d%H%M%S%f}"
    return rows | {
        key: DeadlineRow(key, RESUMPTION, None, is_window=False, opened_at=since, due_at=until, remind_at=None)
    }


def _row(book: Book, clock: Countdown) -> DeadlineRow:
    due = clock.opened_at if clock.seat is None else book.clocks.due_of(clock)
    remind = None if clock.seat is None else remind_at(due - clock.allowed, due)
    return DeadlineRow(
        clock.decision, clock.kind, clock.seat, clock.is_window, clock.opened_at, due, remind, ordered_at(book, clock)
    )


def awaits_ready_check(book: Book) -> bool:
    """Whether a ready check is open because somebody has not confirmed yet."""
    return bool(book.opened and not book.has_begun and not book.is_over and book.opened.unconfirmed_seats())


def next_ready_check_due(before: Book, after: Book, due: datetime | None, now: datetime) -> datetime | None:
    """Return the deadline of the ready check after an entry; `due` was its deadline before. None if none is open."""
    if not awaits_ready_check(after):
        return None
    return (
        due
        if awaits_ready_check(before) and due
        else ready_check_due_at(timedelta(seconds=after.table.pace_seconds), now)
    )


def required(decisions: tuple[Decision, ...]) -> dict[str, Decision]:
    """Return the Decisions that the match waits for, by key."""
    return {each.key: each for each in decisions if each.required}


def project(before: Book, after: Book, events: tuple[Event, ...], now: datetime, batch: SqlBatch) -> list[Decision]:
    """Write what the newest entry changed; return the newly opened Decisions that call for a notice.

    Those are the required Decisions, which get a deadline each, and windows for which the match does not wait.

    A rewind gives every Decision a new key, and so opens it again, with a fresh deadline. Some of the writes are only
    added to `batch`, which the caller sends. Lock held: the match's row.
    """
    known, asked = open_decisions(before), open_decisions(after)
    was, stays = required(known), required(asked)
    opened = [decision for key, decision in stays.items() if key not in was]
    _write_match(before, after, now, batch)
    _write_ready_check(before, after, now)
    if any(isinstance(event, SeatTaken | SeatVacated | SeatHandedOver | SeatOffered) for event in events):
        write_seat_rows(after, batch)
    else:
        _await_seats(after.match_id, awaited_seats(was.values()), awaited_seats(stays.values()), batch)
    if any(isinstance(event, DisputeOpened | DisputeWithdrawn | RulingMade | RulingAppealed) for event in events):
        write_dispute_rows(after, now)
    if before.opened is not None and before.table.proposal != after.table.proposal:
        write_proposal_row(after)
    note_reliability(before, after, batch)
    _write_deadlines(after.match_id, deadline_rows(before), deadline_rows(after), batch)
    return opened + _optional_windows(known, asked)


def _optional_windows(known: tuple[Decision, ...], asked: tuple[Decision, ...]) -> list[Decision]:
    keys = {each.key for each in known}
    return [each for each in asked if each.window and not each.required and each.key not in keys]


def write_seat_rows(book: Book, batch: SqlBatch) -> None:
    """Add the rows of all seats to `batch`, which the caller sends."""
    awaited = awaited_seats(open_decisions(book))
    values: list[Any] = []
    for number, chair in enumerate(book.table.chairs):
        is_kept = book.table.is_played_by_bot(number)
        values += [book.match_id, number, chair.player, chair.is_taken]
        values += [is_kept, chair.is_offered, number in awaited]
    batch.add(_CLEAR, [book.match_id])
    batch.add(_SEAT.format(", ".join([_PLACE] * len(book.table.chairs))), values)


def write_proposal_row(book: Book) -> None:
    """Write the row of the open proposal, or delete it if there is none."""
    OpenProposal.objects.filter(match_id=book.match_id).delete()
    proposal = book.table.proposal
    if proposal is not None:
        newcomer = User.objects.filter(ref=proposal.newcomer).first() if proposal.newcomer else None
        row = OpenProposal(
            match_id=book.match_id, number=proposal.number, expires_at=proposal.expires_at, newcomer=newcomer
        )
        row.save(force_insert=True)


def write_dispute_rows(book: Book, now: datetime) -> None:
    """Write the rows of all disputes; a new one was opened `now`."""
    rows = [
        Dispute(
            match_id=book.match_id,
            number=number,
            seat=dispute.seat,
            position=dispute.position,
            status=dispute.status,
            opened_at=now,
        )
        for number, dispute in enumerate(book.table.disputes, 1)
    ]
    Dispute.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["match", "number"],
        update_fields=["seat", "position", "status"],
    )


def match_columns(book: Book) -> dict[str, str | int | bool | datetime | None]:
    """Return the columns of Match that depend on the Book alone."""
    outcome = outcome_of(book)
    return {
        "status": status_of(book).value,
        "position": book.position,
        "head": book.head,
        "outcome": canonical_json(outcome).decode() if outcome else "",
        "is_abandoned": book.table.is_abandoned,
        "needs_players": needs_players(book),
        "ends_by": last_day_of(book),
    }


def _write_match(before: Book, after: Book, now: datetime, batch: SqlBatch) -> None:
    told = (status_of, needs_players, last_day_of)
    if all(each(before) == each(after) for each in told):
        batch.add(_ADVANCE, [after.position, after.head, after.match_id])
        return
    moments: dict[str, datetime] = {}
    if after.has_begun and not before.has_begun:
        moments["started_at"] = now
    if after.is_over and not before.is_over:
        moments["ended_at"] = now
    Match.objects.filter(pk=after.match_id).update(**match_columns(after), **moments)


def _write_ready_check(before: Book, after: Book, now: datetime) -> None:
    if awaits_ready_check(before) != awaits_ready_check(after):
        due = next_ready_check_due(before, after, None, now)
        Match.objects.filter(pk=after.match_id).update(ready_check_due_at=due)


def _await_seats(match_id: str, was: tuple[int, ...], now: tuple[int, ...], batch: SqlBatch) -> None:
    changed = sorted(set(was) ^ set(now))
    if changed:
        awaited = ", ".join(str(seat) for seat in now) or _NO_SEAT
        batch.add(_AWAIT.format(awaited, ", ".join(str(seat) for seat in changed)), [match_id])


def _write_deadlines(
    match_id: str, was: Mapping[str, DeadlineRow], now: Mapping[str, DeadlineRow], batch: SqlBatch
) -> None:
    """Write the changed deadlines; a moved deadline becomes a new row, and so its reminder is sent again."""
    closed = [key for key, row in was.items() if now.get(key) != row]
    opened = [row for key, row in now.items() if was.get(key) != row]
    if closed:
        batch.add(_CLOSE.format(", ".join(["%s"] * len(closed))), [match_id, *closed])
    if opened:
        places = ", ".join(["(" + ", ".join(["%s"] * 11) + ")"] * len(opened))
        batch.add(_OPEN.format(places), [value for row in opened for value in _values(match_id, row)])


def _values(match_id: str, row: DeadlineRow) -> list[Any]:
    adapt = connection.ops.adapt_datetimefield_value
    moments = [adapt(each) if each else None for each in (row.opened_at, row.due_at, row.remind_at, row.answer_at)]
    return [match_id, row.decision, row.kind, row.seat, row.is_window, *moments, False, 0]
