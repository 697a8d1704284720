"""Moves: submitted, queued, taken back, and what follows from them."""
