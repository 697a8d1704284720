"""The referee's desk: record referees' acts, question tables, and rule. Acting as a player is impossible here."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import DeskRecord, Dispute, DisputeWord, Match
from games.outbox import letters as outbox
from games.projections.write import open_decisions
from games.refusals import NotNow, NotYourSeat
from games.selectors.desk.desk import has_watched
from games.services.desk.disputes import clean_words
from games.services.desk.referees import is_referee
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.services.tables.matches import require_begun_at
from games.table.commands.disputes import Rule
from games.table.rulings import AnyOrder, MoveDeadline, OrderRewind
from games.texts import clean_text
from pirates.decisions import find_decision
from pirates.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskLook:
    """A referee's view: a match, and optionally one position of it, and one seat whose view is shown."""

    match_id: str
    position: int | None = None
    seat: Seat | None = None
    reason: str = ""
    detail: str = ""


def require_neutral(book: Book, referee: User) -> None:
    """Raise NotYourSeat unless this person is a referee who never sat at, hosted or (if private) watched this match."""
    if not is_referee(referee):
        raise NotYourSeat(_("Only referees work at this desk."))
    if referee.ref.hex in (*book.table.has_sat, book.table.host):
        raise NotYourSeat(_("You sit or sat at this table; another referee must look into it."))
    if has_watched(book.match_id, referee):
        raise NotYourSeat(_("You have watched this private match; another referee must look into it."))


def open_at_desk(*, referee: User, act: DeskRecord.Act, sight: DeskLook) -> Book:
    """Record a referee's look and return the match; raises NoSuchMatch, NotYourSeat (also recorded), UnreadableLog."""
    book = require_neutral_here(referee=referee, match_id=sight.match_id)
    record(referee=referee, act=act, sight=sight)
    return book


def require_neutral_here(*, referee: User, match_id: str) -> Book:
    """Return the match for a neutral referee; raises NoSuchMatch, NotYourSeat (which is recorded), UnreadableLog."""
    book = store.open_book(match_id)
    try:
        require_neutral(book, referee)
    except NotYourSeat:
        record(referee=referee, act=DeskRecord.Act.REFUSED, sight=DeskLook(match_id=match_id))
        raise
    return book


def record(*, referee: User, act: DeskRecord.Act, sight: DeskLook) -> DeskRecord:
    """Record an act of a referee; the record can never be changed or deleted."""
    return DeskRecord.objects.create(
        referee=referee,
        act=act,
        match_id=sight.match_id,
        position=sight.position,
        seat=sight.seat,
        reason=clean_text(sight.reason, 1000),
        detail=sight.detail[:200],
        at=timezone.now(),
    )


def note_watching(*, match_id: str, person: User) -> None:
    """Record, once, that a referee who does not play there watched a running private match outside the desk.

    Watching a public match is not recorded, as everybody may watch it and it shows nothing secret.
    """
    if not is_referee(person) or has_watched(match_id, person):
        return
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING, is_private=True).first()
    if match is None or match.seats.filter(player=person).exists():
        return
    record(referee=person, act=DeskRecord.Act.WATCHED, sight=DeskLook(match_id=match_id))


def record_act(*, referee: User, act: DeskRecord.Act, detail: str, reason: str = "") -> DeskRecord:
    """Record an act of a referee that concerns no match."""
    row = {"detail": detail[:200], "reason": clean_text(reason, 1000), "at": timezone.now()}
    return DeskRecord.objects.create(referee=referee, act=act, **row)


@transaction.atomic
def ask_table(*, referee: User, dispute: Dispute, text: str, key: str, seat: Seat | None = None) -> DisputeWord:
    """Ask one seat, or the whole table (`seat=None`), about a dispute. Raises NotYourSeat, MalformedMove."""
    words, full_key = clean_words(text), submission_key("ask", referee.ref, dispute.pk, key)
    book = store.open_book(dispute.match_id)
    require_neutral(book, referee)
    if done := DisputeWord.objects.filter(key=full_key).first():
        return done
    record(referee=referee, act=DeskRecord.Act.ASKED, sight=DeskLook(match_id=dispute.match_id, seat=seat))
    word = DisputeWord.objects.create(
        dispute=dispute,
        kind=DisputeWord.Kind.QUESTION,
        author=referee,
        seat=seat,
        text=words,
        said_at=timezone.now(),
        key=full_key,
    )
    _tell_asked(word, book)
    return word


def _tell_asked(word: DisputeWord, book: Book) -> None:
    asked = book.table.playing_people() if word.seat is None else (word.seat,)
    letters = [
        outbox.Letter(
            kind=outbox.Kind.DISPUTE,
            match_id=book.match_id,
            once=f"{book.match_id}/asked/{word.pk}/{seat}",
            seat=seat,
            position=book.position,
            subject_id=str(word.pk),
        )
        for seat in asked
    ]
    outbox.tell(letters, word.said_at)


def rule(
    *, match_id: str, referee: User, order: AnyOrder, reason: str, key: str, dispute: int | None = None
) -> Receipt:
    """Rule on a dispute, or without one (`dispute=None`): write one log entry with the reason and all its consequences.

    Raises NoSuchMatch, NotYourSeat, MatchClosed, NotNow (this referee has ruled before, or there is no such dispute, no
    such moment or no reason).
    """

    def prepare(book: Book) -> Act:
        require_neutral(book, referee)
        if isinstance(order, OrderRewind):
            require_begun_at(book, order.to)
        if isinstance(order, MoveDeadline):
            _require_asked(book, order.decision)
        return Act("referee", Rule(dispute, referee.ref.hex, order, clean_text(reason, 1000)))

    full_key = submission_key("rule", referee.ref, key)
    with transaction.atomic():
        receipt = submit(Submission(match_id=match_id, channel="desk", key=full_key, prepare=prepare))
        if not receipt.is_repeat:
            detail = str(type(order).__struct_config__.tag)
            sight = DeskLook(match_id=match_id, position=receipt.position, reason=reason, detail=detail)
            record(referee=referee, act=DeskRecord.Act.RULED, sight=sight)
        return receipt


def _require_asked(book: Book, decision: str) -> None:
    asked = find_decision(open_decisions(book), decision)
    if asked is None or asked.seat is None or not asked.required:
        raise NotNow("no_such_question", _("No seat is asked that question now."))
