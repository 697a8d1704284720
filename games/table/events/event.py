"""The kind of Event that is the table's own."""

from pirates.events import Event


class TableEvent(Event, frozen=True):
    """An Event of the table's own union."""
