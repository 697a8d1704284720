"""Books: a match folded from its log, both sides of the truth at one position. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import msgspec

from games.landmarks import Landmarks, pass_entry
from games.table.events import AnyTableEvent, Rewound
from games.table.evolve import evolve_table, note_move
from games.table.state import Table
from games.table.table_event import TableEvent
from games.timekeeping import Tick, Times, pass_time
from pirates.decisions import Decision
from pirates.dice import SeededDice
from pirates.events import Event
from pirates.fingerprints import GENESIS, seed_of
from pirates.game import AnyGame
from pirates.seats import Seat


@dataclass(frozen=True, slots=True)
class FoldedEntry:
    """What the fold needs of a log entry."""

    position: int
    actor: str
    events: tuple[Event, ...]
    hash: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """What the rules ask in a State."""

    state: Any = None
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """A match up to `position`; `head` is the newest entry's hash, `acts` the number of game entries not wound back.

    `left_behind` are the positions whose game Events a rewind undid.
    """

    match_id: str
    game: AnyGame
    position: int = 0
    head: str = GENESIS
    table: Table | None = None
    state: Any = None
    acts: int = 0
    marks: Landmarks = field(default_factory=Landmarks)
    times: Times = field(default_factory=Times)
    asked: Asked = field(default_factory=Asked, repr=False)
    left_behind: frozenset[int] = frozenset()
    secret: str = field(default="", repr=False)

    @property
    def laid(self) -> Table:
        """The Table of a match that has been opened, as every stored match has."""
        if self.table is None:
            raise LookupError(f"match {self.match_id} has no first entry")
        return self.table

    @property
    def has_begun(self) -> bool:
        """Whether the rules have been started."""
        return self.state is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self.table is not None and self.table.is_closed

    @property
    def rewind_mark(self) -> str:
        """What the keys of Decisions end in: the number of rewinds, from the first one on.

        After a rewind the rules ask what they asked before it; so no page and no letter of then answers now.
        """
        return f"~{self.laid.rewinds}" if self.laid.rewinds else ""

    def open_decisions(self) -> tuple[Decision, ...]:
        """Return every open Decision of the match: none before the start and none once it is over."""
        if not self.has_begun or self.is_over:
            return ()
        known, mark = self.asked, self.rewind_mark
        decisions = known.decisions if known.state is self.state else self.game.decisions(self.state)
        if not mark:
            return decisions
        return tuple(msgspec.structs.replace(each, key=each.key + mark) for each in decisions)

    def dice(self) -> SeededDice:
        """Return the chance that belongs to the next act of this match (`design.md` 4 and 5)."""
        return SeededDice(seed_of(bytes.fromhex(self.secret), self.laid.salts()), self.acts + 1)


def is_act(events: Iterable[Event]) -> bool:
    """Whether an entry with these Events moved the rules, and not the table alone."""
    return any(not isinstance(event, TableEvent) for event in events)


def is_rewind(events: Iterable[Event]) -> bool:
    """Whether an entry with these Events wound the State back."""
    return any(isinstance(event, Rewound) for event in events)


def seat_of_actor(actor: str) -> Seat | None:
    """Return the seat of a log entry's actor if it is the seat's own player, as in `seat:2`."""
    kind, _, number = actor.partition(":")
    return int(number) if kind == "seat" else None


def turn_page(book: Book, entry: FoldedEntry) -> Book:
    """Return the Book with one more entry, which must not be a rewind (that needs a fold of the whole log)."""
    table, state = book.table, book.state
    is_left_behind = entry.position in book.left_behind
    events = [event for event in entry.events if isinstance(event, TableEvent) or not is_left_behind]
    for event in events:
        if isinstance(event, TableEvent):
            table = evolve_table(table, _of_table(event))
        else:
            state = book.game.evolve(state, event)
    acted = is_act(events)
    seat = seat_of_actor(entry.actor)
    marks = pass_entry(book.marks, entry.position, seat, entry.events, book.game.begins_turn)
    if acted and seat is not None and table is not None:
        table = note_move(table, seat)
    turned = replace(
        book,
        position=entry.position,
        head=entry.hash,
        table=table,
        state=state,
        acts=book.acts + acted,
        marks=marks,
        asked=_ask(book, state),
    )
    if table is None:
        return turned
    tick = Tick(entry.position, entry.recorded_at, seat if acted else None, tuple(entry.events))
    return replace(turned, times=pass_time(book.times, tick, table, turned.open_decisions()))


def _ask(book: Book, state: Any) -> Asked:
    """Return what is asked in `state`, asking the rules only if it is another than before."""
    if state is None or book.asked.state is state:
        return book.asked
    return Asked(state, book.game.decisions(state))


def fold_book(empty: Book, entries: Sequence[FoldedEntry]) -> Book:
    """Return the Book of a whole log, leaving out the game events of every branch that was left behind."""
    book = replace(empty, left_behind=abandoned_positions(entries))
    for entry in entries:
        book = turn_page(book, entry)
    return book


def abandoned_positions(entries: Sequence[FoldedEntry]) -> frozenset[int]:
    """Return the positions whose game Events are not part of the State: later rewinds wound them back."""
    tip = 0
    tips: dict[int, int] = {}
    follows: dict[int, int] = {}
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Rewound):
                tip = tips[event.to]
        if is_act(entry.events):
            follows[entry.position] = tip
            tip = entry.position
        tips[entry.position] = tip
    return frozenset(follows) - _branch(tip, follows)


def _branch(tip: int, follows: Mapping[int, int]) -> set[int]:
    """Return the acts that lead to the act at position `tip`; `follows` tells which one each was built on."""
    acts: set[int] = set()
    while tip:
        acts.add(tip)
        tip = follows[tip]
    return acts


def _of_table(event: TableEvent) -> AnyTableEvent:
    return event  # type: ignore[return-value]
