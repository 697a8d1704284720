"""Piles: hands, decks and other tuples of things, of which a changed copy is made."""

from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")
C = TypeVar("C", bound=Any)


def put_at(things: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """Return `things` with `thing` in that place."""
    return (*things[:place], thing, *things[place + 1 :])


def without(pile: tuple[T, ...], gone: Iterable[T]) -> tuple[T, ...]:
    """Return `pile` less each of `gone`, all of which it must hold; raises ValueError."""
    left = list(pile)
    for thing in gone:
        left.remove(thing)
    return tuple(left)


def holds(pile: tuple[T, ...], wanted: tuple[T, ...]) -> bool:
    """Return whether `pile` holds all of `wanted`, copies counted."""
    return all(pile.count(thing) >= wanted.count(thing) for thing in set(wanted))


def sorted_cards(cards: Iterable[C]) -> tuple[C, ...]:
    """Return `cards` in canonical order."""
    return tuple(sorted(cards))
