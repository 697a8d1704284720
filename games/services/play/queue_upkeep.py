"""Upkeep of queued moves: remove them when their seat or match is gone, and notify their players of the result."""

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.languages import speaking_to
from games.book.book import Book, is_rewind
from games.models import OutboxMail, QueuedMove
from games.outbox import letters as outbox
from games.outbox.holds import release
from games.selectors.clocks.timings import wants_sooner
from games.selectors.play.queued import has_lapsed, turn_of
from games.table.events.core import SeatHandedOver
from pirates.decisions import Decision
from pirates.events import Event

_UNSENT = (OutboxMail.State.WAITING, OutboxMail.State.SENDING)


def tidy_queue(after: Book, events: tuple[Event, ...]) -> None:
    """Remove the queued Moves that an entry made useless.

    The end of the match removes all of them, and handing a seat over removes that seat's. A rewind drops all of them
    and notifies their players. The caller holds the lock on the match's row. Other entries cost nothing here.
    """
    handed = [event.seat for event in events if isinstance(event, SeatHandedOver)]
    if after.is_over:
        QueuedMove.objects.filter(match_id=after.match_id).delete()
    elif handed:
        QueuedMove.objects.filter(match_id=after.match_id, seat__in=handed).delete()
        release(after.match_id, *handed)
    if is_rewind(events) and not after.is_over:
        _drop_all(after)


def drop(row: QueuedMove, book: Book, why: str) -> None:
    """Mark a queued Move as dropped and notify its player of the reason, if possible in the "your move" letter.

    If no such letter is about to leave, or one of the kind `queued` would reach the player sooner, a `queued` letter
    is sent: a player who has queued a Move relies on it. The caller holds the lock on the match's row.
    """
    question = turn_of(book, row.seat)
    row.dropped_at, row.why = timezone.now(), why
    row.decision = question.key if question else ""
    row.save(update_fields=["dropped_at", "why", "decision"])
    if question is None or not _is_asked_in_time(row, question):
        _tell(row, book, book.position, f"{row.match_id}/queued/{row.pk}")


def _is_asked_in_time(row: QueuedMove, question: Decision) -> bool:
    """Whether an unsent letter asks the question, and a `queued` letter would not reach the player sooner."""
    asking = OutboxMail.objects.filter(match_id=row.match_id, seat=row.seat, kind=outbox.Kind.YOUR_MOVE)
    return asking.filter(decision=question.key, state__in=_UNSENT).exists() and not wants_sooner(
        row.player, outbox.Kind.QUEUED, than=outbox.Kind.YOUR_MOVE, match_id=row.match_id
    )


def tell_played(row: QueuedMove, book: Book, position: int, *, since: int) -> None:
    """Notify the player that the queued Move was played at `position`, and of what happened after entry `since`.

    If it ended the match, nothing is sent, as the letter about the end covers it. The caller holds the lock on the
    match's row.
    """
    if not book.is_over:
        _tell(row, book, position, f"{row.match_id}/{position}/queued/{row.seat}", subject_id=str(since))


def _drop_all(book: Book) -> None:
    waiting = QueuedMove.objects.select_related("player").filter(match_id=book.match_id, dropped_at=None)
    for row in waiting:
        if has_lapsed(book, row):
            continue
        with speaking_to(row.player):
            drop(row, book, _("The match was wound back meanwhile."))
        release(book.match_id, row.seat)


def _tell(row: QueuedMove, book: Book, position: int, once: str, *, subject_id: str = "") -> None:
    question = turn_of(book, row.seat)
    letter = outbox.Letter(
        kind=outbox.Kind.QUEUED,
        match_id=row.match_id,
        once=once,
        seat=row.seat,
        recipient_id=row.player_id,
        decision=question.key if question else "",
        position=position,
        subject_id=subject_id,
    )
    outbox.tell([letter], timezone.now())
