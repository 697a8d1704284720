"""Scoring: a pirate's wants this round, its choice, and the winners at the end."""

from pirates.long_live_the_captain.scoring.endings import Decider, decided_by, outcome_of, points_of
from pirates.long_live_the_captain.scoring.judging import Judgement, bid_of, is_deadly, judge, total_wanted
from pirates.long_live_the_captain.scoring.payments import payments
from pirates.long_live_the_captain.scoring.wants import is_wanted, needs_at, needs_of

__all__ = [
    "Decider",
    "Judgement",
    "bid_of",
    "decided_by",
    "is_deadly",
    "is_wanted",
    "judge",
    "needs_at",
    "needs_of",
    "outcome_of",
    "payments",
    "points_of",
    "total_wanted",
]
