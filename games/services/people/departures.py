"""Departures: a person leaves for good. Shared matches stay whole and can be replayed; personal data is deleted."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.departures import empty_account
from accounts.models import User
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import (
    InboundMail,
    Invitation,
    Match,
    MatchMailTiming,
    MutedTalk,
    Notes,
    OutboxMail,
    QueuedMove,
    ReplyAddress,
    Seat,
)
from games.refusals import NotNow
from games.services.tables.matches import call_off_match
from games.services.tables.seats import give_up_seat
from pirates.errors import RulesError


def depart(*, person: User) -> None:
    """Delete a person's account: running seats pass to the caretaker, waiting tables are left or called off.

    Each of these is an entry in its match's log, so the other players are notified. All of it happens in one
    transaction. Matches are locked in the order of their ids, so that two people who leave at once cannot deadlock.

    Raises NotNow (`staff_stays`) for staff, whose acts at the desk must keep their name as long as they work here.
    """
    if person.is_staff:
        raise NotNow("staff_stays", _("Whoever works here gives up the rights of staff first."))
    with transaction.atomic():
        _leave_tables(person)
        _forget_mail(person)
        _forget_words(person)
        empty_account(person)


def _leave_tables(person: User) -> None:
    key = f"departure of {person.ref.hex}"
    for match in Match.objects.filter(host=person, status=Match.Status.WAITING).order_by("pk"):
        call_off_match(match_id=match.pk, host=person, key=key)
    seats = Seat.objects.filter(player=person).exclude(match__status=Match.Status.OVER)
    for match_id in list(seats.order_by("match_id").values_list("match_id", flat=True)):
        if _still_plays(match_id, person):
            give_up_seat(match_id=match_id, player=person, key=key)


def _still_plays(match_id: str, person: User) -> bool:
    try:
        table = store.open_book(match_id).table
    except (RulesError, UnreadableLog):
        return False
    seat = table.seat_of(person.ref.hex)
    return seat is not None and not table.is_closed and not table.chairs[seat].has_resigned


def _forget_mail(person: User) -> None:
    """Drop unsent mail and empty received mail; delete the addresses and tokens too."""
    waiting = OutboxMail.objects.filter(recipient=person, state=OutboxMail.State.WAITING)
    waiting.update(state=OutboxMail.State.DROPPED, reason="the account is closed")
    OutboxMail.objects.filter(recipient=person).update(recipient=None)
    OutboxMail.objects.filter(address=person.email).update(address="")
    digests = ReplyAddress.objects.filter(player=person).values_list("digest", flat=True)
    received = InboundMail.objects.filter(token_digest__in=list(digests)) | InboundMail.objects.filter(
        sender=person.email
    )
    received.update(raw=b"", sender="", answer="")
    ReplyAddress.objects.filter(player=person).delete()
    Invitation.objects.filter(invited_by=person).delete()
    Invitation.objects.filter(address=person.email).delete()


def _forget_words(person: User) -> None:
    """Delete texts and settings that only this person saw; messages to others stay, but without the name."""
    for rows in (Notes, MutedTalk, MatchMailTiming):
        rows.objects.filter(person=person).delete()
    QueuedMove.objects.filter(player=person).delete()
