"""Deadlines: the sweeps that expire Decisions, close sealed phases and send reminders.

Database rows decide what is due; tasks only call these functions. A sweep claims the match, not the deadline: every
writer locks the match's row, so a match in which a player is acting is skipped and found by a later sweep. Several
matches share a transaction. If one of them fails, each gets its own transaction, and the deadline that fails waits
longer each time.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.book import Book
from games.logbook import store
from games.models import Deadline, Outage, OutboxMail, Seat
from games.outbox import letters as outbox
from games.projections.write import RESUMPTION, open_decisions
from games.refusals import NotNow
from games.selectors.desk.held_open import NOTICE_GRACE, NOTICES, STILL_TRIED, UNSETTLED, answerable_by_mail, held_open
from games.services.clocks.time_back import Loss, give_time_back
from games.services.clocks.watch import loss_of, outages_since
from games.services.play.log_checks import tell_desk_if_broken
from games.services.play.submitting import Act, Submission, submission_key, submit_all
from games.sweeps.loop import try_each
from games.sweeps.outages import let_pass
from games.table.commands.clocks import Resume
from pirates.commands import Expire, Resolve
from pirates.decisions import find_decision

log = structlog.get_logger(__name__)

MOST_PER_SWEEP = 500
MOST_TOGETHER = 40
"""How many matches are claimed at once; a player who acts in one of them waits for all of them."""
LATE_NOTICE = timedelta(minutes=15)
LONGEST_RETRY = timedelta(hours=1)

_UNDELIVERED = Q(
    Q(settled_at__isnull=False)
    & (Q(state=OutboxMail.State.PARKED) | Q(Q(held="") | Q(attempts__gt=1), state=OutboxMail.State.SENT))
    | Q(STILL_TRIED, state__in=UNSETTLED)
)
"""Undelivered notices, which cost their reader time.

These are notices that were given up, notices that arrived late for another reason than the reader's own mail settings,
and notices that could not be delivered so far.
"""


_Deed: TypeAlias = Callable[[Deadline, Iterable[Loss]], Submission | None]


def expire_due_deadlines(now: datetime | None = None) -> int:
    """Play the default Move of every Decision whose time has run out; return how many expired.

    A Move counts if it is in the log before the expiry. The sweep waits for a mailed Move that arrived by the due time,
    and for a mailbox that has not been read since then, as such a Move may lie there.
    """
    moment = now or timezone.now()
    if not _is_any_due(moment):
        return 0
    return _sweep(due_deadlines(moment).filter(seat__isnull=False), _expire, moment)


def resolve_due_phases(now: datetime | None = None) -> int:
    """Close every sealed phase whose end is left to the clock, and end every pause whose time is over.

    Returns how many were closed or ended.
    """
    moment = now or timezone.now()
    if not _is_any_due(moment):
        return 0
    return _sweep(due_deadlines(moment).filter(seat__isnull=True), _resolve, moment)


def send_due_reminders(now: datetime | None = None) -> int:
    """Enqueue the reminder of every Decision whose reminder is due; return how many were due."""
    moment = now or timezone.now()
    kept_by_bot = Seat.objects.filter(match=OuterRef("match"), number=OuterRef("seat"), is_played_by_bot=True)
    unreminded = Deadline.objects.filter(is_reminded=False, remind_at__lte=moment, answer_at=None)
    if not unreminded.order_by().exists():
        return 0
    wanted = unreminded.exclude(Exists(kept_by_bot)).order_by("remind_at", "pk")
    rows = [(pk, moment) for pk in wanted.values_list("pk", flat=True)[:MOST_PER_SWEEP]]
    return try_each(rows, _remind, fault="reminder_failed", names=("deadline",))


def due_deadlines(now: datetime) -> QuerySet[Deadline]:
    """Return the deadlines to act on now, the earliest due first."""
    return (
        Deadline.objects.filter(due_at__lte=now)
        .filter(Q(retry_at=None) | Q(retry_at__lte=now))
        .exclude(held_open(now))
        .order_by("due_at", "pk")
    )


def _is_any_due(now: datetime) -> bool:
    """Whether any deadline has passed at all: a query so cheap that a sweep can always run it first."""
    return Deadline.objects.filter(due_at__lte=now).order_by().exists()


def put_off(failed: QuerySet[Deadline], now: datetime) -> None:
    """Delay the next try of these failed deadlines, longer each time: 10, 20, 40 seconds … an hour."""
    for deadline in failed:
        wait = min(timedelta(seconds=10 * 2 ** min(deadline.failures, 9)), LONGEST_RETRY)
        Deadline.objects.filter(pk=deadline.pk).update(failures=deadline.failures + 1, retry_at=now + wait)


def _sweep(due: QuerySet[Deadline], act: _Deed, now: datetime) -> int:
    found = list(due.values_list("pk", "match_id")[:MOST_PER_SWEEP])
    return sum(_settle(keys, act, now) for keys in _together(found))


def _together(found: list[tuple[int, str]]) -> Iterator[list[int]]:
    """Yield the deadlines for each transaction: never two of one match, as acting on the first may end the second."""
    rounds: dict[int, list[int]] = {}
    times: dict[str, int] = {}
    for pk, match_id in found:
        times[match_id] = times.get(match_id, 0) + 1
        rounds.setdefault(times[match_id], []).append(pk)
    for keys in rounds.values():
        yield from (keys[at : at + MOST_TOGETHER] for at in range(0, len(keys), MOST_TOGETHER))


def _settle(keys: list[int], act: _Deed, now: datetime) -> int:
    """Act on these deadlines in one transaction, or in one each if that fails; return how many were still due."""
    try:
        with transaction.atomic():
            return _act_on(keys, act, now)
    except Exception as error:
        if let_pass(error, deadlines=keys):
            return 0
        if len(keys) > 1:
            return sum(_settle([key], act, now) for key in keys)
        tell_desk_if_broken(error)
        log.exception("deadline_failed", deadline=keys[0], error=type(error).__name__)
        put_off(Deadline.objects.filter(pk__in=keys), now)
        return 0


def _act_on(keys: list[int], act: _Deed, now: datetime) -> int:
    """Claim these deadlines' matches, skipping locked ones, and act on those still due; return their number."""
    wanted = Deadline.objects.filter(pk__in=keys).values_list("match_id", flat=True)
    books = store.lock_free_books(list(wanted))
    still_due = list(Deadline.objects.filter(pk__in=keys, match_id__in=books, due_at__lte=now))
    losses = _losses(still_due)
    submissions = [act(deadline, losses(deadline)) for deadline in still_due]
    submit_all([each for each in submissions if each is not None], books)
    return len(still_due)


def _expire(deadline: Deadline, losses: Iterable[Loss]) -> Submission | None:
    if any(give_time_back(match_id=deadline.match_id, decision=deadline.decision, loss=loss) for loss in losses):
        return None

    def prepare(book: Book) -> Act:
        _require_open(book, deadline.decision)
        return Act("clock", Expire(deadline.seat or 0, book.key_of_rules(deadline.decision)))

    return _by_clock(deadline, prepare)


def _resolve(deadline: Deadline, _: Iterable[Loss]) -> Submission:
    def prepare(book: Book) -> Act:
        if deadline.kind == RESUMPTION:
            return Act("clock", Resume("over"))
        _require_open(book, deadline.decision)
        return Act("clock", Resolve(book.key_of_rules(deadline.decision)))

    return _by_clock(deadline, prepare)


def _by_clock(deadline: Deadline, prepare: Callable[[Book], Act]) -> Submission:
    key = submission_key("timer", deadline.decision, deadline.opened_at.isoformat())
    return Submission(match_id=deadline.match_id, channel="timer", key=key, prepare=prepare)


def _losses(deadlines: list[Deadline]) -> Callable[[Deadline], Iterator[Loss]]:
    """Return a function that yields the losses of a deadline.

    A loss is an outage or an undelivered notice that may have kept the seat from answering since it was asked.
    """
    outages = list(outages_since(min(each.opened_at for each in deadlines))) if deadlines else []
    by_mail = _answerable(deadlines) if any(outage.of != Outage.Of.CLOCK for outage in outages) else lambda _: False
    notices: dict[tuple[str | None, int | None, str], list[OutboxMail]] = {}
    asked = {
        "match_id__in": [each.match_id for each in deadlines],
        "decision__in": {each.decision for each in deadlines},
    }
    for mail in OutboxMail.objects.filter(_UNDELIVERED, kind__in=NOTICES, **asked):
        notices.setdefault((mail.match_id, mail.seat, mail.decision), []).append(mail)

    def losses_of(deadline: Deadline) -> Iterator[Loss]:
        for outage in outages:
            if outage.ended_at > deadline.opened_at and (outage.of == Outage.Of.CLOCK or by_mail(deadline)):
                yield loss_of(outage)
        for mail in notices.get((deadline.match_id, deadline.seat, deadline.decision), ()):
            loss = _loss_by(mail, deadline)
            if loss.until - loss.since > LATE_NOTICE:
                yield loss

    return losses_of


def _answerable(deadlines: list[Deadline]) -> Callable[[Deadline], bool]:
    found = Deadline.objects.filter(answerable_by_mail(), pk__in=[each.pk for each in deadlines])
    known = set(found.values_list("pk", flat=True))
    return lambda deadline: deadline.pk in known


def _loss_by(mail: OutboxMail, deadline: Deadline) -> Loss:
    """Return the loss from a late or missing notice; at most a day if the reader's own address does not accept it."""
    is_unsettled = mail.state in UNSETTLED
    is_given_up = mail.state == OutboxMail.State.PARKED and mail.fate == OutboxMail.Fate.BOUNCED
    if is_given_up or (is_unsettled and mail.trouble == OutboxMail.Trouble.ADDRESS):
        until = min(deadline.due_at, mail.created_at + NOTICE_GRACE)
        return Loss("undelivered", f"bounce:{mail.pk}", mail.created_at, until)
    until = timezone.now() if is_unsettled else mail.settled_at or mail.created_at
    return Loss("undelivered", f"mail:{mail.pk}", mail.created_at, until)


def _require_open(book: Book, key: str) -> None:
    if find_decision(open_decisions(book), key) is None:
        raise NotNow("decision_closed", _("That question is no longer open."))


@transaction.atomic
def _remind(pk: int, now: datetime) -> int:
    deadline = Deadline.objects.select_for_update(skip_locked=True).filter(pk=pk, is_reminded=False).first()
    if deadline is None:
        return 0
    Deadline.objects.filter(pk=pk).update(is_reminded=True)
    if deadline.due_at <= now or deadline.seat is None:
        return 0
    once = f"{deadline.match_id}/reminder/{deadline.seat}/{deadline.decision}/{deadline.due_at.isoformat()}"
    letter = outbox.Letter(
        kind=outbox.Kind.REMINDER,
        match_id=deadline.match_id,
        once=once,
        seat=deadline.seat,
        decision=deadline.decision,
    )
    outbox.tell([letter], now)
    return 1
