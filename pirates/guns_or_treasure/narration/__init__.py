"""Narration: each Event as one sentence for one viewer, made from the redacted Event alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.events import Event
from pirates.guns_or_treasure.narration import battles, building, marauding
from pirates.seats import Seat
from pirates.telling import Teller


def narrate(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence that describes a redacted Event to `viewer`."""
    return _SENTENCES[type(event)](Teller(names, viewer), event)


_SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    **building.SENTENCES,
    **marauding.SENTENCES,
    **battles.SENTENCES,
}
