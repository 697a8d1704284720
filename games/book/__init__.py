"""A match folded at one position: its table, game, clocks, and the log positions that matter to each seat."""
