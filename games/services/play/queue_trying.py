"""Trying queued moves: when a seat with a queued Move is asked, submit that Move, or drop it if it is refused."""

from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.languages import speaking_to
from games.book.book import Book
from games.book.seat_positions import is_turn
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import Deadline, Match, QueuedMove
from games.models.queue import CHANNEL
from games.outbox.holds import release
from games.projections.write import open_decisions
from games.selectors.play.logs import last_own_act
from games.selectors.play.queued import has_lapsed, turn_of
from games.services.play.moves import in_notation, submit_move
from games.services.play.queue_upkeep import drop, tell_played
from games.sweeps.loop import claim, try_each
from pirates.decisions import Decision, answered_by, open_to
from pirates.errors import RulesError

log = structlog.get_logger(__name__)

MOST_PER_SWEEP = 500
LONGEST_RETRY = timedelta(minutes=10)


def play_queued_moves() -> int:
    """Try every queued Move whose seat is asked, skipping matches that are locked; return how many were played.

    A Move that fails by a fault of ours is tried again after longer and longer waits and stops no other Move; only the
    rules drop one. Meanwhile its player is asked as if nothing were queued.
    """
    asked = Deadline.objects.filter(match=OuterRef("match"), seat=OuterRef("seat"), is_window=False)
    ripe = Q(retry_at=None) | Q(retry_at__lte=timezone.now())
    due = QueuedMove.objects.filter(ripe, Exists(asked), dropped_at=None).order_by("queued_at", "pk")
    found = list(due.values_list("match_id", "seat")[:MOST_PER_SWEEP])
    return try_each(found, _try_apart, fault="queued_move_failed", names=("match", "seat"), on_fault=_put_off)


def _try_apart(match_id: str, seat: int) -> bool:
    """Try one seat's queued Move in its own transaction; return whether it was played."""
    try:
        with transaction.atomic():
            return claim(Match.objects.filter(pk=match_id)) and _try_and_release(match_id, seat)
    except UnreadableLog as error:
        log.warning("queued_move_waits", match=match_id, seat=seat, error=str(error))
    return False


def _try_and_release(match_id: str, seat: int) -> bool:
    is_played = _try(match_id, seat)
    release(match_id, seat)
    return is_played


def _try(match_id: str, seat: int) -> bool:
    book = store.open_book(match_id)
    row = _waiting(match_id, seat)
    if row is None or book.table.is_paused:
        return False
    if has_lapsed(book, row) or book.table.seat_of(row.player.ref.hex) != seat or not row.player.is_active:
        row.delete()
        return False
    question = turn_of(book, seat)
    return question is not None and _play(book, row, question)


def _waiting(match_id: str, seat: int) -> QueuedMove | None:
    rows = QueuedMove.objects.select_related("player").filter(match_id=match_id, seat=seat, dropped_at=None)
    return rows.first()


def _play(book: Book, row: QueuedMove, question: Decision) -> bool:
    with speaking_to(row.player):
        try:
            receipt = submit_move(
                match_id=book.match_id,
                player=row.player,
                decision=_meant(book, row, question),
                move=in_notation(row.notation),
                channel=CHANNEL,
                key=str(row.pk),
            )
        except RulesError as refusal:
            drop(row, book, refusal.sentence)
            return False
    tell_played(row, receipt.book, receipt.position, since=last_own_act(book, row.seat))
    row.delete()
    return True


def _meant(book: Book, row: QueuedMove, question: Decision) -> str:
    """Return the key of the question that the Move answers; a seat can have several open questions at once."""
    asked = open_to(open_decisions(book), row.seat)
    meant = answered_by(book.game.parse(row.notation, book.state, row.seat), asked)
    return meant.key if is_turn(meant) else question.key


def _put_off(_error: Exception, match_id: str, seat: int) -> None:
    """Make the queued Move wait longer each time: 10, 20, 40 seconds … ten minutes. Meanwhile its player is asked."""
    for row in QueuedMove.objects.filter(match_id=match_id, seat=seat, dropped_at=None):
        wait = min(timedelta(seconds=10 * 2 ** min(row.failures, 9)), LONGEST_RETRY)
        QueuedMove.objects.filter(pk=row.pk).update(failures=row.failures + 1, retry_at=timezone.now() + wait)
    release(match_id, seat)
