"""Suspensions: shut an account for a while. Its matches go on: a caretaker plays its seats until the player is back.

Shutting or reopening an account can decide matches. So only a referee who is neutral at all unfinished tables of the
player may do it, and it is recorded at each of these tables.
"""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.departures import sign_out_everywhere
from accounts.models import User
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import DeskRecord, Match, Seat
from games.refusals import NotNow, NotYourSeat
from games.selectors.desk.desk import is_at_table
from games.selectors.tables.own_seats import find_seat
from games.services.desk.desk import DeskLook, record, record_act, require_neutral, require_neutral_here, rule
from games.table.rulings import GiveToCaretaker
from pirates.errors import RulesError


def suspend(*, person: User, referee: User, reason: str) -> int:
    """Shut an account and give its running seats to caretakers; return how many.

    In a match whose log this code cannot read, the seat passes to a caretaker when it misses its deadline. Raises
    NotYourSeat for a referee who is not neutral (recorded at that table), NotNow for staff (`staff_stays`) and for an
    account that is shut already (`already_shut`).
    """
    if person.is_staff:
        raise NotNow("staff_stays", _("People who work here give up the rights of staff first."))
    tables = _neutral_tables(person, referee)
    with transaction.atomic():
        if not User.objects.filter(pk=person.pk, is_active=True).update(is_active=False):
            raise NotNow("already_shut", _("This account is shut already."))
        _record(DeskRecord.Act.SUSPENDED, person, referee, reason, tables)
    sign_out_everywhere(person)
    seats = Seat.objects.filter(player=person, match__status=Match.Status.RUNNING, is_played_by_bot=False)
    return sum(_give_away(match_id, person, referee, reason) for match_id in seats.values_list("match_id", flat=True))


def lift_suspension(*, person: User, referee: User, reason: str) -> None:
    """Reopen a shut account; its player takes a seat back by any Move. Raises NotYourSeat, NotNow (`not_shut`)."""
    tables = _neutral_tables(person, referee)
    with transaction.atomic():
        if not User.objects.filter(pk=person.pk, is_active=False).update(is_active=True):
            raise NotNow("not_shut", _("This account is not shut."))
        _record(DeskRecord.Act.READMITTED, person, referee, reason, tables)


def _neutral_tables(person: User, referee: User) -> list[str]:
    """Return the unfinished matches of a person; raises NotYourSeat if the referee is not neutral in one of them."""
    of_person = Match.objects.filter(Q(seats__player=person) | Q(host=person)).exclude(status=Match.Status.OVER)
    tables = list(of_person.order_by("pk").distinct().values_list("pk", flat=True))
    for match_id in tables:
        _require_neutral_at(match_id, referee)
    return tables


def _require_neutral_at(match_id: str, referee: User) -> None:
    try:
        require_neutral_here(referee=referee, match_id=match_id)
    except UnreadableLog:
        if is_at_table(match_id, referee):
            record(referee=referee, act=DeskRecord.Act.REFUSED, sight=DeskLook(match_id=match_id))
            raise NotYourSeat(_("You sit or sat at this table; another referee must look into it.")) from None


def _record(act: DeskRecord.Act, person: User, referee: User, reason: str, tables: list[str]) -> None:
    record_act(referee=referee, act=act, detail=person.ref.hex, reason=reason)
    for match_id in tables:
        record(referee=referee, act=act, sight=DeskLook(match_id=match_id, reason=reason, detail=person.ref.hex))


def _give_away(match_id: str, person: User, referee: User, reason: str) -> bool:
    try:
        book = store.open_book(match_id)
        require_neutral(book, referee)
        seat = find_seat(book, person)
        if seat is None:
            return False
        key = f"suspension {book.position}"
        rule(match_id=match_id, referee=referee, order=GiveToCaretaker(seat), reason=reason, key=key)
    except (RulesError, UnreadableLog):
        return False
    return True
