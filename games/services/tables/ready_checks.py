"""Ready checks: before the start every player confirms, so that no match starts with absent players.

A player who does not confirm in time loses the seat.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match
from games.selectors.tables.own_seats import own_seat
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.services.tables.salts import Salt, give_salt
from games.sweeps.loop import try_each
from games.table.commands.core import ConfirmSeat, EndReadyCheck

MOST_PER_SWEEP = 200


def confirm_seat(*, match_id: str, player: User, key: str, salt: Salt | None = None) -> Receipt:
    """Confirm, as the player of a seat, that the match may begin; `salt` is the player's own, if any.

    Raises NotYourSeat, NotNow, MatchClosed.
    """

    def prepare(book: Book) -> Act:
        seat = own_seat(book, player)
        return Act(f"seat:{seat}", ConfirmSeat(seat))

    full_key = submission_key("confirm", player.ref, key)
    with transaction.atomic():
        give_salt(match_id=match_id, player=player, key=key, salt=salt)
        return submit(Submission(match_id=match_id, channel="table", key=full_key, prepare=prepare))


def free_unconfirmed_seats(now: datetime | None = None) -> int:
    """Free every seat whose player missed the ready check; return how many. The table itself stays open."""
    moment = now or timezone.now()
    due = Match.objects.filter(ready_check_due_at__lte=moment).order_by("ready_check_due_at")
    return try_each(
        due.values_list("pk")[:MOST_PER_SWEEP],
        lambda match_id: _free_seats(match_id, moment),
        fault="ready_check_failed",
        names=("match",),
    )


@transaction.atomic
def _free_seats(match_id: str, now: datetime) -> int:
    due = Match.objects.select_for_update(skip_locked=True).filter(pk=match_id, ready_check_due_at__lte=now)
    match = due.first()
    if match is None:
        return 0
    seats = store.open_book(match_id).table.unconfirmed_seats()
    key = submission_key("ready_check", match.ready_check_due_at)
    submit(Submission(match_id=match_id, channel="timer", key=key, prepare=lambda _: Act("clock", EndReadyCheck())))
    return len(seats)
