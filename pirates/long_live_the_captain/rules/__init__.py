"""The rules: what is allowed, what follows from it, and all chance."""

from pirates.long_live_the_captain.rules.deciding import decide
from pirates.long_live_the_captain.rules.legal import legal_moves, sample_move

__all__ = ["decide", "legal_moves", "sample_move"]
