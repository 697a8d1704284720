"""Exports: a finished match whole, as `python -m pirates.verify` reads it; a running one as its reader saw it."""

from datetime import datetime
from typing import Any

import msgspec

from games.book.book import Book
from games.logbook import store
from games.selectors.play.logs import narrated_log
from pirates.exports import FORMAT, digest_of
from pirates.fingerprints import canonical_json
from pirates.seats import Seat

SO_FAR_FORMAT = "letters-of-marque.match-so-far.1"


class SeenEntry(msgspec.Struct, frozen=True):
    """A log entry of a running match as one reader may know it; the salt in its hash stays secret."""

    position: int
    recorded_at: datetime
    actor: str
    sentences: tuple[str, ...]
    is_left_behind: bool
    hash: str


class SoFar(msgspec.Struct, frozen=True):
    """A running match as the holder of `seat` (None: a spectator) saw it."""

    format: str
    match: str
    game: str
    rules_version: int
    seat: Seat | None
    entries: list[SeenEntry]
    view: Any


def export_match(book: Book, seat: Seat | None) -> bytes:
    """Return the export of a match as JSON: whole once it is over, else as the holder of `seat` may know it."""
    return _export_whole(book) if book.is_over else _export_so_far(book, seat)


def _export_whole(book: Book) -> bytes:
    entries = store.read_export(book)
    for entry in entries:
        del entry["match"]
    document = {
        "format": FORMAT,
        "match": book.match_id,
        "game": book.table.game,
        "rules_version": book.table.rules_version,
        "entries": entries,
        "digest": "",
    }
    document["digest"] = digest_of(canonical_json(document))
    return canonical_json(document)


def _export_so_far(book: Book, seat: Seat | None) -> bytes:
    hashes = {entry.position: entry.hash for entry in store.read_entries(book)}
    entries = [
        SeenEntry(
            line.position,
            line.recorded_at,
            line.actor,
            line.sentences,
            line.is_left_behind,
            hashes[line.position],
        )
        for line in narrated_log(book, seat, upto=book.position)
    ]
    view = book.game.view(book.state, seat) if book.has_begun else None
    so_far = SoFar(SO_FAR_FORMAT, book.match_id, book.table.game, book.table.rules_version, seat, entries, view)
    return msgspec.json.encode(so_far)
