"""Seats: sit down, seat a bot, leave, resign."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.blocks import kept_apart
from accounts.guests import is_guest
from accounts.models import User
from accounts.rates import DAY, HOUR, is_within
from games.book.book import Book
from games.models import Match
from games.refusals import MatchClosed, NotNow, NotYourSeat, TooOften
from games.selectors.desk.desk import has_looked
from games.selectors.tables.own_seats import find_seat, own_seat
from games.services.clocks.availability import absences_of, hours_of
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.services.tables.salts import Salt, salt_of_seat
from games.services.tables.substitutes import offered_seat, take_over, tell_former
from games.table.commands.core import LeaveSeat, Resign, ReturnToSeat, TakeSeat
from pirates.seats import Seat

MOST_TIMES = {HOUR: 60, DAY: 200}
"""How often one person may sit down; each time the others at the table are notified."""


def seat_player(
    *, match_id: str, player: User, key: str, seat: Seat | None = None, salt: Salt | None = None
) -> Receipt:
    """Seat a player at `seat` or any free one, or let them return to a seat that a caretaker keeps for them.

    `salt` is the player's own. The caller checks whether the player may join. Raises NotNow, MatchClosed, TooOften.
    """

    def prepare(book: Book) -> Act:
        own = find_seat(book, player)
        if own is not None and book.table.chairs[own].is_away and seat in (None, own):
            return Act(f"seat:{own}", ReturnToSeat(own))
        _require_no_look(match_id, player)
        if kept_apart(player, [chair.player for chair in book.table.chairs if chair.player]):
            raise NotNow("not_for_you", _("You cannot sit down at this table."))
        if not is_within(f"sit/{player.pk}", MOST_TIMES):
            raise TooOften(_("You have sat down very often. Wait an hour before you sit down again."), HOUR)
        offered = offered_seat(book, seat)
        if offered is not None and own is None:
            return take_over(player, offered)
        place = _free_seat(book, seat)
        hours, absences = hours_of(player), absences_of(player)
        own_salt = salt or salt_of_seat(book, place)
        sits = TakeSeat(place, player.ref.hex, own_salt.digits, hours, absences, own_salt.source)
        return Act(f"seat:{place}", sits)

    before: list[Book] = []

    def prepare_and_remember(book: Book) -> Act:
        before.append(book)
        return prepare(book)

    full_key = submission_key("sit", player.ref, key)
    with transaction.atomic():
        submission = Submission(match_id=match_id, channel="table", key=full_key, prepare=prepare_and_remember)
        receipt = submit(submission)
        if not receipt.is_repeat:
            tell_former(before[0], receipt.book)
    return receipt


def require_reachable(match: Match, player: User) -> None:
    """Raise NotNow if `player` is a guest without a seat here: guests get no letters and would keep others waiting."""
    if is_guest(player) and not match.seats.filter(player=player).exists():
        sentence = _("Other people would wait for you, and no letter could tell you. Give an address first.")
        raise NotNow("guest_is_not_reached", sentence)


def seat_bot(*, match_id: str, host: User, key: str, seat: Seat | None = None) -> Receipt:
    """Seat a bot at `seat` or any free one. Raises NotYourSeat (not the host), NotNow, MatchClosed."""

    def prepare(book: Book) -> Act:
        if book.table.host != host.ref.hex:
            raise NotYourSeat(_("Only the host of this match can seat a bot."))
        place = _free_seat(book, seat)
        salt = salt_of_seat(book, place)
        return Act("host", TakeSeat(place, None, salt.digits, salt_from=salt.source))

    full_key = submission_key("bot", host.ref, key)
    return submit(Submission(match_id=match_id, channel="table", key=full_key, prepare=prepare))


def give_up_seat(*, match_id: str, player: User, key: str) -> Receipt:
    """Leave the table before the start, or resign after it. Raises NotYourSeat, NotNow, MatchClosed."""

    def prepare(book: Book) -> Act:
        seat = own_seat(book, player)
        return Act(f"seat:{seat}", Resign(seat) if book.has_begun else LeaveSeat(seat))

    full_key = submission_key("give up", player.ref, key)
    return submit(Submission(match_id=match_id, channel="table", key=full_key, prepare=prepare))


def _require_no_look(match_id: str, player: User) -> None:
    if player.is_staff and has_looked(match_id, player):
        raise NotNow("has_looked", _("You have looked into this match as a referee; you cannot play in it."))


def _free_seat(book: Book, wanted: Seat | None) -> Seat:
    if book.is_over:
        raise MatchClosed
    if wanted is not None:
        return wanted
    free = book.table.free_seats()
    if not free:
        raise NotNow("table_full", _("Every seat at this table is taken."))
    return free[0]
