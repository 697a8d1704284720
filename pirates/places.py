"""Places: the parts of the board that an Event names, so that a line of the log can point at them."""

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

Finder: TypeAlias = Callable[[Any], list[str]]


class Place:
    """Marks a type, or a field of an Event, whose values name parts of the board: `Annotated[int, Place("island")]`.

    The part's name is `island-3`, for example; `plus` is added to numbers that count from 0. If there is only one part
    of its kind (`alone`), its name is the kind, whatever the value.
    """

    __slots__ = ("is_alone", "kind", "plus")

    def __init__(self, kind: str, *, plus: int = 0, alone: bool = False) -> None:
        self.kind, self.plus, self.is_alone = kind, plus, alone

    def name(self, value: object) -> str:
        """Return the name of the part that `value` stands for."""
        if self.is_alone:
            return self.kind
        return f"{self.kind}-{value + self.plus if isinstance(value, int) else value}"


def places_in(event: msgspec.Struct) -> tuple[str, ...]:
    """Return the parts that a redacted Event, or another Struct of the rules, names, each once."""
    find = _finder(type(event))
    return () if find is None else tuple(dict.fromkeys(find(event)))


@cache
def _finder(hint: Any) -> Finder | None:
    """Return a function that finds the names in a value of this type, or None if such values never contain any."""
    place = next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Place)), None)
    if place is not None:
        return lambda value: [] if value is None else [place.name(value)]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _finder_in_struct(hint)
    find = next((found for inner in _parts_of(hint) if (found := _finder(inner)) is not None), None)
    if find is None:
        return None
    if get_origin(hint) is tuple:
        return lambda items: [name for item in items or () for name in find(item)]
    return lambda value: _find_in_one_of(value, find)


def _find_in_one_of(value: Any, find: Finder) -> list[str]:
    """Return the names in a value that may have one of several types; a Struct is searched by its own type."""
    if isinstance(value, msgspec.Struct):
        return list(places_in(value))
    return [] if value is None else find(value)


def _finder_in_struct(kind: type) -> Finder | None:
    hints = get_type_hints(kind, include_extras=True)
    telling = [(field, find) for field, hint in hints.items() if (find := _finder(hint)) is not None]
    if not telling:
        return None
    return lambda thing: [name for field, find in telling for name in find(getattr(thing, field))]


def _parts_of(hint: Any) -> tuple[Any, ...]:
    """Return the types within a type: the items of a tuple, or the members of a union."""
    if get_origin(hint) is Annotated:
        return get_args(hint)[:1]
    if get_origin(hint) in (Union, UnionType, tuple):
        return tuple(each for each in get_args(hint) if each not in (type(None), Ellipsis))
    return ()
