"""Capitán Bacon: collect a complete set of treasures before the galleon is empty."""
