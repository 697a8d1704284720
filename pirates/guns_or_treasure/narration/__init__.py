"""Narration: each Event as one sentence, told to one viewer from the redacted Event alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.events import Event
from pirates.guns_or_treasure.narration import building, marauding
from pirates.guns_or_treasure.narration.telling import Teller
from pirates.seats import Seat


def narrate(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Say a redacted Event to `viewer` in one sentence."""
    return _SENTENCES[type(event)](Teller(names, viewer), event)


_SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {**building.SENTENCES, **marauding.SENTENCES}
