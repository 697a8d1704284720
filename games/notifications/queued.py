"""Letters about queued moves: that one was played, or why it was not."""

from typing import Any, TypeAlias

from games.models import QueuedMove
from games.notifications.judging import Case, NoLongerTrue
from games.notifications.wording import defused
from games.selectors.logs import narrated_log

Facts: TypeAlias = dict[str, Any]

MOST_SENTENCES = 60


def facts_of_queued(case: Case) -> Facts:
    """Return what happened up to the queued move and by it, or why it was dropped; raises NoLongerTrue."""
    if case.book is None or case.seat is None:
        raise NoLongerTrue("there is no such match")
    if not case.mail.subject_id:
        facts = facts_of_dropped(case)
        if not facts:
            raise NoLongerTrue("another move is queued already")
        return {**facts, "told": []}
    lines = narrated_log(case.book, case.seat, after=int(case.mail.subject_id), upto=case.mail.position)
    return {"told": [sentence for line in lines for sentence in line.sentences][-MOST_SENTENCES:]}


def facts_of_dropped(case: Case) -> Facts:
    """Return the queued move that did not answer what this letter asks, and why; nothing if there was none."""
    if case.seat is None:
        return {}
    rows = QueuedMove.objects.filter(match_id=case.mail.match_id, seat=case.seat, player=case.person)
    row = rows.filter(decision=case.mail.decision, dropped_at__isnull=False).first()
    return {} if row is None else {"dropped": {"move": defused(row.notation), "why": row.why}}
