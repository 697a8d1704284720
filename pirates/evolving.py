"""Evolving: how the Events of every title are turned into its State, by a table of changes."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from pirates.events import Event

S = TypeVar("S")
T = TypeVar("T")


def evolve_by(
    changes: Mapping[type[Event], Callable[[S, Any], S]], start: Callable[[Any], S]
) -> Callable[[S | None, Event], S]:
    """Return a title's `evolve`: the State after an Event, which is made by `start` where there is none yet."""

    def evolve(state: S | None, event: Event) -> S:
        return start(event) if state is None else changes[type(event)](state, event)

    return evolve


def told(secret: T | None) -> T:
    """Return a secret of a whole Event: only a redacted copy holds None."""
    return cast("T", secret)
