"""Moves, queued moves and logs."""
