"""Substitutes: an absent player's seat is offered, and another person takes it over for good."""

import uuid

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.guests import is_guest
from accounts.models import User
from games.book.book import Book
from games.outbox import letters as outbox
from games.refusals import NotNow
from games.selectors.tables.own_seats import own_seat
from games.services.clocks.availability import absences_of, hours_of
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.table.commands.absence import OfferSeat, TakeOver
from pirates.seats import Seat


def offer_seat(*, match_id: str, player: User, seat: Seat, channel: str, key: str) -> Receipt:
    """Offer the seat of an absent player to anybody who wants it. Raises NotYourSeat, NotNow, MatchClosed."""

    def prepare(book: Book) -> Act:
        own = own_seat(book, player)
        return Act(f"seat:{own}", OfferSeat(seat, own))

    full_key = submission_key("offer seat", player.ref, seat, key)
    return submit(Submission(match_id=match_id, channel=channel, key=full_key, prepare=prepare))


def offered_seat(book: Book, wanted: Seat | None) -> Seat | None:
    """Return the seat to take over in a running match: `wanted`, or the first offered one; None if none is offered."""
    offered = [number for number, chair in enumerate(book.table.chairs) if chair.is_offered]
    if not book.has_begun or book.is_over or not offered:
        return None
    return offered[0] if wanted is None else wanted


def take_over(player: User, seat: Seat) -> Act:
    """Return the Act that gives an offered seat to `player`; raises NotNow for a guest."""
    if is_guest(player):
        sentence = _("Other people would wait for you, and no letter could tell you. Give an address first.")
        raise NotNow("guest_is_not_reached", sentence)
    return Act("newcomer", TakeOver(seat, player.ref.hex, hours_of(player), absences_of(player)))


def tell_former(before: Book, after: Book) -> None:
    """Notify the former players of seats taken over between `before` and `after`. Call this inside a transaction."""
    pairs = zip(before.table.chairs, after.table.chairs, strict=True)
    changed = [was.player for was, now in pairs if was.player and now.player and was.player != now.player]
    letters = [
        outbox.Letter(
            kind=outbox.Kind.HANDED_OVER,
            match_id=after.match_id,
            once=f"{after.match_id}/{after.position}/handed_over/former/{person}",
            recipient_id=person,
            position=after.position,
        )
        for person in User.objects.filter(ref__in=map(uuid.UUID, changed)).values_list("pk", flat=True)
    ]
    outbox.tell(letters, timezone.now())
