"""Relevance: whether a letter that is about to leave is still true, and who its recipient is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from accounts.addresses import stop_of
from accounts.blocks import has_blocked
from accounts.guests import is_guest_address
from accounts.mail_preferences import Timing
from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Invitation, Match, OutboxMail
from games.notifications.look_ups import find_person, is_asked_already, is_stopped, is_told_later
from games.notifications.timing import ASKING
from games.projections.write import open_decisions
from games.refusals import NoSuchMatch
from games.selectors.clocks.timings import wanted_timing
from games.selectors.people.messages import is_muted, told_by
from games.selectors.tables.offered import is_offered
from games.selectors.tables.own_seats import find_seat
from games.services.people.shut_addresses import takes_invitations
from pirates.decisions import find_decision

Kind = OutboxMail.Kind
State = OutboxMail.State


class NoLongerTrue(Exception):
    """The letter must not be sent; the message says why."""


class Unreachable(Exception):
    """The letter is true, but the address of `person_id` accepts no mail; the message says why."""

    def __init__(self, why: str, person_id: int | None) -> None:
        super().__init__(why)
        self.person_id = person_id


@dataclass(frozen=True, slots=True)
class Recipient:
    """A letter that is still true: the match as it stands, and the one person that the letter goes to.

    `person` is None for a mail address without an account; `seat` is None unless that person holds a seat. `timing` is
    when that person wants the letter.
    """

    mail: OutboxMail
    address: str
    person: User | None
    match: Match | None = None
    book: Book | None = None
    seat: int | None = None
    invitation: Invitation | None = None
    timing: Timing = Timing.AT_ONCE


def recipient_of(mail: OutboxMail) -> Recipient:
    """Return the recipient of this letter; raises NoLongerTrue, Unreachable, UnreadableLog."""
    recipient = _JUDGES.get(Kind(mail.kind), _of_seat)(mail)
    _require_welcome(recipient)
    if recipient.person is not None:
        recipient = replace(recipient, timing=wanted_timing(recipient.person, mail.kind, mail.match_id))
    if recipient.timing == Timing.NEVER:
        raise NoLongerTrue("this kind of mail is not wanted")
    if mail.kind in ASKING or mail.kind == Kind.DEADLINE_MISSED:
        _require_news(recipient)
    if is_stopped(recipient.address) and (stopped := stop_of(recipient.address)):
        raise Unreachable(
            f"the address is stopped: {stopped.get_cause_display()}", recipient.person.pk if recipient.person else None
        )
    return recipient


def _of_seat(mail: OutboxMail) -> Recipient:
    match, book = _open(mail)
    person = _holder(book, mail.seat)
    if person is None:
        raise NoLongerTrue("nobody holds this seat any more")
    recipient = Recipient(mail, person.email, person, match, book, mail.seat)
    _require_course(recipient, book)
    return recipient


def _of_invitation(mail: OutboxMail) -> Recipient:
    number = int(mail.subject_id) if mail.subject_id.isdecimal() else 0
    invitation = Invitation.objects.select_related("match", "invited_by").filter(pk=number).first()
    if invitation is None or invitation.declined_at is not None:
        raise NoLongerTrue("the invitation was declined or withdrawn")
    if invitation.accepted_by_id is not None:
        raise NoLongerTrue("the invitation is accepted already")
    if not takes_invitations(invitation.address):
        raise NoLongerTrue("this address wants no invitations")
    person = User.objects.filter(email=User.objects.normalize_email(invitation.address)).first()
    if person is not None and has_blocked(person, invitation.invited_by):
        raise NoLongerTrue("this person wants no letters from the host")
    match = invitation.match
    if match.status != Match.Status.WAITING and not is_offered(match.pk):
        raise NoLongerTrue("the match has begun or was called off")
    book = store.open_book(match.pk)
    return Recipient(mail, invitation.address, person, match, book, invitation=invitation)


def _of_receipt(mail: OutboxMail) -> Recipient:
    match, book = _open(mail) if mail.match_id else (None, None)
    holder = _holder(book, mail.seat) if book else None
    person = mail.recipient or holder
    if person is None:
        raise NoLongerTrue("nobody is there to have the receipt")
    is_holder = holder is not None and holder.pk == person.pk
    return Recipient(mail, person.email, person, match, book, mail.seat if is_holder else None)


def _of_consent(mail: OutboxMail) -> Recipient:
    """Return a seat's player or the proposed newcomer; `facts_of_consent` checks what the letter may still ask."""
    if mail.recipient_id is None:
        return _of_seat(mail)
    match, book = _open(mail)
    person = mail.recipient
    if person is None or book.table.proposal is None or book.table.proposal.newcomer != person.ref.hex:
        raise NoLongerTrue("the reader is not to take a seat any more")
    return Recipient(mail, person.email, person, match, book)


def _of_hand_over(mail: OutboxMail) -> Recipient:
    """Return the player who has taken a seat over, or the person who held it before."""
    if mail.recipient_id is None:
        return _of_seat(mail)
    match, book = _open(mail)
    if mail.recipient is None:
        raise NoLongerTrue("nobody is there to be told")
    return Recipient(mail, mail.recipient.email, mail.recipient, match, book)


def _of_queued(mail: OutboxMail) -> Recipient:
    """Return the seat's player; one who has acted since knows how the match stands and needs no letter."""
    recipient = _of_seat(mail)
    if recipient.person is None or recipient.person.pk != mail.recipient_id:
        raise NoLongerTrue("the seat has another holder")
    if recipient.book is None or recipient.book.is_over:
        raise NoLongerTrue("the match is over")
    if recipient.book.seat_positions.acted.get(mail.seat or 0, 0) > mail.position:
        raise NoLongerTrue("the reader has acted since")
    return recipient


def _of_talk(mail: OutboxMail) -> Recipient:
    match, book = _open(mail)
    person = mail.recipient
    seat = find_seat(book, person)
    if person is None or seat is None:
        raise NoLongerTrue("the reader does not sit at this table any more")
    told = told_by(mail)
    if not told:
        raise NoLongerTrue("the reader has answered already")
    if is_muted(match.pk, person, told[0].talk) or has_blocked(person, told[0].author):
        raise NoLongerTrue("the reader has muted this talk")
    return Recipient(mail, person.email, person, match, book, seat)


def _of_ready_check(mail: OutboxMail) -> Recipient:
    match, book = _open(mail)
    person = _holder(book, mail.seat)
    if person is None:
        raise NoLongerTrue("nobody holds this seat any more")
    if book.has_begun or book.is_over:
        raise NoLongerTrue("the match has begun or was called off")
    if book.table.free_seats():
        raise NoLongerTrue("a seat is free again")
    if mail.seat not in book.table.unconfirmed_seats() and person.ref.hex != book.table.host:
        raise NoLongerTrue("the seat is confirmed already")
    return Recipient(mail, person.email, person, match, book, mail.seat)


def _open(mail: OutboxMail) -> tuple[Match, Book]:
    """Return the match of a letter with its Book; reload the match's row if it does not agree with the log."""
    try:
        book = store.open_book(mail.match_id or "")
    except NoSuchMatch as gone:
        raise NoLongerTrue("there is no such match") from gone
    if mail.match is None or mail.match.head != book.head:
        mail.match = Match.objects.get(pk=book.match_id)
    return mail.match, book


def _holder(book: Book, seat: int | None) -> User | None:
    if seat is None or seat >= len(book.table.chairs):
        return None
    player = book.table.chairs[seat].player
    if not player:
        return None
    return find_person(player)


def _require_course(recipient: Recipient, book: Book) -> None:
    kind = recipient.mail.kind
    if kind == Kind.MATCH_OVER and not book.is_over:
        raise NoLongerTrue("the match is not over")
    if kind != Kind.MATCH_OVER and not book.has_begun:
        raise NoLongerTrue("the match has not begun")
    if kind == Kind.TAKEN_BACK and (book.is_over or book.last is not None):
        raise NoLongerTrue("the match has gone on")
    if kind in ASKING:
        _require_open(recipient, book)


def _require_open(recipient: Recipient, book: Book) -> None:
    if book.is_over:
        raise NoLongerTrue("the match is over")
    if recipient.seat is None or book.table.chairs[recipient.seat].keeper != "player":
        raise NoLongerTrue("a bot keeps this seat now")
    decision = find_decision(open_decisions(book), recipient.mail.decision)
    if decision is None or decision.seat != recipient.seat or not (decision.required or decision.window):
        raise NoLongerTrue("the question is no longer open")
    if recipient.mail.kind == Kind.REMINDER and book.table.is_paused:
        raise NoLongerTrue("the match is paused")


def _require_welcome(recipient: Recipient) -> None:
    if not recipient.address:
        raise NoLongerTrue("there is no address to send it to")
    if is_guest_address(recipient.address):
        raise NoLongerTrue("a guest has no mailbox")
    if recipient.person is None:
        return
    if not recipient.person.is_active:
        raise NoLongerTrue("the account is closed")


def _require_news(recipient: Recipient) -> None:
    """Raise NoLongerTrue if another letter has brought the same since this one was written, or is about to."""
    if recipient.mail.kind not in ASKING:
        is_old = is_told_later(recipient.mail)
    else:
        is_old = recipient.person is not None and is_asked_already(
            recipient.mail, recipient.person.pk, (*ASKING, Kind.QUEUED)
        )
    if is_old:
        raise NoLongerTrue("another letter tells this already")


_JUDGES: Mapping[OutboxMail.Kind, Callable[[OutboxMail], Recipient]] = {
    Kind.INVITATION: _of_invitation,
    Kind.REMATCH: _of_invitation,
    Kind.READY_CHECK: _of_ready_check,
    Kind.RECEIPT: _of_receipt,
    Kind.CONSENT: _of_consent,
    Kind.HANDED_OVER: _of_hand_over,
    Kind.QUEUED: _of_queued,
    Kind.PRIVATE_TALK: _of_talk,
}
