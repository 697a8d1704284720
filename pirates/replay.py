"""Replay: folding Events into State, and recording new ones while evolving."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from pirates.events import Event

S = TypeVar("S")


def fold(evolve: Callable[[S | None, Event], S], events: Iterable[Event], state: S | None = None) -> S | None:
    """Return the State that `events` lead to, from `state` or from nothing."""
    for event in events:
        state = evolve(state, event)
    return state


class Recorder(Generic[S]):
    """Records Events and evolves as it goes, for rules that must see the effect of what they just recorded."""

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, evolve: Callable[[S | None, Event], S], state: S) -> None:
        self._evolve = evolve
        self.state = state
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        """Add an Event and apply it."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
