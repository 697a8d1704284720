"""Commands of the table: what somebody asks of it that is no move of the game."""
