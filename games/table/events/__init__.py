"""Events of the table: what happened at it beside the game."""
