"""The narrated log: what one reader may know of what happened, line by line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games import logbook
from games.books import Book, FoldedEntry, abandoned_positions
from games.selectors.names import names_of
from games.table.events import SecretOpened, TableEvent
from games.table.narration import narrate_table
from pirates.events import Event, redact
from pirates.seats import Seat


@dataclass(frozen=True, slots=True)
class LogLine:
    """One log entry as one reader may know it. `is_left_behind`: a later rewind undid it."""

    position: int
    recorded_at: datetime
    actor: str
    sentences: tuple[str, ...]
    is_left_behind: bool


def narrated_log(book: Book, viewer: Seat | None, *, after: int = 0, upto: int | None = None) -> list[LogLine]:
    """Return the log behind position `after`, up to `upto`, as `viewer` (None: a spectator) may know it."""
    entries = [entry for entry in logbook.read_entries(book) if upto is None or entry.position <= upto]
    return narrate_entries(book, viewer, entries, names=names_of(book), after=after)


def narrate_entries(
    book: Book,
    viewer: Seat | None,
    entries: Sequence[logbook.Entry],
    *,
    names: Sequence[str],
    after: int = 0,
    upto: int | None = None,
) -> list[LogLine]:
    """Return the lines behind position `after`, up to `upto`, of a log whose `entries` are all at hand."""
    horizon = memory_horizon(book, viewer, entries)
    behind = abandoned_positions([FoldedEntry(each.position, each.actor, each.events, each.hash) for each in entries])
    return [
        LogLine(
            entry.position,
            entry.recorded_at,
            entry.actor,
            _sentences(book, entry.events, names, viewer if entry.position >= horizon else None),
            entry.position in behind,
        )
        for entry in entries[after:upto]
    ]


def narrated_since_own_act(book: Book, seat: Seat, *, upto: int | None = None) -> list[str]:
    """Return what happened since the player of `seat` last acted in person, sentence by sentence."""
    lines = narrated_log(book, seat, upto=upto)
    last = max((line.position for line in lines if line.actor == f"seat:{seat}"), default=0)
    return [sentence for line in lines if line.position > last for sentence in line.sentences]


def memory_horizon(book: Book, viewer: Seat | None, entries: Iterable[logbook.Entry]) -> int:
    """Return the first position whose secrets `viewer` is still shown: its own last turn, where memory is short."""
    options = book.game.decode_options(bytes(book.laid.options))
    if viewer is None or book.is_over or not book.game.forgets(options):
        return 0
    begun = [(entry.position, seat) for entry in entries for seat in _turns_begun(book, entry)]
    own = [position for position, seat in begun if seat == viewer]
    is_on_turn = bool(own) and begun[-1][1] == viewer
    kept = own[-2:] if is_on_turn else own[-1:]
    return kept[0] if kept else 0


def _sentences(book: Book, events: Iterable[Event], names: Sequence[str], viewer: Seat | None) -> tuple[str, ...]:
    told = (_tell(book, event, names, viewer) for event in events)
    return tuple(sentence for sentence in told if sentence)


def _tell(book: Book, event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    if isinstance(event, SecretOpened) and not book.is_over:
        return ""
    if isinstance(event, TableEvent):
        return narrate_table(event, names)  # type: ignore[arg-type]
    return book.game.narrate(redact(event, viewer), names, viewer)


def _turns_begun(book: Book, entry: logbook.Entry) -> list[Seat]:
    begun = (book.game.begins_turn(event) for event in entry.events if not isinstance(event, TableEvent))
    return [seat for seat in begun if seat is not None]
