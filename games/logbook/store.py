"""The logbook: load, append, verify. The only importer of its rows.

Each process reads a match's log once and caches the folded Book. Under the match's lock, a cached Book counts only if
its hash is the newest entry's; so a Book cannot be out of date after a rollback or a write by another process.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
from django.db import connection

from games.book.book import Book, FoldedEntry, apply_entry, fold, is_rewind
from games.logbook import rows as log_rows
from games.logbook import snapshots
from games.logbook.cache import BookCache
from games.logbook.folding import BrokenLog, UnreadableLog, decode_events, fold_upto
from games.models.logbook import LogEntry, MatchSecret
from games.refusals import NoSuchMatch
from games.sql import SqlBatch, insert_into
from games.table.events.core import AnyTableEvent, MatchOpened
from pirates import exports
from pirates.events import Event
from pirates.fingerprints import GENESIS, SealedEntry, canonical_json, chain_hash
from pirates.game import AnyGame
from pirates.registry import VERSIONS

_FROM = (
    "SELECT position, actor, events, hash, recorded_at FROM games_logentry"
    " WHERE match_id = %s AND position >= %s ORDER BY position"
)
_INSERT = f"{insert_into(LogEntry, *log_rows.ENTRY)} VALUES ({', '.join(['%s'] * len(log_rows.ENTRY))})"

HEAD_FAULT = "the match does not point at its newest entry"

_cache = BookCache()

Rules: TypeAlias = tuple[str, int]  # the slug and the rules version of a game


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry to be written: its actor, the channel and key of the request, the Command, and the Events it causes."""

    actor: str
    channel: str
    key: str
    command: msgspec.Struct
    events: tuple[Event, ...]
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry as stored, its Events decoded; `command` is canonical JSON."""

    position: int
    recorded_at: datetime
    actor: str
    channel: str
    command: str
    events: tuple[Event, ...]
    hash: str


def folded_entry(entry: Entry) -> FoldedEntry:
    """Return the part of a stored entry that the fold needs."""
    return FoldedEntry(entry.position, entry.actor, entry.events, entry.hash, entry.recorded_at)


def open_book(match_id: str) -> Book:
    """Return the Book of the match as it is now; raises NoSuchMatch, UnreadableLog."""
    rules, position, head = _stand(log_rows.match_row(match_id))
    return _catch_up(match_id, rules, position, head)


def lock_book(match_id: str) -> Book:
    """Lock the match until the transaction ends and return its current Book; raises NoSuchMatch, UnreadableLog.

    Raises BrokenLog if a check has found a fault, or if the match's head is not its newest entry, so that nothing is
    appended to a broken log.
    """
    return _book_of_locked(match_id, log_rows.locked_match_row(match_id))


def lock_free_books(match_ids: Sequence[str]) -> dict[str, Book]:
    """Lock those of these matches that nobody else has locked, in one round trip, and return their Books by id.

    Raises UnreadableLog and BrokenLog as `lock_book` does.
    """
    rows = log_rows.free_match_rows(match_ids)
    return {match_id: _book_of_locked(match_id, row) for match_id, row in rows.items()}


def _book_of_locked(match_id: str, row: Sequence[Any]) -> Book:
    (rules, position, head), (newest, fault) = _stand(row), row[4:]
    if fault:
        raise BrokenLog(match_id, fault)
    is_whole = newest == head or log_rows.hash_at(match_id, position) == head  # after waiting, `newest` may be stale
    if not is_whole:
        raise BrokenLog(match_id, HEAD_FAULT)
    return _catch_up(match_id, rules, position, head)


def book_at(match_id: str, position: int) -> Book:
    """Return the Book of the match after the entry at `position`; raises NoSuchMatch, UnreadableLog."""
    rules, newest, _ = _stand(log_rows.match_row(match_id))
    if not 1 <= position <= newest:
        raise NoSuchMatch
    return fold_upto(Book(match_id, _game(match_id, rules)), position)


def find_position(match_id: str, key: str) -> int | None:
    """Return the position of the entry with this idempotency key, or None."""
    return log_rows.position_of_key(match_id, key)


def find_positions(keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return the positions of the entries with these match ids and idempotency keys, in one round trip."""
    return log_rows.positions_of_keys(keys)


def append(book: Book, draft: Draft, batch: SqlBatch) -> Book:
    """Add the next entry of a locked match to `batch` and return the Book with it. Lock held: the match's row.

    The entry is the first statement of `batch`. The caller sends it; only a rewind is sent here,
    because the whole log must then be folded again.
    """
    sealed = _seal(book, draft)
    head = chain_hash(book.head, sealed)
    entry = FoldedEntry(sealed.position, draft.actor, draft.events, head, draft.recorded_at)
    batch.add(_INSERT, log_rows.row_of(sealed, draft.recorded_at, entry.hash))
    if is_rewind(draft.events):
        batch.send()
        written = fold_upto(_empty_book(book.match_id, book.game), entry.position)
    else:
        written = apply_entry(book, entry)
        snapshots.note(written, folded=1)
    _cache.keep(written)
    return written


def keep_secret(match_id: str, secret: str) -> None:
    """Store the secret (64 hexadecimal digits) from which the match's dice are derived."""
    MatchSecret.objects.create(match_id=match_id, secret=secret)


def read_entries(book: Book, *, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
    """Yield the entries after position `after` up to `upto`, oldest first; raises UnreadableLog."""
    rows = log_rows.rows_between(book.match_id, after, log_rows.ENDLESS if upto is None else upto)
    for position, recorded_at, actor, channel, command, events, digest in rows:
        told = decode_events(book.game, events, position)
        yield Entry(position, log_rows.read_moment(recorded_at), actor, channel, command, told, digest)


def read_pages(match_id: str) -> Iterator[tuple[Entry, Book]]:
    """Yield every entry with the Book after it, from the log alone; raises UnreadableLog."""
    first = LogEntry.objects.filter(match_id=match_id, position=1).values_list("events", flat=True).first()
    empty = book = _empty_book(match_id, _game(match_id, _rules_opened(first or "[]")))
    folded: list[FoldedEntry] = []
    for entry in read_entries(empty):
        folded.append(folded_entry(entry))
        book = fold(empty, folded) if is_rewind(entry.events) else apply_entry(book, folded[-1])
        yield entry, book


def copy_in(match_id: str, entries: Iterable[exports.ExportedEntry]) -> None:
    """Write the whole log of a verified export; the match must not have a log yet."""
    sealed = [(exports.sealed_entry(match_id, entry), entry) for entry in entries]
    rows = [log_rows.row_of(each, datetime.fromisoformat(entry.recorded_at), entry.hash) for each, entry in sealed]
    with connection.cursor() as cursor:
        cursor.executemany(_INSERT, rows)


def read_export(book: Book) -> list[dict[str, Any]]:
    """Return every entry in full, as the export of a finished match contains it."""
    return [
        {**msgspec.structs.asdict(sealed), "hash": digest} for sealed, digest in log_rows.sealed_rows(book.match_id)
    ]


def find_faults(match_id: str, upto: int | None = None) -> list[str]:
    """Return the faults of a stored chain up to `upto`: gaps, changed values, a head that is not the newest entry."""
    faults, previous, position = [], GENESIS, 0
    for sealed, digest in log_rows.sealed_rows(match_id, upto or log_rows.ENDLESS):
        position += 1
        if sealed.position != position:
            faults.append(f"position {position} is missing")
            break
        if chain_hash(previous, sealed) != digest:
            faults.append(f"the entry at position {position} was changed")
        previous = digest
    _, newest, head = _stand(log_rows.match_row(match_id))
    if upto is None and (newest, head) != (position, previous):
        faults.append(HEAD_FAULT)
    return faults


def clear_cache() -> None:
    """Drop every cached Book of this process; the next reader folds the log again."""
    _cache.clear()


def _stand(row: Sequence[Any]) -> tuple[Rules, int, str]:
    if not row:
        raise NoSuchMatch
    return (row[0], row[1]), row[2], row[3]


def _game(match_id: str, rules: Rules) -> AnyGame:
    """Return the game in the rules version that the match began with; raises UnreadableLog if it is unknown."""
    game = VERSIONS.get(rules)
    if game is None:
        slug, version = rules
        raise UnreadableLog(f"match {match_id} plays {slug} by rules {version}, which this code does not know")
    return game


def _catch_up(match_id: str, rules: Rules, position: int, head: str) -> Book:
    game = _game(match_id, rules)
    kept = _cache.find(match_id)
    if kept is not None and kept.head == head:
        return kept
    book = (kept and _read_on(kept)) or fold_upto(_empty_book(match_id, game), position)
    if (book.position, book.head) != (position, head) and book.position <= position:
        raise BrokenLog(match_id, HEAD_FAULT)
    _cache.keep(book)
    return book


def _read_on(kept: Book) -> Book | None:
    entries = _entries_from(kept, kept.position)
    if not entries or entries[0].hash != kept.head or any(is_rewind(entry.events) for entry in entries[1:]):
        return None
    book = kept
    for entry in entries[1:]:
        book = apply_entry(book, entry)
    return book


def _empty_book(match_id: str, game: AnyGame) -> Book:
    return Book(match_id, game, secret=log_rows.secret_of(match_id))


def _rules_opened(first_events: str) -> Rules:
    try:
        events = msgspec.json.decode(first_events, type=list[AnyTableEvent])
    except msgspec.DecodeError as error:
        raise UnreadableLog(f"the entry at position 1 cannot be read: {error}") from error
    opened = (event for event in events if isinstance(event, MatchOpened))
    return next(((event.game, event.rules_version) for event in opened), ("no game", 0))


def _entries_from(book: Book, position: int) -> list[FoldedEntry]:
    with connection.cursor() as cursor:
        cursor.execute(_FROM, [book.match_id, position])
        rows = cursor.fetchall()
    return [
        FoldedEntry(at, actor, decode_events(book.game, events, at), digest, log_rows.read_moment(recorded_at))
        for at, actor, events, digest, recorded_at in rows
    ]


def _seal(book: Book, draft: Draft) -> SealedEntry:
    return SealedEntry(
        match=book.match_id,
        position=book.position + 1,
        recorded_at=log_rows.written_instant(draft.recorded_at),
        actor=draft.actor,
        channel=draft.channel,
        key=draft.key,
        command=msgspec.Raw(canonical_json(draft.command)),
        events=msgspec.Raw(canonical_json(draft.events)),
        salt=secrets.token_hex(16),
    )
