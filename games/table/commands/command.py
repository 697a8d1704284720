"""The base class of the table's own Commands."""

import msgspec


class TableCommand(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """A Command to the table, unknown to the rules of the game."""
