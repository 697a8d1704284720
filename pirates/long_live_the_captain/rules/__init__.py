"""The rules: which Moves are allowed, what follows from them, and all chance."""

from pirates.long_live_the_captain.rules.deciding import decide, decide_v1
from pirates.long_live_the_captain.rules.legal import legal_moves, sample_move

__all__ = ["decide", "decide_v1", "legal_moves", "sample_move"]
