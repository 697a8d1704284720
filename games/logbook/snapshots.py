"""Snapshots: a match's Book stored beside its log, so that a match of 20,000 entries opens as fast as one of 200.

A snapshot only saves work. It counts if this very code wrote it, its seal is intact, and the log has the snapshot's
hash at its position; any other is ignored, and the log is folded from an earlier one or from its start.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import structlog
from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

import games.book
import games.clocks
import games.table
import pirates
from games.book.book import Book, OpenQuestions
from games.book.clocks import MatchClocks
from games.book.reliability import Reliability
from games.book.seat_positions import LastMove, SeatPositions
from games.models.logbook import Snapshot
from games.sql import columns_of, insert_into
from games.table.state import Table
from pirates.game import AnyGame

log = structlog.get_logger(__name__)

DISTANCE = 64
"""A snapshot is written at each multiple of this position, and after any fold of as many entries."""

_FIELDS = ("match", "position", "head", "code", "seal", "body", "written_at")
_PUT = (
    f"{insert_into(Snapshot, *_FIELDS)} VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (match_id, position)"
    " DO UPDATE SET head = excluded.head, code = excluded.code, seal = excluded.seal, body = excluded.body,"
    " written_at = excluded.written_at"
)
_NEWEST = (
    f"SELECT {columns_of(Snapshot, 'position', 'seal', 'body')} FROM games_snapshot s"  # noqa: S608 - columns of ours
    " WHERE match_id = %s AND code = %s AND position <= %s AND EXISTS (SELECT 1 FROM games_logentry e"
    " WHERE e.match_id = s.match_id AND e.position = s.position AND e.hash = s.head)"
    " ORDER BY position DESC LIMIT 1"
)


class _StoredBook(msgspec.Struct, frozen=True):
    """The fields of a Book that its snapshot holds. The match's secret is not among them."""

    position: int
    head: str
    opened: Table
    state: msgspec.Raw
    acts: int
    seat_positions: SeatPositions
    clocks: MatchClocks
    left_behind: frozenset[int]
    taken_back: frozenset[int]
    last: LastMove | None
    taken_back_at: int
    kept_keys: Mapping[str, str]
    reliability: Mapping[str, Reliability]


def newest(empty: Book, upto: int) -> Book | None:
    """Return the Book of the match's newest snapshot at or before position `upto`; None if no snapshot counts.

    `empty` is the match's Book before its first entry, with its secret.
    """
    if upto < DISTANCE:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST, [empty.match_id, code_version(), upto])
        row = cursor.fetchone()
    if row is None:
        return None
    position, seal, body = row
    if not constant_time_compare(seal, _seal(empty, position, body)):
        log.warning("snapshot_ignored", match=empty.match_id, position=position)
        return None
    try:
        return decode(body, empty)
    except msgspec.DecodeError:
        log.warning("snapshot_unreadable", match=empty.match_id, position=position)
        return None


def note(book: Book, folded: int) -> None:
    """Write a snapshot of this Book after the transaction, if it is due; `folded` entries were just read for it."""
    if book.opened is not None and (book.position % DISTANCE == 0 or folded >= DISTANCE):
        transaction.on_commit(lambda: write(book), robust=True)


def write(book: Book) -> None:
    """Store a snapshot of this Book, replacing any at the same position."""
    body = encode(book)
    seal = _seal(book, book.position, body)
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_PUT, [book.match_id, book.position, book.head, code_version(), seal, body, now])


def drop(match_id: str) -> None:
    """Delete a match's snapshots; the log is folded from its start until new ones are written."""
    Snapshot.objects.filter(match_id=match_id).delete()


def encode(book: Book) -> str:
    """Return a Book as JSON, without its secret."""
    fields = {name: getattr(book, name) for name in _StoredBook.__struct_fields__ if name != "state"}
    stored = _StoredBook(state=msgspec.Raw(msgspec.json.encode(book.state)), **fields)
    return msgspec.json.encode(stored).decode()


def decode(body: str, empty: Book) -> Book:
    """Return the Book that `encode` wrote, in the game and with the secret of `empty`; raises DecodeError."""
    stored = msgspec.json.decode(body, type=_StoredBook)
    state = _state_decoder(empty.game).decode(stored.state)
    asked = OpenQuestions() if state is None else OpenQuestions(state, empty.game.decisions(state))
    fields: dict[str, Any] = {name: getattr(stored, name) for name in _StoredBook.__struct_fields__}
    return Book(empty.match_id, empty.game, secret=empty.secret, asked=asked, **{**fields, "state": state})


@cache
def code_version() -> str:
    """Return a digest of the sources that decide what a log folds to; other code does not read our snapshots."""
    digest = sha256()
    for package in (pirates, games.book, games.clocks, games.table):
        folder = Path(package.__path__[0])
        for source in sorted(folder.rglob("*.py")):
            digest.update(f"{source.relative_to(folder)}\n".encode() + source.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()


@cache
def _state_decoder(game: AnyGame) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game.state | None)


def _seal(book: Book, position: int, body: str) -> str:
    sealed = f"{book.match_id} {position} {book.game.slug} {book.game.rules_version} {code_version()} {body}"
    return salted_hmac(__name__, sealed, algorithm="sha256").hexdigest()
