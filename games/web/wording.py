"""Words for values: lengths of time, and Moves before they are made."""

import re
from collections.abc import Sequence
from datetime import timedelta

import msgspec
from msgspec.structs import FieldInfo, fields

from pirates.commands import Move
from pirates.seats import Seat

_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60))
_MOST_UNITS = 2


def pace_in_words(length: timedelta, *, coarse: bool = False) -> str:
    """Return a length of time in words, to the minute; `coarse` keeps the two largest units."""
    left, words = int(length.total_seconds()), []
    for unit, size in _UNITS:
        count, left = divmod(left, size)
        if count:
            words.append(f"{count} {unit}{'' if count == 1 else 's'}")
    return " ".join(words[:_MOST_UNITS] if coarse else words) or "less than a minute"


def option_in_words(field: FieldInfo, value: object) -> str:
    """Return the value of an option as people say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "as the rules say"
    if isinstance(value, int) and field.type in (Seat, Seat | None):
        return f"seat {value + 1}"
    return str(value).replace("-", " ")


def describe_move(move: Move, names: Sequence[str]) -> str:
    """Return what a Move says, with the names of the players it is aimed at."""
    told = [_describe_field(move, field, names) for field in fields(move) if field.name != "seat"]
    details = "; ".join(each for each in told if each)
    name = " ".join(re.findall("[A-Z][a-z]*", type(move).__name__)).capitalize()
    return f"{name}: {details}" if details else name


def _describe_field(move: Move, field: FieldInfo, names: Sequence[str]) -> str:
    value, label = getattr(move, field.name), field.name.replace("_", " ")
    if isinstance(value, bool):
        return label if value else ""
    if value is None:
        return f"{label} drawn by lots"
    if field.type == Seat:
        return names[value] if 0 <= value < len(names) else f"seat {value + 1}"
    if isinstance(value, tuple):
        return ", ".join(_word(each) for each in value)
    return f"{label} {_word(value)}"


def _word(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        parts = (getattr(value, field.name) for field in fields(value))
        return " ".join(" ".join(part) if isinstance(part, tuple) else str(part) for part in parts).strip()
    return str(getattr(value, "label", value))
