"""The Table: who sits where, who keeps a seat, what was agreed; a pure fold of the table's own events."""
