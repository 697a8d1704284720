"""The rules: the allowed Moves, their consequences, and all randomness."""

from pirates.capitan_bacon.rules.deciding import decide, decide_v1
from pirates.capitan_bacon.rules.legal import legal_moves, sample_move

__all__ = ["decide", "decide_v1", "legal_moves", "sample_move"]
