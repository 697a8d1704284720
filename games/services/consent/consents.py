"""Consents: a seat makes a proposal, everybody affected answers, and it is carried out once all agree."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import kept_apart
from accounts.guests import is_guest
from accounts.models import User
from accounts.names import name_key
from games.book.book import Book, is_act
from games.logbook import store
from games.models import Match, OpenProposal
from games.outbox import letters as outbox
from games.refusals import NotNow, NotYourSeat
from games.selectors.tables.own_seats import find_seat, own_seat
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.services.tables.matches import require_begun_at
from games.sweeps.loop import claim, try_each
from games.table.commands.consent import AskConsent, CloseProposal, GiveConsent, RefuseConsent, WithdrawProposal
from games.table.proposals import AnyProposed, PassSeatOn, ProposeRewind

SHORTEST = timedelta(hours=1)
LONGEST = timedelta(days=7)
MOST_PER_SWEEP = 500


def ask_consent(*, match_id: str, player: User, proposed: AnyProposed, channel: str, key: str) -> Receipt:
    """Ask the table to agree to a proposal of `player`; if nobody else has to agree, it is carried out at once.

    It stays open for the table's pace, but at least an hour and at most a week. Raises NoSuchMatch, NotYourSeat,
    MatchClosed, TooOften, NotNow.
    """

    def prepare(book: Book) -> Act:
        seat = own_seat(book, player)
        _check(book, proposed)
        now = timezone.now()
        lasts = min(max(timedelta(seconds=book.table.pace_seconds), SHORTEST), LONGEST)
        return Act(f"seat:{seat}", AskConsent(seat, proposed, now, now + lasts))

    with transaction.atomic():
        receipt = _submit(match_id, player, ("ask", key), channel, prepare)
        if not receipt.is_repeat:
            _invite_newcomer(receipt)
    return receipt


def answer_consent(*, match_id: str, player: User, proposal: int, agrees: bool, channel: str, key: str) -> Receipt:
    """Agree to an open proposal, or refuse it. Raises NoSuchMatch, NotYourSeat, MatchClosed, NotNow."""

    def prepare(book: Book) -> Act:
        seat = find_seat(book, player)
        asked = book.table.proposal
        if not player.is_active:
            raise NotYourSeat(_("This account is shut."))
        if seat is None and (asked is None or asked.newcomer != player.ref.hex):
            raise NotYourSeat
        command = GiveConsent(proposal, seat) if agrees else RefuseConsent(proposal, seat)
        return Act("newcomer" if seat is None else f"seat:{seat}", command)

    return _submit(match_id, player, ("answer", key), channel, prepare)


def withdraw_proposal(*, match_id: str, player: User, proposal: int, channel: str, key: str) -> Receipt:
    """Withdraw the player's own proposal. Raises NoSuchMatch, NotYourSeat, MatchClosed, NotNow."""

    def prepare(book: Book) -> Act:
        seat = own_seat(book, player)
        return Act(f"seat:{seat}", WithdrawProposal(proposal, seat))

    return _submit(match_id, player, ("withdraw", key), channel, prepare)


def close_late_proposals(now: datetime | None = None) -> int:
    """Close every proposal whose time is over; return how many were closed."""
    late = OpenProposal.objects.filter(expires_at__lte=now or timezone.now()).values_list("match_id", "number")
    return try_each(late[:MOST_PER_SWEEP], _close, fault="proposal_failed", names=("match",))


def pass_on_to(name: str) -> PassSeatOn:
    """Return a proposal to pass the seat on to the player of this name; raises NotNow (`nobody_of_that_name`)."""
    person = User.objects.filter(name_key=name_key(name), is_active=True).first()
    if person is None or is_guest(person):
        raise NotNow("nobody_of_that_name", _("No player of that name can take a seat here."))
    return PassSeatOn(person.ref.hex)


@transaction.atomic
def _close(match_id: str, number: int) -> bool:
    if not claim(Match.objects.filter(pk=match_id)):
        return False
    key = submission_key("close proposal", number)
    act = Act("clock", CloseProposal(number))
    submit(Submission(match_id=match_id, channel="timer", key=key, prepare=lambda _book: act))
    return True


def _submit(
    match_id: str, player: User, key: tuple[object, ...], channel: str, prepare: Callable[[Book], Act]
) -> Receipt:
    full_key = submission_key("consent", player.ref, *key)
    return submit(Submission(match_id=match_id, channel=channel, key=full_key, prepare=prepare))


def _check(book: Book, proposed: AnyProposed) -> None:
    if isinstance(proposed, ProposeRewind) and 0 < proposed.to < book.position:
        _require_moment(book, proposed.to)
    if isinstance(proposed, PassSeatOn):
        person = User.objects.filter(ref=uuid.UUID(proposed.player), is_active=True).first()
        others = [chair.player for chair in book.table.chairs if chair.player is not None]
        if person is None or is_guest(person) or kept_apart(person, others):
            raise NotNow("nobody_of_that_name", _("No player of that name can take a seat here."))


def _require_moment(book: Book, to: int) -> None:
    require_begun_at(book, to)
    later = store.read_entries(book, after=to)
    if not any(is_act(entry.events) and entry.position not in book.left_behind for entry in later):
        raise NotNow("nothing_to_undo", _("Nothing has been played since then that still counts."))


def _invite_newcomer(receipt: Receipt) -> None:
    """Mail the proposed newcomer; seated players are notified by the proposal itself."""
    book, proposal = receipt.book, receipt.book.table.proposal
    if proposal is None or proposal.newcomer is None:
        return
    letter = outbox.Letter(
        kind=outbox.Kind.CONSENT,
        match_id=book.match_id,
        once=f"{book.match_id}/consent/{proposal.number}/newcomer",
        seat=proposal.seat,
        recipient_id=User.objects.get(ref=uuid.UUID(proposal.newcomer)).pk,
        decision=outbox.consent_key(proposal.number),
        position=book.position,
    )
    outbox.tell([letter], timezone.now())
