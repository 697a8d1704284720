"""Books: a match folded from its log up to one position, with its Table and its game State. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from games.book.clocks import MatchClocks, Tick, apply
from games.book.reliability import Reliability, answers_of, count_reliability
from games.book.seat_positions import LastMove, SeatPositions, note_answers, pass_entry
from games.table.events.consent import MoveTakenBack
from games.table.events.core import AnyTableEvent, Rewound, SeatHandedOver
from games.table.events.event import TableEvent
from games.table.evolve import evolve_table, note_caretaker, note_move
from games.table.state import Table
from pirates.decisions import Decision
from pirates.dice import SeededDice
from pirates.events import Event
from pirates.fingerprints import GENESIS, seed_of
from pirates.game import AnyGame
from pirates.seats import Seat

ORDER = "order"
"""The actor kind and the channel of an entry in which a standing order answers for its seat."""


class FoldedEntry(msgspec.Struct, frozen=True):
    """The part of a log entry that the fold needs."""

    position: int
    actor: str
    events: tuple[Event, ...]
    hash: str
    recorded_at: datetime


class OpenQuestions(msgspec.Struct, frozen=True):
    """The Decisions that the rules ask for in a State."""

    state: Any = None
    decisions: tuple[Decision, ...] = ()


class Book(msgspec.Struct, frozen=True):
    """A match up to `position`; `head` is the newest entry's hash, `acts` the number of game entries not rewound.

    `opened` is the Table, or None before the first entry; code that works on an opened match uses `table`.
    `left_behind` are the positions whose game Events a rewind undid, `taken_back` those of moves taken back. `last` is
    the newest act; a rewind or a change of player clears it. `taken_back_at` is the number of acts before
    the move that was taken back last. `kept_keys` maps the rules' keys of the questions open before that move to the
    keys that people saw. `reliability` maps people, by reference, to the questions that they answered in time or
    missed, as far as these still count.
    """

    match_id: str
    game: AnyGame
    position: int = 0
    head: str = GENESIS
    opened: Table | None = None
    state: Any = None
    acts: int = 0
    seat_positions: SeatPositions = SeatPositions()
    clocks: MatchClocks = MatchClocks()
    asked: OpenQuestions = OpenQuestions()
    left_behind: frozenset[int] = frozenset()
    taken_back: frozenset[int] = frozenset()
    last: LastMove | None = None
    taken_back_at: int = -1
    kept_keys: Mapping[str, str] = {}
    reliability: Mapping[str, Reliability] = {}
    secret: str = ""

    def __repr__(self) -> str:
        return f"Book({self.match_id!r}, position={self.position})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Return the fields that tracebacks may show; the others hold secrets."""
        return [("match_id", self.match_id), ("position", self.position)]

    @property
    def table(self) -> Table:
        """The Table; raises LookupError before the first entry, which every stored match has."""
        if self.opened is None:
            raise LookupError(f"match {self.match_id} has no first entry")
        return self.opened

    @property
    def has_begun(self) -> bool:
        """Whether the rules have been started."""
        return self.state is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self.opened is not None and self.opened.is_closed

    def open_decisions(self) -> tuple[Decision, ...]:
        """Return every open Decision of the match: none before the start and none once it is over.

        Their keys are those that people see, as `key_shown` returns them.
        """
        if not self.has_begun or self.is_over:
            return ()
        known = self.asked
        decisions = known.decisions if known.state is self.state else self.game.decisions(self.state)
        if not self.table.rewinds:
            return decisions
        return tuple(replace(each, key=self.key_shown(each.key)) for each in decisions)

    def key_shown(self, key: str) -> str:
        """Return the key under which people see the Decision that the rules call `key`.

        After a rewind the rules ask the same questions again, under the same keys. From the first rewind on, each key
        therefore ends in the number of rewinds, so that an earlier page or letter cannot answer a question asked now.
        Taking a move back reveals nothing new: a question that was open before that move keeps its key, and answers
        written for it still count.
        """
        return self.kept_keys.get(key, key + self._rewind_mark)

    def key_of_rules(self, key: str) -> str:
        """Return the key by which the rules know the open Decision that people see as `key`."""
        kept = (rules for rules, shown in self.kept_keys.items() if shown == key)
        return next(kept, key.removesuffix(self._rewind_mark))

    @property
    def _rewind_mark(self) -> str:
        return f"~{self.table.rewinds}" if self.table.rewinds else ""

    def dice(self) -> SeededDice:
        """Return the dice for the next act of this match."""
        return SeededDice(seed_of(bytes.fromhex(self.secret), self.table.salts()), self.acts + 1)


def is_act(events: Iterable[Event]) -> bool:
    """Whether an entry with these Events changed the game, and not only the table."""
    return any(not isinstance(event, TableEvent) for event in events)


def is_rewind(events: Iterable[Event]) -> bool:
    """Whether an entry with these Events rewound the State."""
    return any(isinstance(event, Rewound) for event in events)


def seat_of_actor(actor: str) -> Seat | None:
    """Return the seat of a log entry's actor if it is the seat's own player, as in `seat:2`; else None."""
    kind, _, number = actor.partition(":")
    return int(number) if kind == "seat" else None


def seat_answering(actor: str) -> Seat | None:
    """Return the seat that answered by its own player or by standing order, as in `order:2`; else None.

    Other people must not be able to tell the two apart.
    """
    kind, _, number = actor.partition(":")
    return int(number) if kind in ("seat", ORDER) else None


def seat_kept_by(actor: str) -> Seat | None:
    """Return the seat of a log entry's actor if it is a bot, as in `bot:2`; else None."""
    kind, _, number = actor.partition(":")
    return int(number) if kind == "bot" else None


def apply_entry(book: Book, entry: FoldedEntry) -> Book:
    """Return the Book with one more entry, which must not be a rewind (that needs a fold of the whole log)."""
    is_left_behind = entry.position in book.left_behind
    told = [event for event in entry.events if isinstance(event, TableEvent)]
    played = [event for event in entry.events if not isinstance(event, TableEvent)] if not is_left_behind else []
    seat, kept = seat_of_actor(entry.actor), seat_kept_by(entry.actor)
    table, state = book.opened, book.state
    for at_table in told:
        table = evolve_table(table, _of_table(at_table))
    for event in played:
        state = book.game.evolve(state, event)
    if played and table is not None:
        table = table if seat is None else note_move(table, seat)
        table = table if kept is None else note_caretaker(table, kept)
    asked = _ask(book, state)
    counted = () if entry.position in book.taken_back else entry.events
    seat_positions = pass_entry(book.seat_positions, entry.position, seat, counted, book.game.begins_turn)
    if asked is not book.asked:
        seat_positions = note_answers(seat_positions, entry.position, book.asked.decisions, asked.decisions)
    turned = replace(
        book,
        position=entry.position,
        head=entry.hash,
        opened=table,
        state=state,
        acts=book.acts + bool(played),
        seat_positions=seat_positions,
        asked=asked,
    )
    turned = _with_last_move(book, turned, entry, told, played)
    if table is None:
        return turned
    in_person = seat_answering(entry.actor) if played else None
    tick = Tick(entry.position, entry.recorded_at, in_person, tuple(told), is_act=len(told) < len(entry.events))
    clocks = apply(book.clocks, tick, table, turned.open_decisions())
    return replace(turned, clocks=clocks, reliability=_reliability(book, clocks, tick, is_left_behind=is_left_behind))


def _reliability(before: Book, clocks: MatchClocks, tick: Tick, *, is_left_behind: bool) -> Mapping[str, Reliability]:
    if is_left_behind or before.opened is None:
        return before.reliability
    answered = answers_of(tick.in_person, before.clocks.countdowns, clocks.countdowns)
    return count_reliability(before.reliability, before.opened, answered, tick.events)


def _ask(book: Book, state: Any) -> OpenQuestions:
    """Return the questions open in `state`; ask the rules only if the State has changed."""
    if state is None or book.asked.state is state:
        return book.asked
    return OpenQuestions(state, book.game.decisions(state))


def _with_last_move(
    before: Book, after: Book, entry: FoldedEntry, told: Sequence[TableEvent], played: Sequence[Event]
) -> Book:
    """Return `after` with its fields about the newest act updated; `told` and `played` are the Events that count."""
    if any(isinstance(event, MoveTakenBack) for event in told):
        shown = {each.key: before.key_shown(each.key) for each in before.game.decisions(before.state)}
        return replace(after, last=None, taken_back_at=before.acts, kept_keys=shown)
    if is_rewind(told):
        return replace(after, last=None, kept_keys={})
    if played:
        is_second = before.acts == before.taken_back_at
        is_quiet = before.game.is_quiet(played)
        return replace(after, last=LastMove(entry.position, seat_of_actor(entry.actor), is_quiet, is_second))
    if any(isinstance(event, SeatHandedOver) for event in told):
        return replace(after, last=None)
    return after


def fold(book: Book, entries: Sequence[FoldedEntry]) -> Book:
    """Return the Book after the entries that follow it, without the game Events that rewinds among them left behind.

    No rewind may go back to before `book`; see `lowest_rewind`.
    """
    events = [event for entry in entries for event in entry.events]
    taken_back = frozenset(event.position for event in events if isinstance(event, MoveTakenBack))
    left_behind = abandoned_positions(entries, after=book.position)
    book = replace(book, left_behind=book.left_behind | left_behind, taken_back=book.taken_back | taken_back)
    for entry in entries:
        book = apply_entry(book, entry)
    return book


def lowest_rewind(entries: Iterable[FoldedEntry]) -> int | None:
    """Return the earliest position that rewinds among these entries go back to; None if there is no rewind."""
    return min((event.to for entry in entries for event in entry.events if isinstance(event, Rewound)), default=None)


def abandoned_positions(entries: Sequence[FoldedEntry], *, after: int = 0) -> frozenset[int]:
    """Return the positions whose game Events are not part of the State because later rewinds undid them.

    `entries` follow the position `after`, and no rewind goes back to before it.
    """
    tip = 0
    tips: dict[int, int] = {after: tip}
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
    """Return the acts that lead to the act at position `tip`; `follows` maps each act to the one before it."""
    acts: set[int] = set()
    while tip:
        acts.add(tip)
        tip = follows[tip]
    return acts


def _of_table(event: TableEvent) -> AnyTableEvent:
    return event  # type: ignore[return-value]
