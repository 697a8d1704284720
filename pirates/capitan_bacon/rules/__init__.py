"""The rules: what is allowed, what follows from it, and all chance."""

from pirates.capitan_bacon.rules.deciding import decide
from pirates.capitan_bacon.rules.legal import legal_moves, sample_move

__all__ = ["decide", "legal_moves", "sample_move"]
