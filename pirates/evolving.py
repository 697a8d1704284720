"""Evolving: build a Game's `evolve` from a table with one function for each kind of Event."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from pirates.events import Event

S = TypeVar("S")
T = TypeVar("T")


def evolve_by(
    changes: Mapping[type[Event], Callable[[S, Any], S]], start: Callable[[Any], S]
) -> Callable[[S | None, Event], S]:
    """Return a Game's `evolve`, which returns the State after an Event; `start` makes the first State."""

    def evolve(state: S | None, event: Event) -> S:
        return start(event) if state is None else changes[type(event)](state, event)

    return evolve


def told(secret: T | None) -> T:
    """Return a secret field of an Event that is not redacted; it is None only in a redacted copy."""
    return cast("T", secret)
