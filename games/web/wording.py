"""Words for values: lengths of time, and options."""

from datetime import timedelta

from msgspec.structs import FieldInfo

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
