"""A person's own deadlines, over all their matches."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from accounts.models import User
from games.models import Deadline

MOST_DEADLINES = 500


@dataclass(frozen=True, slots=True)
class OwnDeadline:
    """The deadline of one answer of this person, with its match and its game (the slug)."""

    match_id: str
    game: str
    decision: str
    opened_at: datetime
    due_at: datetime


def own_deadlines(user: User) -> list[OwnDeadline]:
    """Return the running deadlines of a person's own seats, soonest first."""
    rows = Deadline.objects.filter(
        match__seats__player=user, match__seats__number=F("seat"), match__seats__is_played_by_bot=False
    )
    columns = ("match_id", "match__game", "decision", "opened_at", "due_at")
    return [OwnDeadline(*row) for row in rows.order_by("due_at", "pk").values_list(*columns)[:MOST_DEADLINES]]


def find_own_deadline(user: User, match_id: str, decision: str) -> OwnDeadline | None:
    """Return the deadline of one Decision of this person, or None if it is not running."""
    return next((each for each in own_deadlines(user) if (each.match_id, each.decision) == (match_id, decision)), None)
