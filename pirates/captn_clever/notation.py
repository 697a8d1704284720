"""Notation: each Move on one line, in players' words. Islands have numbers or treasures, bays their two islands.

Reading is forgiving about case, spaces, accents, the order of a bay's islands and small words; writing is always the
same.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pirates.captn_clever.moves import AnswerDraw, GiveTask, Place, Sail
from pirates.captn_clever.pieces import ISLAND_OF, ISLANDS, STAYS, Bay, Island, Treasure, island_name
from pirates.captn_clever.state import State
from pirates.commands import Move
from pirates.errors import MalformedMove
from pirates.reading import bare, reader_of, with_words, write_by
from pirates.seats import Seat
from pirates.wording import gettext as _

LOTS = "lots"
_SMALL_WORDS = frozenset({"to", "on", "in", "island", "and", "the", "bay", "my", "goes", "move"})
_STAY_WORDS = frozenset({STAYS, "stay", "none"})
_BAY = re.compile(r"([1-9])-([1-9])")


def parse(text: str, _state: State, seat: Seat) -> Move:
    """Return the Move of `seat` that `text` describes; raises MalformedMove."""
    verb, *rest = _words(text) or [""]
    return reader_of(verb, _READERS)(seat, [verb, *rest] if verb in _PARTS else rest)


def _words(text: str) -> list[str]:
    """Return the words of `text` in lower case, without accents and small words, a bay being one word."""
    plain = re.sub(r"[\u2010-\u2015\u2212]", "-", bare(text))
    plain = with_words(plain, _names)
    joined = re.sub(r"\b([1-9])\s*-\s*([1-9])\b", r"\1-\2", plain)
    words = re.sub(r"[\s,;:]+", " ", joined).strip(" .!").split()
    return [word for word in words if word not in _SMALL_WORDS]


def _names() -> Iterator[tuple[str, str]]:
    """Yield the displayed names of islands and treasures, each with its word in the notation."""
    yield from ((island_name(island), str(island)) for island in ISLANDS)
    yield from ((treasure.label, treasure.value) for treasure in Treasure)


def _parts(words: Sequence[str]) -> tuple[str | None, str | None]:
    """Return the words about the ship and about the captain; None if there are none."""
    said: dict[str, str] = {}
    for name, value in zip(words[::2], words[1::2], strict=False):
        if name not in _PARTS or name in said:
            raise _unclear()
        said[name] = value
    if len(words) % 2:
        raise _unclear()
    return said.get("ship"), said.get("captain")


def _unclear() -> MalformedMove:
    return MalformedMove("unclear", _("Say where each of them goes, as in 'ship 1-2 captain 5', or 'captain 5' alone."))


def _read_bay(word: str) -> Bay:
    found = _BAY.fullmatch(word)
    if found is None:
        raise MalformedMove("bay_needed", _("Name a bay by the two islands it lies between, as in 'ship 1-2'."))
    return "-".join(sorted(found.groups()))


def _read_island(word: str) -> Island:
    named = next((island for treasure, island in ISLAND_OF.items() if treasure == word), None)
    if named is None and word not in map(str, ISLANDS):
        raise MalformedMove("island_needed", _("Name an island by its number, 1 to 9, or by its treasure."))
    return named or int(word)


def _read_place(seat: Seat, words: Sequence[str]) -> Move:
    if list(words) == [LOTS]:
        return Place(seat)
    if len(words) == 2 and not _PARTS & set(words):
        words = ("captain", words[0], "ship", words[1])
    ship, captain = _parts(words)
    if ship is None or captain is None:
        raise MalformedMove("place_both", _("Place both, as in 'place captain 5 ship 1-2', or write 'place lots'."))
    return Place(
        seat,
        None if captain == LOTS else _read_island(captain),
        None if ship == LOTS else _read_bay(ship),
    )


def _read_sail(seat: Seat, words: Sequence[str]) -> Move:
    ship, captain = _parts(words)
    berth = STAYS if ship is None or ship in _STAY_WORDS else _read_bay(ship)
    if captain == LOTS:
        return Sail(seat, berth)
    return Sail(seat, berth, STAYS if captain is None or captain in _STAY_WORDS else _read_island(captain))


def _read_stay(seat: Seat, words: Sequence[str]) -> Move:
    if words:
        raise MalformedMove("too_much", _("That word stands alone; leave out what follows it."))
    return Sail(seat, STAYS, STAYS)


def _read_task(seat: Seat, words: Sequence[str]) -> Move:
    if list(words) == [LOTS]:
        return GiveTask(seat)
    if len(words) == 2 and words[0] in tuple(Treasure) and words[1] == str(ISLAND_OF[Treasure(words[0])]):
        words = words[:1]
    if len(words) != 1 or words[0] not in tuple(Treasure):
        names = ", ".join(Treasure)
        raise MalformedMove(
            "unknown_treasure",
            _("Name one treasure as the task, or 'lots'. The treasures are: {words}.").format(words=names),
        )
    return GiveTask(seat, Treasure(words[0]))


def _read_draw(seat: Seat, words: Sequence[str]) -> Move:
    if len(words) != 1 or words[0] not in ("yes", "no"):
        raise MalformedMove("yes_or_no", _("Say 'draw yes' to agree to a draw, or 'draw no'."))
    return AnswerDraw(seat, agrees=words[0] == "yes")


def _write_sail(move: Sail) -> str:
    captain = f"captain {move.captain or LOTS}"
    return captain if move.ship == STAYS else f"ship {move.ship} {captain}"


_PARTS = frozenset({"ship", "captain"})
_READERS: Mapping[str, Callable[[Seat, Sequence[str]], Move]] = {
    "captain": _read_sail,
    "ship": _read_sail,
    "stay": _read_stay,
    "place": _read_place,
    "task": _read_task,
    "draw": _read_draw,
}
_WRITERS: Mapping[type[Move], Callable[[Any], str]] = {
    Place: lambda move: f"place captain {move.captain or LOTS} ship {move.ship or LOTS}",
    GiveTask: lambda move: f"task {move.treasure or LOTS}",
    Sail: _write_sail,
    AnswerDraw: lambda move: f"draw {'yes' if move.agrees else 'no'}",
}
write = write_by(_WRITERS)
"""Return the one written form of a Move."""
