"""The rules: what is allowed, what follows from it, and all chance."""

from pirates.long_live_the_captain.rules.deciding import decide, decide_v1
from pirates.long_live_the_captain.rules.legal import legal_moves, sample_move

__all__ = ["decide", "decide_v1", "legal_moves", "sample_move"]
