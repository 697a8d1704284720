"""The rules: which Moves are allowed, what follows from them, and all chance."""

from pirates.captn_clever.rules.deciding import decide
from pirates.captn_clever.rules.legal import legal_moves, sample_move

__all__ = ["decide", "legal_moves", "sample_move"]
