"""Suspensions: an account is shut for a while. Its matches stay whole: a caretaker plays its seats until it is back."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.departures import sign_out_everywhere
from accounts.models import User
from games import logbook
from games.models import DeskRecord, Match, Seat
from games.refusals import NotNow
from games.services.desk import record_act, require_neutral, rule
from games.table.rulings import GiveToCaretaker
from pirates.errors import RulesError


def suspend(*, person: User, referee: User, reason: str) -> int:
    """Shut an account and give its running seats to caretakers; return how many.

    In matches that the referee may not touch, the seats pass to caretakers when they miss their deadlines. Raises
    NotNow for staff (`staff_stays`) and for an account that is shut already (`already_shut`).
    """
    if person.is_staff:
        raise NotNow("staff_stays", _("Whoever works here gives up the rights of staff first."))
    with transaction.atomic():
        if not User.objects.filter(pk=person.pk, is_active=True).update(is_active=False):
            raise NotNow("already_shut", _("This account is shut already."))
        record_act(referee=referee, act=DeskRecord.Act.SUSPENDED, detail=person.ref.hex, reason=reason)
    sign_out_everywhere(person)
    seats = Seat.objects.filter(player=person, match__status=Match.Status.RUNNING, is_played_by_bot=False)
    return sum(_give_away(match_id, person, referee, reason) for match_id in seats.values_list("match_id", flat=True))


def lift_suspension(*, person: User, referee: User, reason: str) -> None:
    """Open a shut account again; its player takes seats back by any move. Raises NotNow (`not_shut`)."""
    with transaction.atomic():
        if not User.objects.filter(pk=person.pk, is_active=False).update(is_active=True):
            raise NotNow("not_shut", _("This account is not shut."))
        record_act(referee=referee, act=DeskRecord.Act.READMITTED, detail=person.ref.hex, reason=reason)


def _give_away(match_id: str, person: User, referee: User, reason: str) -> bool:
    try:
        book = logbook.open_book(match_id)
        require_neutral(book, referee)
        seat = book.laid.seat_of(person.ref.hex)
        if seat is None:
            return False
        key = f"suspension {book.position}"
        rule(match_id=match_id, referee=referee, order=GiveToCaretaker(seat), reason=reason, key=key)
    except (RulesError, logbook.UnreadableLog):
        return False
    return True
