"""Events of the table: everything that happened at it besides the game."""
