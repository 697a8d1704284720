"""Ordered windows: the sweep that answers by standing orders. A row says when; the log says which answer."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.book import ORDER, Book
from games.book.ordered_answers import ordered_answer
from games.logbook import store
from games.models import Deadline, Match
from games.projections.write import open_decisions
from games.refusals import NotNow
from games.services.clocks.deadlines import put_off
from games.services.play.submitting import Act, Submission, submission_key, submit
from games.sweeps.loop import claim, try_each
from pirates.decisions import find_decision

MOST_PER_SWEEP = 500


def answer_ordered_windows() -> int:
    """Answer every window whose standing order is due; return how many were answered.

    If answering a window fails, it waits longer each time, as its deadline does.
    """
    now = timezone.now()
    due = Deadline.objects.filter(answer_at__lte=now).filter(Q(retry_at=None) | Q(retry_at__lte=now))
    return try_each(
        due.order_by("answer_at").values_list("match_id", "decision")[:MOST_PER_SWEEP],
        _answer,
        fault="ordered_answer_failed",
        names=("match", "decision"),
        on_fault=lambda _, match_id, decision: put_off(Deadline.objects.filter(match=match_id, decision=decision), now),
    )


@transaction.atomic
def _answer(match_id: str, decision: str) -> bool:
    if not claim(Match.objects.filter(pk=match_id)):
        return False
    if _act(store.open_book(match_id), decision) is None:
        return False

    def prepare(book: Book) -> Act:
        act = _act(book, decision)
        if act is None:
            raise NotNow("decision_closed", _("That question is no longer open."))
        return act

    key = submission_key(ORDER, decision)
    submit(Submission(match_id=match_id, channel=ORDER, key=key, prepare=prepare))
    return True


def _act(book: Book, decision: str) -> Act | None:
    """Return the order's answer; None if it gives none, the window has closed or the match is paused."""
    question = find_decision(open_decisions(book), decision)
    if question is None or question.seat is None or book.table.is_paused:
        return None
    answer = ordered_answer(book, question.seat)
    return None if answer is None else Act(f"{ORDER}:{question.seat}", answer)
