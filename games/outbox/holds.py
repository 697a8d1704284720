"""Holds: a letter that asks for a move waits while a queued move of its seat is still to be tried.

A held row has `not_before` later than `due_at`. Trying, dropping or withdrawing the queued move releases it; the relay
then sends it or, if the move was played, drops it as no longer true. If nothing releases it, it leaves after
LONGEST_HOLD.
"""

from datetime import timedelta

from django.db.models import F

from games.models import OutboxMail
from games.wakeups import wake

LONGEST_HOLD = timedelta(minutes=2)
"""Sweeps try queued moves every few seconds; this bounds the wait if none runs. The shortest pace is five minutes."""

ASKS_FOR_A_MOVE = frozenset({OutboxMail.Kind.YOUR_MOVE, OutboxMail.Kind.REMINDER})

NOT_BEFORE = (
    "CASE WHEN EXISTS (SELECT 1 FROM games_queuedmove WHERE match_id = %s AND seat = %s AND dropped_at IS NULL"
    " AND failures = 0) THEN %s ELSE %s END"
)
"""SQL for the time when a letter may leave. Its values: match, seat, end of the hold, time when the letter is due.

A queued move that has failed through a fault of ours holds nothing back: its player is asked meanwhile. The expression
is part of the INSERT, so that a move costs no extra statement. Queuing locks the match, so that no queued move slips in
between.
"""


def release(match_id: str, *seats: int) -> None:
    """Release the letters to `seats` that are held for a queued move, and wake the relay if there are any."""
    own = OutboxMail.objects.filter(match_id=match_id, seat__in=seats, kind__in=ASKS_FOR_A_MOVE)
    held = own.filter(state=OutboxMail.State.WAITING, attempts=0, trouble="", not_before__gt=F("due_at"))
    if held.update(not_before=F("due_at")):
        wake("relay_outbox")
