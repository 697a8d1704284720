"""Everything that changes a match. All of it goes through `submit`, the one door."""
