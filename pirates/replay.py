"""Replay: fold Events into a State, and record new Events while applying them."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from pirates.events import Event

S = TypeVar("S")


def fold(evolve: Callable[[S | None, Event], S], events: Iterable[Event], state: S | None = None) -> S | None:
    """Return the State after `events`, starting from `state` or, if that is None, from nothing."""
    for event in events:
        state = evolve(state, event)
    return state


class Recorder(Generic[S]):
    """Records Events and applies each at once, for rules that need the State after an Event they just recorded."""

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, evolve: Callable[[S | None, Event], S], state: S) -> None:
        self._evolve = evolve
        self.state = state
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        """Add an Event and apply it."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
