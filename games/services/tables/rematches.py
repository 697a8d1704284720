"""Rematches: open a new table with the settings of a finished match and invite the same people."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.guests import is_guest
from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match, OutboxMail
from games.refusals import NotNow
from games.selectors.tables.own_seats import own_seat
from games.services.play.submitting import submission_key
from games.services.tables.invitations import invite_by_name
from games.services.tables.matches import MatchPlan, open_match
from games.services.tables.seats import seat_bot


def open_rematch(*, match: Match, player: User, key: str) -> Match:
    """Open a table with the settings of a finished match, invite its other players and seat the same number of bots.

    The same `key` opens only one table. Raises NotYourSeat (the player did not play in it), NotNow (it is not over).
    """
    book = store.open_book(match.pk)
    own_seat(book, player, _("Only those who played this match can ask for a rematch."))
    if not book.is_over:
        raise NotNow("not_over", _("This match is not over yet."))
    with transaction.atomic():
        rematch = open_match(host=player, plan=_same_plan(match, book), key=submission_key("rematch", match.pk, key))
        for number, chair in enumerate(book.table.chairs):
            if chair.player is None and chair.is_taken:
                seat_bot(match_id=rematch.pk, host=player, key=f"rematch {number}")
        _invite_people(rematch, player, book)
    return rematch


def _same_plan(match: Match, book: Book) -> MatchPlan:
    table = book.table
    return MatchPlan(
        game=match.game,
        title=match.title,
        seats=len(table.chairs),
        pace=timedelta(seconds=table.pace_seconds),
        options=bytes(table.options),
        window=timedelta(seconds=table.window_seconds),
        is_private=match.is_private,
        has_ready_check=table.has_ready_check,
        terms=table.terms,
    )


def _invite_people(rematch: Match, host: User, book: Book) -> None:
    """Invite the other players; those who are guests or accept no invitations are left out, and can get the link."""
    refs = [chair.player for chair in book.table.chairs if chair.player and chair.player != host.ref.hex]
    if is_guest(host):
        return
    for person in User.objects.filter(ref__in=refs).order_by("pk"):
        try:
            with transaction.atomic():
                invite_by_name(match=rematch, host=host, name=person.name, kind=OutboxMail.Kind.REMATCH)
        except NotNow:
            continue
