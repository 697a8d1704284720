"""The base class of the table's own Events."""

from pirates.events import Event


class TableEvent(Event, frozen=True):
    """An Event of the table, not of the game."""
