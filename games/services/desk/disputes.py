"""Disputes: a player disputes a log entry, answers the referee, withdraws the dispute, or appeals against a ruling."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.book.book import Book
from games.models import Dispute, DisputeWord
from games.models.disputes import LONGEST_WORDS
from games.refusals import NotNow, TooOften
from games.selectors.tables.own_seats import find_seat, own_seat_not_resigned
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.table.commands.core import AnyTableCommand
from games.table.commands.disputes import AppealRuling, OpenDispute, WithdrawDispute
from games.texts import clean_text
from pirates.errors import MalformedMove
from pirates.seats import Seat

MOST_PER_DAY = 5
"""How many disputes and appeals one person may open in a day, counted over all matches."""

MOST_ANSWERS = 10

Kind = DisputeWord.Kind


def open_dispute(*, match_id: str, player: User, position: int, claim: str, key: str) -> Receipt:
    """Dispute the log entry at `position`.

    Raises NoSuchMatch, NotYourSeat, MatchClosed, NotNow, MalformedMove (no claim, or one that is too long), TooOften.
    """
    return _say_at_the_door(
        match_id, player, lambda seat: OpenDispute(seat, position), words=(Kind.CLAIM, claim), key=key
    )


def appeal_ruling(*, match_id: str, player: User, dispute: int, grounds: str, key: str) -> Receipt:
    """Ask for another referee's ruling on a dispute; any player at the table may do so, once for each dispute.

    Raises NoSuchMatch, NotYourSeat, MatchClosed, NotNow, MalformedMove, TooOften.
    """
    return _say_at_the_door(
        match_id, player, lambda seat: AppealRuling(dispute, seat), words=(Kind.APPEAL, grounds), key=key
    )


def withdraw_dispute(*, match_id: str, player: User, dispute: int, key: str) -> Receipt:
    """Withdraw the player's own dispute. Raises NoSuchMatch, NotYourSeat, MatchClosed, NotNow."""

    def prepare(book: Book) -> Act:
        seat = own_seat_not_resigned(book, player)
        return Act(f"seat:{seat}", WithdrawDispute(dispute, seat))

    return submit(_submission(match_id, player, submission_key("withdraw", dispute, key), prepare))


@transaction.atomic
def answer_referee(*, dispute: Dispute, player: User, seat: Seat, text: str, key: str) -> DisputeWord:
    """Answer, from `seat`, a referee's question in a dispute that waits for a ruling; a repeat adds nothing.

    Raises MalformedMove, NotNow, TooOften.
    """
    words, full_key = clean_words(text), submission_key("answer", player.ref, dispute.pk, key)
    status = Dispute.objects.select_for_update().get(pk=dispute.pk).status
    if done := DisputeWord.objects.filter(key=full_key).first():
        return done
    if status not in (Dispute.Status.OPEN, Dispute.Status.APPEALED):
        raise NotNow("dispute_not_open", _("This dispute is no longer open."))
    if DisputeWord.objects.filter(dispute=dispute, author=player, kind=Kind.ANSWER).count() >= MOST_ANSWERS:
        raise TooOften(_("You have said enough in this dispute; let the referee rule."), 3600)
    return DisputeWord.objects.create(
        dispute=dispute, kind=Kind.ANSWER, author=player, seat=seat, text=words, said_at=timezone.now(), key=full_key
    )


def clean_words(text: str) -> str:
    """Return the cleaned text of a statement in a dispute; raises MalformedMove if it is empty or too long."""
    words = clean_text(text, LONGEST_WORDS + 1)
    if not words:
        raise MalformedMove("words_missing", _("Say in words what this is about."))
    if len(words) > LONGEST_WORDS:
        raise MalformedMove("text_too_long", _("Say it in at most {most} characters.").format(most=LONGEST_WORDS))
    return words


def _say_at_the_door(
    match_id: str,
    player: User,
    command: Callable[[Seat], AnyTableCommand],
    *,
    words: tuple[DisputeWord.Kind, str],
    key: str,
) -> Receipt:
    kind, text = words[0], clean_words(words[1])
    key = submission_key(kind, key)

    def prepare(book: Book) -> Act:
        seat = own_seat_not_resigned(book, player)
        _require_leave(player)
        return Act(f"seat:{seat}", command(seat))

    with transaction.atomic():
        submission = _submission(match_id, player, key, prepare)
        receipt = submit(submission)
        if not receipt.is_repeat:
            _keep_words(receipt.book, player, kind, text, submission_key(match_id, submission.key))
        return receipt


def _submission(match_id: str, player: User, key: str, prepare: Callable[[Book], Act]) -> Submission:
    full_key = submission_key("dispute", player.ref, key)
    return Submission(match_id=match_id, channel="dispute", key=full_key, prepare=prepare)


def _keep_words(book: Book, player: User, kind: DisputeWord.Kind, text: str, key: str) -> None:
    seat = find_seat(book, player)
    status = Dispute.Status.OPEN if kind == Kind.CLAIM else Dispute.Status.APPEALED
    said_of = Dispute.objects.filter(match_id=book.match_id, status=status)
    dispute = (said_of.filter(seat=seat) if kind == Kind.CLAIM else said_of).latest("number")
    DisputeWord.objects.create(
        dispute=dispute, kind=kind, author=player, seat=seat, text=text, said_at=timezone.now(), key=key
    )


def _require_leave(player: User) -> None:
    since = timezone.now() - timedelta(days=1)
    said = DisputeWord.objects.filter(author=player, kind__in=(Kind.CLAIM, Kind.APPEAL), said_at__gt=since)
    if said.count() >= MOST_PER_DAY:
        raise TooOften(_("You have brought enough before the referees for one day."), 24 * 3600)
