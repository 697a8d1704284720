"""The page of a match: its board, moves, talk, proposals and disputes."""
