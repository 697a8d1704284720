"""The rules: the allowed Moves, their consequences, and all randomness."""

from pirates.guns_or_treasure.rules.deciding import decide, decide_v1
from pirates.guns_or_treasure.rules.legal import legal_moves, sample_move

__all__ = ["decide", "decide_v1", "legal_moves", "sample_move"]
