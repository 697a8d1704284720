"""Commands of the table: requests that are not moves of the game."""
