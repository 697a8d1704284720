"""The Table: players, bots and caretakers in their seats, and the agreed settings; a pure fold of its own Events."""
