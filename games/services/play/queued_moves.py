"""Queued moves: a player who is not asked now queues the next Move, or withdraws it.

A queued Move is tried as soon as its seat is asked a question that the match waits for and that is not a window. If the
Move is allowed then, it is played, even if the match has changed meanwhile; otherwise it is dropped and its player is
notified. Each seat has at most one. A queued Move is not part of the log, and it changes nothing that other people see
or are sent. A pause keeps it, and a rewind drops it. It is removed when its seat is handed over or the match ends.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import QueuedMove
from games.models.queue import LONGEST_QUEUED
from games.outbox.holds import release
from games.refusals import NotNow
from games.selectors.play.queued import can_queue, turn_of
from games.services.play.moves import MoveReader, in_notation, seat_to_move
from games.texts import clean_line
from pirates.errors import MalformedMove, RulesError
from pirates.seats import Seat


def queue_move(*, match_id: str, player: User, move: str | MoveReader, acted: int | None = None) -> QueuedMove:
    """Queue a Move of `player` until the seat is asked; it replaces the seat's queued Move, if there is one.

    `move` is notation, or a reader whose Move is stored as notation. `acted` is the position of the player's last act
    that the sender knew of; if the player has acted since then, the request is refused. The Move has to be readable;
    whether it is allowed is not checked yet. Raises NoSuchMatch, NotYourSeat, MatchClosed, MalformedMove, NotNow
    (`not_begun`, `asked_now`, `seat_kept`, `acted_since`).
    """
    with transaction.atomic():
        book = store.lock_book(match_id)
        seat = seat_to_move(book, player)
        _require_wait(book, seat, acted)
        notation = clean_line(move, LONGEST_QUEUED + 1) if isinstance(move, str) else _written(book, seat, move)
        _require_readable(book, seat, notation)
        QueuedMove.objects.filter(match_id=match_id, seat=seat).delete()
        return QueuedMove.objects.create(
            match_id=match_id,
            seat=seat,
            player=player,
            notation=notation,
            since_position=book.position,
            queued_at=timezone.now(),
        )


def withdraw_move(*, match_id: str, player: User) -> bool:
    """Withdraw the queued Move of `player`; return whether there was one. Raises NoSuchMatch, NotYourSeat."""
    with transaction.atomic():
        book = store.lock_book(match_id)
        seat = None if book.is_over else seat_to_move(book, player)
        gone, _rows = QueuedMove.objects.filter(match_id=match_id, player=player).delete()
        if gone and seat is not None:
            release(match_id, seat)
    return gone > 0


def _require_wait(book: Book, seat: Seat, acted: int | None) -> None:
    if turn_of(book, seat) is not None:
        raise NotNow("asked_now", _("It is your move now: play it at once, instead of for later."))
    if not can_queue(book, seat):
        raise NotNow("seat_kept", _("A caretaker keeps your seat; take it back first."))
    if acted is not None and book.seat_positions.acted.get(seat, 0) != acted:
        raise NotNow("acted_since", _("You have acted since; look at how the match stands, and say it again."))


def _written(book: Book, seat: Seat, move: MoveReader) -> str:
    return book.game.write(move(book, seat))


def _require_readable(book: Book, seat: Seat, notation: str) -> None:
    """Raise MalformedMove if the game cannot read the notation; the Move may still be refused when it is tried."""
    try:
        in_notation(notation)(book, seat)
    except MalformedMove:
        raise
    except RulesError:
        return
