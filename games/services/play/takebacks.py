"""Taking back: a seat undoes its own last Move; the log keeps the Move and the undoing."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.book.book import Book
from games.models import OutboxMail
from games.outbox import letters as outbox
from games.selectors.tables.own_seats import find_seat, own_seat
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.table.commands.consent import TakeBack
from pirates.seats import Seat


def take_back_move(*, match_id: str, player: User, position: int, channel: str, key: str) -> Receipt:
    """Take back the Move of `player` at `position`, which must be the last one; no seat gets fresh time.

    Players who were already asked by mail because of that Move are notified. Raises NoSuchMatch, NotYourSeat,
    MatchClosed, NotNow (`nothing_to_take_back`, `others_acted`, `move_told_something`, `taken_back_once`,
    `not_the_last_move`).
    """

    def prepare(book: Book) -> Act:
        seat = own_seat(book, player)
        return Act(f"seat:{seat}", TakeBack(seat, position))

    full_key = submission_key("take back", player.ref, key)
    with transaction.atomic():
        receipt = submit(Submission(match_id=match_id, channel=channel, key=full_key, prepare=prepare))
        if not receipt.is_repeat:
            _tell_who_was_told(receipt, position, find_seat(receipt.book, player))
    return receipt


def _tell_who_was_told(receipt: Receipt, position: int, seat: Seat | None) -> None:
    left = (OutboxMail.State.SENDING, OutboxMail.State.SENT)
    told = OutboxMail.objects.filter(match_id=receipt.book.match_id, position__gte=position, state__in=left)
    asked = told.filter(kind__in=(OutboxMail.Kind.YOUR_MOVE, OutboxMail.Kind.WINDOW)).exclude(seat=seat)
    letters = [
        outbox.Letter(
            kind=outbox.Kind.TAKEN_BACK,
            match_id=receipt.book.match_id,
            once=f"{receipt.book.match_id}/{receipt.position}/taken_back/{number}",
            seat=number,
            position=receipt.position,
        )
        for number in sorted({each for each in asked.values_list("seat", flat=True) if each is not None})
    ]
    outbox.tell(letters, timezone.now())
