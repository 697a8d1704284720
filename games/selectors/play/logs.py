"""The narrated log: the events of a match that one reader may know, line by line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.book.book import ORDER, Book
from games.logbook import store
from games.selectors.play.names import Roll, roll_of
from games.table.events.absence import CaretakerAnswered
from games.table.events.core import DeadlineMissed, SecretOpened
from games.table.events.event import TableEvent
from games.table.narration.core import narrate_table
from pirates.events import Event, redact
from pirates.places import places_in
from pirates.seats import Seat

MOST_SINCE = 120


@dataclass(frozen=True, slots=True)
class _Listener:
    """How to narrate an entry: the `names` to use, the seat whose secrets it may show, and the seat called "you"."""

    names: Sequence[str]
    knows: Seat | None
    you: Seat | None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One log entry as one reader may know it. `is_left_behind`: a later rewind undid it.

    `actor` is "" for acts of other seats while the match runs; the sentences name the actor of a public act. `places`
    are, for each sentence, the parts of the board that it mentions, and `events` the redacted Event that it narrates.
    """

    position: int
    recorded_at: datetime
    actor: str
    sentences: tuple[str, ...]
    is_left_behind: bool
    places: tuple[tuple[str, ...], ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def told(self) -> list[tuple[str, tuple[str, ...]]]:
        """Each sentence with the parts of the board that it mentions."""
        return list(zip(self.sentences, self.places, strict=True))


def narrated_log(
    book: Book, viewer: Seat | None, *, after: int = 0, upto: int | None = None, roll: Roll | None = None
) -> list[LogLine]:
    """Return the log after position `after`, up to `upto`, as `viewer` (None: a spectator) may know it.

    `roll` is that of the Book; it is looked up if it is not given.
    """
    last = book.position if upto is None else min(upto, book.position)
    entries = list(store.read_entries(book, after=after, upto=last))
    return narrate_entries(book, viewer, entries, roll=roll or roll_of(book))


def narrate_entries(book: Book, viewer: Seat | None, entries: Sequence[store.Entry], *, roll: Roll) -> list[LogLine]:
    """Return the lines of these entries of the log that ends where `book` does.

    They use the names of the people who sat at the table then. Acts of a former holder of the viewer's seat appear
    under that person's name, not as "you", but show what the seat may know.
    """
    horizon, since = memory_horizon(book, viewer), book.seat_positions.sits_since(viewer)
    lines = []
    for entry in entries:
        reader = viewer if entry.position >= horizon else None
        listener = _Listener(roll.at(entry.position), reader, reader if entry.position >= since else None)
        lines.append(_line(book, viewer, entry, listener))
    return lines


def narrated_since_own_act(book: Book, seat: Seat, roll: Roll | None = None) -> list[str]:
    """Return the sentences on everything since the player of `seat` last acted in person.

    After a longer absence, return only those of the newest MOST_SINCE entries.
    """
    after = max(last_own_act(book, seat), book.position - MOST_SINCE)
    lines = narrated_log(book, seat, after=after, roll=roll)
    return [sentence for line in lines for sentence in line.sentences]


def how_it_ended(book: Book, viewer: Seat | None, names: Sequence[str]) -> str:
    """Return the sentence of the log on how the match ended; "" while it runs."""
    if not book.is_over:
        return ""
    last = store.read_entries(book, after=book.position - 1, upto=book.position)
    endings = (event for entry in last for event in entry.events if hasattr(event, "outcome"))
    return next((_tell(book, event, _Listener(names, viewer, viewer)) for event in endings), "")


def last_own_act(book: Book, seat: Seat) -> int:
    """Return the position at which the player of `seat` last acted in person, or 0."""
    return book.seat_positions.acted.get(seat, 0)


def memory_horizon(book: Book, viewer: Seat | None) -> int:
    """Return the first position whose secrets `viewer` is still shown: its last turn if memory is short, else 0."""
    options = book.game.decode_options(bytes(book.table.options))
    if viewer is None or book.is_over or not book.game.forgets(options):
        return 0
    return book.seat_positions.memory_begins(viewer)


def _line(book: Book, viewer: Seat | None, entry: store.Entry, listener: _Listener) -> LogLine:
    told = _told(book, entry.events, listener)
    return LogLine(
        entry.position,
        entry.recorded_at,
        entry.actor if book.is_over else _actor_known_to(viewer, entry.actor),
        tuple(sentence for sentence, _ in told),
        entry.position in book.left_behind,
        tuple(places_in(event) for _, event in told),
        tuple(event for _, event in told),
    )


def _actor_known_to(viewer: Seat | None, actor: str) -> str:
    kind, _, seat = actor.partition(":")
    return actor if kind not in ("seat", "bot", ORDER) or seat == str(viewer) else ""


def _told(book: Book, events: Iterable[Event], listener: _Listener) -> list[tuple[str, Event]]:
    """Return the sentences, each with its Event, redacted for the listener."""
    cause_first = sorted(events, key=lambda event: not isinstance(event, DeadlineMissed | CaretakerAnswered))
    told = ((_tell(book, event, listener), redact(event, listener.knows)) for event in cause_first)
    return [(sentence, event) for sentence, event in told if sentence]


def _tell(book: Book, event: Event, listener: _Listener) -> str:
    if isinstance(event, SecretOpened) and not book.is_over:
        return ""
    if isinstance(event, TableEvent):
        return narrate_table(event, listener.names, listener.you)  # type: ignore[arg-type]
    return book.game.narrate(redact(event, listener.knows), listener.names, listener.you)
