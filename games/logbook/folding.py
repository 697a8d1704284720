"""Folding: read a log from the nearest snapshot on, check its chain of hashes on the way, and fold it into a Book."""

from datetime import datetime
from functools import cache

import msgspec

from games.book.book import Book, FoldedEntry, fold, lowest_rewind
from games.logbook import rows as log_rows
from games.logbook import snapshots
from games.table.events.core import AnyTableEvent
from pirates.events import Event
from pirates.fingerprints import chain_hash
from pirates.game import AnyGame


class UnreadableLog(Exception):
    """An entry holds an Event that this code does not know; the match must wait for newer code."""


class BrokenLog(UnreadableLog):
    """A log was shortened or changed after it was written. Its match stops until the log is repaired."""

    def __init__(self, match_id: str, fault: str) -> None:
        super().__init__(fault)
        self.match_id = match_id


def fold_upto(empty: Book, upto: int) -> Book:
    """Return the Book at `upto`, folded from the nearest snapshot that counts; raises BrokenLog, UnreadableLog."""
    start = snapshots.newest(empty, upto) or empty
    while start is not empty:
        entries = _checked_entries(start, upto)
        lowest = lowest_rewind(entries)
        if lowest is None or lowest >= start.position:
            break
        start = snapshots.newest(empty, lowest) or empty
    else:
        entries = _checked_entries(empty, upto)
    book = fold(start, entries)
    snapshots.note(book, folded=len(entries))
    return book


def _checked_entries(start: Book, upto: int) -> list[FoldedEntry]:
    """Return the entries after `start` up to `upto`; raises BrokenLog if the chain of hashes does not hold."""
    entries, head = list[FoldedEntry](), start.head
    for sealed, digest in log_rows.sealed_rows(start.match_id, upto, after=start.position):
        at = sealed.position
        expected = start.position + len(entries) + 1
        if at != expected or chain_hash(head, sealed) != digest:
            raise BrokenLog(start.match_id, f"the log is not whole at position {expected}")
        head, events = digest, decode_events(start.game, bytes(sealed.events).decode(), at)
        entries.append(FoldedEntry(at, sealed.actor, events, digest, datetime.fromisoformat(sealed.recorded_at)))
    return entries


def decode_events(game: AnyGame, events: str, position: int) -> tuple[Event, ...]:
    """Return the Events of the entry at a position from their JSON; raises UnreadableLog."""
    try:
        return tuple(_decoder(game).decode(events))
    except msgspec.DecodeError as error:
        raise UnreadableLog(f"the entry at position {position} cannot be read: {error}") from error


@cache
def _decoder(game: AnyGame) -> msgspec.json.Decoder[list[Event]]:
    return msgspec.json.Decoder(list[game.events | AnyTableEvent])  # type: ignore[name-defined]
