"""Notations: a match that is over, written down move by move."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from games.book.book import Book, abandoned_positions
from games.logbook import store
from games.table.events.core import Rewound
from pirates.commands import Command, Expire, Move, Start
from pirates.decisions import find_decision
from pirates.seats import Seat


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """An entry that advanced the match. `seat` is None for the table's and the clock's; `is_default`: time ran out."""

    position: int
    seat: Seat | None
    notation: str
    is_default: bool
    is_left_behind: bool


def written_log(newest: Book) -> list[WrittenMove]:
    """Return the moves of a match in order. Call only for a match that is over: nothing is hidden from anybody."""
    pages = list(store.read_pages(newest.match_id))
    folded = [store.folded_entry(each) for each, _ in pages]
    behind = abandoned_positions(folded)
    return [
        WrittenMove(entry.position, seat, notation, is_default, entry.position in behind)
        for number, (entry, _) in enumerate(pages)
        for seat, notation, is_default in _written(newest, pages[number - 1][1] if number else newest, entry)
    ]


def _written(newest: Book, before: Book, entry: store.Entry) -> Iterator[tuple[Seat | None, str, bool]]:
    for event in entry.events:
        if isinstance(event, Rewound):
            yield None, f"rewind {event.to}", False
    match _command(newest, entry):
        case Move() as move:
            yield move.seat, newest.game.write(move), False
        case Expire(seat, key):
            asked = find_decision(newest.game.decisions(before.state), key)
            yield seat, newest.game.write(asked.default) if asked and asked.default else "", True
        case Start():
            yield None, "start", False
        case None:
            return
        case _:
            yield None, "resolve", False


def _command(book: Book, entry: store.Entry) -> Command | None:
    """Return the entry's Command if it is one of the rules, or None if it is one of the table."""
    try:
        command: Command = msgspec.json.decode(entry.command, type=book.game.commands)
    except msgspec.ValidationError:
        return None
    return command
