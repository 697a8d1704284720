"""A match folded at one position: its table, game, clocks, and where each seat stands."""
