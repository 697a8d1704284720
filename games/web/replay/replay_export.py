"""Replay exports: a finished match as one HTML file that needs no server, and its moves in plain notation."""

import base64
import hashlib
from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile

import msgspec
from django.template.loader import get_template, render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.book.book import Book
from games.logbook import store
from games.models import Match
from games.selectors.play.exports import export_match
from games.selectors.play.logs import narrate_entries, narrated_log
from games.selectors.play.names import Roll, roll_of
from games.selectors.play.notations import WrittenMove, written_log
from games.selectors.play.replays import left_behind, reading_then
from pirates.seats import Seat

MOST_TABLES = 3000
MOST_PAGES = 8


class Film(msgspec.Struct):
    """Every table of a match, delta-encoded by seat.

    A frame holds how many lines it shares with the previous frame of its seat at the top and at the bottom, and the
    numbers of the `lines` between. `told` holds the sentences of each entry, by seat, as numbers of `lines`. `seen`
    holds a caption for each seat.
    """

    names: tuple[str, ...]
    positions: list[int]
    behind: list[int]
    lines: list[str]
    frames: list[list[tuple[int, int, list[int]]]]
    told: list[list[list[int]]]
    seen: list[str]


class Cutter:
    """Cuts tables into lines, keeps each line once, and encodes frames as what changed."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, line: str) -> int:
        """Return the number of a line; a new line gets the next number."""
        return self.numbers.setdefault(line, len(self.numbers))

    def frames(self, tables: Iterable[str]) -> list[tuple[int, int, list[int]]]:
        """Return the frames of the tables of one seat, oldest first."""
        before: list[int] = []
        cut = []
        for table in tables:
            now = [self.number(line.strip()) for line in table.splitlines() if line.strip()]
            top = _alike(before, now)
            bottom = _alike(before[top:][::-1], now[top:][::-1])
            cut.append((top, bottom, now[top : len(now) - bottom]))
            before = now
        return cut


def kept_page(match: Match, book: Book) -> str:
    """Return a finished match as one HTML page: the tables of every seat, the notation and the export."""
    return _kept_page(match, book.head, match.title, roll_of(book), get_language())


@lru_cache(maxsize=MOST_PAGES)
def _kept_page(match: Match, _head: str, _title: str, roll: Roll, _language: str | None) -> str:
    book = store.open_book(match.pk)
    script = render_to_string("games/replay_kept.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    context = {
        "match": match,
        "names": roll.now,
        "log": narrated_log(book, None),
        "notation": written_match(match, book),
        "film": _quoted(msgspec.json.encode(_film(match, book, roll))),
        "export": _quoted(export_match(book, None)),
        "script": mark_safe(script),  # noqa: S308 - our own file
        "digest": digest,
    }
    return render_to_string("games/replay_kept.html", context)


def written_match(match: Match, book: Book) -> str:
    """Return every move of a match in plain notation, one per line, under a heading that explains the columns."""
    roll = roll_of(book)
    heads = [f"{book.game.title}: {match.title} ({match.pk})", _("Seats: {seats}").format(seats=_numbered(roll.now))]
    if match.started_at and match.ended_at:
        began, ended = (f"{each:%Y-%m-%d %H:%M}" for each in (match.started_at, match.ended_at))
        heads.append(_("Played from {began} to {ended} UTC").format(began=began, ended=ended))
    heads.append(_("Options: {options}").format(options=bytes(book.table.options).decode()))
    heads.append(_("Entry, seat, move. (default): made when the time ran out. (wound back): undone by a later rewind."))
    return "\n".join([f"# {head}" for head in heads] + ["", *_columns(written_log(book), roll)]) + "\n"


def _film(match: Match, newest: Book, roll: Roll) -> Film:
    names, cutter = roll.now, Cutter()
    pages = list(store.read_pages(match.pk))
    entries = [entry for entry, _ in pages]
    seats = range(len(names))
    step = max(1, -(-len(pages) * len(seats) // MOST_TABLES))
    shown = pages[::-1][::step][::-1]
    frames = [cutter.frames(_tables(match, [book for _, book in shown], seat, roll)) for seat in seats]
    logs = [narrate_entries(newest, seat, entries, roll=roll) for seat in seats]
    told = [[[cutter.number(sentence) for sentence in line.sentences] for line in lines] for lines in logs]
    return Film(
        names=names,
        positions=[entry.position for entry, _ in shown],
        behind=sorted(left_behind(entries)),
        lines=list(cutter.numbers),
        frames=frames,
        told=told,
        seen=[_("As {name} saw it").format(name=name) for name in names],
    )


def _tables(match: Match, books: Iterable[Book], seat: Seat, roll: Roll) -> Iterable[str]:
    template, seen, drawn = get_template(f"games/{match.game}/table.html"), object(), ""
    for book in books:
        reading = reading_then(match, book, seat, roll.at(book.position))
        names = reading.names
        if (reading.view, reading.match.status, names) != seen:
            shown = {"view": reading.view, "names": names, "seat": seat, "match": reading.match, "decisions": ()}
            seen = reading.view, reading.match.status, names
            drawn = template.render(shown) if reading.view is not None else ""
        yield drawn


def _alike(before: list[int], now: list[int]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))


def _columns(log: Iterable[WrittenMove], roll: Roll) -> Iterable[str]:
    width = max(len(name) for name in (*roll.now, *(name for _, _, name in roll.changes)))
    for move in log:
        names = roll.at(move.position)
        who = f"{'-':>2}  {'':{width}}" if move.seat is None else f"{move.seat + 1:>2}  {names[move.seat]:{width}}"
        notes = (_("(default)") * move.is_default, _("(wound back)") * move.is_left_behind)
        yield "  ".join((f"{move.position:>5}", who, move.notation, " ".join(filter(None, notes)))).rstrip()


def _numbered(names: tuple[str, ...]) -> str:
    return ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))


def _quoted(json: bytes) -> str:
    r"""Return the JSON escaped so that no HTML parser takes part of it for the end of its script element."""
    text = json.decode().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return mark_safe(text)  # noqa: S308 - nothing in it can open or close a tag
