"""What the record of the referee's desk says about a person and a match."""

from accounts.models import User
from games.models import DeskRecord


def has_watched(match_id: str, person: User) -> bool:
    """Whether this person has watched the match as a spectator."""
    return DeskRecord.objects.filter(match_id=match_id, referee=person, act=DeskRecord.Act.WATCHED).exists()


def has_looked(match_id: str, person: User) -> bool:
    """Whether this person has looked into the match at the desk, and so must never sit down at its table (F77)."""
    acts = (DeskRecord.Act.OPENED, DeskRecord.Act.LOOKED, DeskRecord.Act.RULED)
    return DeskRecord.objects.filter(match_id=match_id, referee=person, act__in=acts).exists()
