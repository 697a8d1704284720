"""Piles: hands, decks and other tuples. Each function returns a changed copy."""

from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")
C = TypeVar("C", bound=Any)


def put_at(things: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """Return `things` with `thing` at index `place`."""
    return (*things[:place], thing, *things[place + 1 :])


def without(pile: tuple[T, ...], gone: Iterable[T]) -> tuple[T, ...]:
    """Return `pile` without each of `gone`; raises ValueError if one of them is missing."""
    left = list(pile)
    for thing in gone:
        left.remove(thing)
    return tuple(left)


def holds(pile: tuple[T, ...], wanted: tuple[T, ...]) -> bool:
    """Whether `pile` contains all of `wanted`; copies count."""
    return all(pile.count(thing) >= wanted.count(thing) for thing in set(wanted))


def sorted_cards(cards: Iterable[C]) -> tuple[C, ...]:
    """Return `cards` in canonical order."""
    return tuple(sorted(cards))
