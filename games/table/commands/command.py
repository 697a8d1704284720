"""The kind of Command that is the table's own."""

import msgspec


class TableCommand(msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """A Command that the rules know nothing of."""
