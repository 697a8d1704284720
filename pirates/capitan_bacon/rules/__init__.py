"""The rules: what is allowed, what follows from it, and all chance."""

from pirates.capitan_bacon.rules.deciding import decide, decide_v1
from pirates.capitan_bacon.rules.legal import legal_moves, sample_move

__all__ = ["decide", "decide_v1", "legal_moves", "sample_move"]
