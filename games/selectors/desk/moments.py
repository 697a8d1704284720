"""Moments: a match right after one entry, for the referee's desk, as each requested seat saw it.

The result holds secrets: `games/services/desk/desk.py` must first admit and record the person who asks.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from games.book.book import Book
from games.logbook import store
from games.models import Match, OutboxMail
from games.projections.write import open_decisions
from games.refusals import NoSuchMatch
from games.selectors.desk.desk_clocks import cause_in_words, clocks_in_words
from games.selectors.play.logs import LogLine, narrate_entries
from games.selectors.play.matches import Reading
from games.selectors.play.names import Roll, roll_of
from games.selectors.play.replays import book_then, left_behind, reading_then
from pirates.decisions import Decision, open_to
from pirates.events import Event, redact
from pirates.fingerprints import canonical_json
from pirates.seats import Seat

MOST_LEGAL = 200


@dataclass(frozen=True, slots=True)
class SeatSight:
    """One seat's (None: a spectator's) sight of a moment, the questions it was asked, and its first legal Moves."""

    seat: Seat | None
    name: str
    reading: Reading
    told: tuple[str, ...]
    asked: tuple[Decision, ...]
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeskMoment:
    """A match right after one entry: the full entry, every open Decision, and the sights of seats in `seen`."""

    match: Match
    newest: Book
    book: Book
    entry: store.Entry
    names: tuple[str, ...]
    seen: tuple[SeatSight, ...]
    asked: tuple[Decision, ...]
    mails: tuple[OutboxMail, ...]
    is_left_behind: bool

    @property
    def position(self) -> int:
        """The position of the entry."""
        return self.book.position

    @property
    def clocks(self) -> list[tuple[str, list[str]]]:
        """For every seat that was asked, its name and how its deadline came about, in words."""
        return clocks_in_words(self.book, self.names)

    @property
    def cause(self) -> str:
        """The cause of an automatic entry; "" if a person asked for it."""
        return cause_in_words(self.entry.actor, self.entry.channel)

    @property
    def command(self) -> str:
        """The entry's Command as indented data."""
        return json.dumps(json.loads(self.entry.command), indent=2, ensure_ascii=False, sort_keys=True)

    @property
    def events(self) -> list[tuple[str, str]]:
        """The entry's Events: the kind and the indented data of each."""
        return [(type(event).__name__, _written(event)) for event in self.entry.events]


def show_at_desk(match: Match, position: int, seats: Sequence[Seat | None]) -> DeskMoment:
    """Return the match right after the entry at `position`, as each of `seats` saw it; raises NoSuchMatch."""
    newest = store.open_book(match.pk)
    if not 1 <= position <= newest.position:
        raise NoSuchMatch
    entries = list(store.read_entries(newest))[: newest.position]
    roll = roll_of(newest)
    names = roll.at(position)
    book = book_then(newest, entries, position)
    entry = entries[position - 1]
    known = [seat for seat in seats if seat is None or 0 <= seat < len(names)]
    return DeskMoment(
        match=match,
        newest=newest,
        book=book,
        entry=entry,
        names=names,
        seen=tuple(_see(match, book, entry, seat, roll) for seat in known),
        asked=open_decisions(book),
        mails=tuple(OutboxMail.objects.filter(match=match, position=position).select_related("recipient")),
        is_left_behind=position in left_behind(entries),
    )


def learned_since(book: Book, position: int) -> list[tuple[Seat, list[LogLine]]]:
    """Return, for each seat of a person, the lines after `position` that showed it a secret of its own."""
    roll = roll_of(book)
    entries = list(store.read_entries(book, after=position, upto=book.position))
    learned = []
    for seat in book.table.playing_people():
        telling = [entry for entry in entries if any(_tells_alone(event, seat) for event in entry.events)]
        learned.append((seat, narrate_entries(book, seat, telling, roll=roll)))
    return learned


def _see(match: Match, book: Book, entry: store.Entry, seat: Seat | None, roll: Roll) -> SeatSight:
    names = roll.at(entry.position)
    [line] = narrate_entries(book, seat, [entry], roll=roll)
    asked = () if seat is None else open_to(open_decisions(book), seat)
    return SeatSight(
        seat=seat,
        name="" if seat is None else names[seat],
        reading=reading_then(match, book, seat, names),
        told=line.sentences,
        asked=asked,
        legal=_legal(book, seat) if asked else (),
    )


def _legal(book: Book, seat: Seat | None) -> tuple[str, ...]:
    if seat is None:
        return ()
    moves = islice(book.game.legal_moves(book.state, seat), MOST_LEGAL)
    return tuple(book.game.write(move) for move in moves)


def _tells_alone(event: Event, seat: Seat) -> bool:
    """Whether this Event shows `seat` something that a spectator does not see."""
    return redact(event, seat) != redact(event, None)


def _written(event: Event) -> str:
    return json.dumps(json.loads(canonical_json(event)), indent=2, ensure_ascii=False, sort_keys=True)
