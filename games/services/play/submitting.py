"""The one door: lock, fold, decide, append, project, notify. Pages, API, mail, timer, bots and referees all use it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import transaction
from django.utils import timezone

from games.book.book import Book
from games.book.ordered_answers import answers_by_order
from games.book.seat_positions import is_turn
from games.logbook import store
from games.outbox import letters as outbox
from games.projections.write import open_decisions, project
from games.services.play.deciding import AnyCommand, decide
from games.services.play.queue_upkeep import tidy_queue
from games.sql import SqlBatch
from games.wakeups import wake
from pirates.decisions import Decision
from pirates.errors import RulesError
from pirates.events import Event
from pirates.fingerprints import canonical_json, commitment

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Act:
    """A Command and its actor, such as `seat:2` (in person), `bot:2`, `clock`, `host` or `referee`."""

    actor: str
    command: AnyCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A request to change a match. `prepare` is given the locked match and returns the Act, or raises a refusal.

    `key` makes a repeat harmless: the same key in the same match takes effect once, and repeats get the first answer.
    """

    match_id: str
    channel: str
    key: str
    prepare: Callable[[Book], Act]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a Submission: the entry's position and the match after it (for a repeat, as it is now)."""

    position: int
    book: Book
    is_repeat: bool = False


def submission_key(*parts: object) -> str:
    """Return an idempotency key of 64 characters made of parts that together identify this request."""
    written = [str(part).encode(errors="backslashreplace").decode() for part in parts]
    return commitment(canonical_json(written))


def submit(submission: Submission) -> Receipt:
    """Decide and record one Command; raises RulesError for every refusal, and UnreadableLog."""
    with transaction.atomic():
        return submit_within(submission)


def submit_within(submission: Submission) -> Receipt:
    """Do the same within the caller's transaction; if this raises, the caller must roll that transaction back."""
    book = store.lock_book(submission.match_id)
    done = store.find_position(submission.match_id, submission.key)
    if done is not None:
        return Receipt(done, book, is_repeat=True)
    batch = SqlBatch()
    receipt, events = _submit_to(book, submission, batch)
    batch.send()
    tidy_queue(receipt.book, events)
    return receipt


def submit_all(submissions: Sequence[Submission], books: Mapping[str, Book]) -> None:
    """Decide and record Commands of different matches, which the caller has locked, in two round trips together.

    `books` are the locked matches by id. If this raises, the caller must roll the transaction back.
    """
    done = store.find_positions([(each.match_id, each.key) for each in submissions])
    batch = SqlBatch()
    wanted = [each for each in submissions if (each.match_id, each.key) not in done]
    recorded = [_submit_to(books[each.match_id], each, batch) for each in wanted]
    batch.send()
    for receipt, events in recorded:
        tidy_queue(receipt.book, events)


def _submit_to(book: Book, submission: Submission, batch: SqlBatch) -> tuple[Receipt, tuple[Event, ...]]:
    """Decide and record one Command to a locked match; return the Receipt and the Events. Raises RulesError.

    The caller sends `batch` and then tidies the queue, which looks at the letters among the rows.
    """
    try:
        act = submission.prepare(book)
        events = decide(book, act.actor, act.command)
    except RulesError as refusal:
        log.info("refused", match=book.match_id, position=book.position, code=refusal.code, door=submission.channel)
        raise
    now = timezone.now()
    draft = store.Draft(act.actor, submission.channel, submission.key, act.command, events, now)
    return record(book, draft, now, batch), events


def record(book: Book, draft: store.Draft, now: datetime, batch: SqlBatch) -> Receipt:
    """Append an entry and all its consequences to `batch`, which the caller sends. Lock held: the match's row."""
    written = store.append(book, draft, batch)
    opened = project(book, written, draft.events, now, batch)
    letters = outbox.letters_about(book, written, opened, draft.events, actor=draft.actor, channel=draft.channel)
    due = outbox.add_letters(letters, now, batch)
    wake(*_tasks_for(written, opened, has_mail=due > 0))
    log.info("recorded", match=book.match_id, position=written.position, door=draft.channel)
    return Receipt(written.position, written)


def _tasks_for(book: Book, opened: list[Decision], *, has_mail: bool) -> list[str]:
    tasks = ["relay_outbox"] if has_mail else []
    if any(each.seat is None for each in opened):
        tasks.append("resolve_phases")
    awaited = (each.seat for each in open_decisions(book) if each.required and each.seat is not None)
    if any(book.table.is_played_by_bot(seat) or answers_by_order(book, seat) for seat in awaited):
        tasks.append("play_bots")
    if any(is_turn(each) and not book.table.is_played_by_bot(each.seat or 0) for each in opened):
        tasks.append("play_queued")
    return tasks
