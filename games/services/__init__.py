"""Everything that changes a match. Every change goes through `submit`, the one door."""
