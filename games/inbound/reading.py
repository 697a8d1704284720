"""Reading the inbox: every stored mail once, each in its own transaction, so that one bad mail stops no other.

Each attempt is counted and committed first, so that a mail that kills the process is not retried for ever. The mail is
then read without any lock. Only its orders are carried out under the lock of its match.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
import structlog
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.languages import speaking_to
from accounts.return_paths import name_in_return_path
from games.inbound.doors.storing import is_to_tell
from games.inbound.machines.machines import traces_of_machine, why_machine
from games.inbound.machines.reports import read_report
from games.inbound.mime.letters import open_letter
from games.inbound.mime.parts import Unreadable
from games.inbound.own_marks import sender_addresses
from games.inbound.replies.by_thread import Thread, tell_sender, thread_of
from games.inbound.replies.evidence import MailVerdict, weigh
from games.inbound.replies.new_words import new_words
from games.inbound.replies.replies import MailAnswer, play_letter, was_played
from games.inbound.replies.unread import GIVEN_UP, NO_SENDER, tell_unread
from games.models import InboundMail, ReplyAddress
from games.notifications.delivery_status import DeliveryReport, note_report
from games.outbox import letters as outbox
from games.sweeps.loop import claim, try_each

log = structlog.get_logger(__name__)

MOST_PER_SWEEP = 200
MOST_ATTEMPTS = 10
LONGEST_RETRY = timedelta(hours=1)
MOST_ANSWERS_PER_HOUR = 20

State = InboundMail.State


@dataclass(frozen=True, slots=True)
class _Look:
    """The result of examining a mail by its bytes alone, without any lock.

    `aside` says why it is not played; it is not answered either if it `is_machines`. `traces` are signs that a machine
    may have written it. `thread` names the letter of ours that its headers answer. `report` is the delivery report on a
    letter that came back.
    """

    aside: str = ""
    is_machines: bool = False
    traces: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    thread: Thread | None = None
    report: DeliveryReport | None = None


def read_inbox(now: datetime | None = None) -> int:
    """Read every waiting mail; return how many were settled. After a failure of ours, retry at growing intervals.

    A busy database counts against no mail. A lost database ends the sweep.
    """
    moment = now or timezone.now()
    waiting = InboundMail.objects.filter(state=State.WAITING, not_before__lte=moment).order_by("not_before", "pk")
    return try_each(
        waiting.values_list("pk")[:MOST_PER_SWEEP],
        lambda pk: _read(pk, moment),
        fault="inbound_failed",
        names=("mail",),
        on_fault=lambda error, pk: _note_failure(pk, moment, type(error).__name__),
        on_outage=_uncount_attempt,
    )


def _uncount_attempt(pk: int) -> None:
    InboundMail.objects.filter(pk=pk, state=State.WAITING).update(attempts=F("attempts") - 1)


def _read(pk: int, now: datetime) -> bool:
    """Count the attempt and commit it, examine the mail, and only then lock and settle it."""
    mail = InboundMail.objects.filter(pk=pk, state=State.WAITING, not_before__lte=now).first()
    if mail is None or not _claim(mail, now):
        return False
    right, returned = _right_of(mail), name_in_return_path(mail.recipient)
    look = _look_at(mail, returned, is_letter=right is not None or mail.recipient in sender_addresses())
    with transaction.atomic():
        if not claim(InboundMail.objects.filter(pk=pk, state=State.WAITING)):
            return False
        if returned:
            _settle_returned(mail, look.report, now)
        elif right is None:
            _settle_stray(mail, look, now)
        elif was_played(mail, right):
            _settle(mail, now, State.HANDLED, "was played before")
        else:
            _settle_letter(mail, right, look, now)
    return True


def _claim(mail: InboundMail, now: datetime) -> bool:
    """Claim a mail for one attempt, which counts even if it kills the process; False if another reader was quicker.

    Attempts follow at growing intervals. After the last one, put the mail aside and return False.
    """
    same = InboundMail.objects.filter(pk=mail.pk, state=State.WAITING, attempts=mail.attempts)
    if mail.attempts >= MOST_ATTEMPTS:
        _give_up(mail, now, "no attempt came to its end")
        return False
    wait = min(timedelta(seconds=10 * 2**mail.attempts), LONGEST_RETRY)
    return bool(same.update(attempts=mail.attempts + 1, not_before=now + wait))


def _look_at(mail: InboundMail, returned: str, *, is_letter: bool) -> _Look:
    raw = bytes(mail.raw)
    if returned:
        return _Look(report=read_report(raw, returned))
    if not is_letter:
        return _Look()
    try:
        letter = open_letter(raw)
    except Unreadable as fault:
        return _Look(aside=mail.reason if is_to_tell(mail) else str(fault))
    if reason := why_machine(letter, mail.sender):
        return _Look(aside=reason, is_machines=True)
    traces = traces_of_machine(letter, mail.sender)
    if is_to_tell(mail):
        return _Look(aside=mail.reason, is_machines=bool(traces))
    if not letter.headers.first("from"):
        return _Look(aside=NO_SENDER)
    return _Look(traces=traces, words=tuple(new_words(letter.text)), thread=thread_of(letter.headers))


def _settle_returned(mail: InboundMail, report: DeliveryReport | None, now: datetime) -> None:
    if report is None:
        _settle(mail, now, State.ASIDE, "came back, but is no delivery report")
    elif note_report(report, now):
        _settle(mail, now, State.HANDLED, f"a letter came back: {report.told.name.lower()}")
    else:
        _settle(mail, now, State.ASIDE, "is about no letter that was sent")


def _settle_stray(mail: InboundMail, look: _Look, now: datetime) -> None:
    """Settle a mail to no reply address of ours; if a person answers a letter in it, notify its player what to do."""
    if not look.traces and look.thread and tell_sender(mail, look.thread, list(look.words), now):
        _settle(mail, now, State.HANDLED, "went to where letters come from")
    else:
        _settle(mail, now, State.ASIDE, "came to no reply address of ours")


def _right_of(mail: InboundMail) -> ReplyAddress | None:
    if not mail.token_digest:
        return None
    return ReplyAddress.objects.select_related("player").filter(digest=mail.token_digest).first()


def _settle_letter(mail: InboundMail, right: ReplyAddress, look: _Look, now: datetime) -> None:
    verdict = MailVerdict(look.aside, not look.is_machines) if look.aside else weigh(look.traces, look.words, right)
    if verdict.aside:
        _settle(mail, now, State.ASIDE, verdict.aside)
        if verdict.is_told:
            tell_unread(mail, right, verdict.aside, now)
        return
    with speaking_to(right.player):
        answer = play_letter(mail, right, list(look.words))
    _settle(mail, now, State.HANDLED, answer.code, answer=_as_json(answer))
    _tell(mail, right, answer, now)


def _tell(mail: InboundMail, right: ReplyAddress, answer: MailAnswer, now: datetime) -> None:
    """Send the answer to the player's own address: once for each mail, and not too often for one reply address."""
    if _answers_of_late(mail, now) >= MOST_ANSWERS_PER_HOUR:
        InboundMail.objects.filter(pk=mail.pk).update(reason="not answered: too many letters in one hour")
        return
    letter = outbox.Letter(
        kind=outbox.Kind.RECEIPT,
        match_id=right.match_id,
        once=f"receipt/{mail.pk}",
        seat=right.seat if answer.holds_seat else None,
        recipient_id=right.player_id,
        subject_id=str(mail.pk),
    )
    outbox.tell([letter], now)


def _answers_of_late(mail: InboundMail, now: datetime) -> int:
    same = InboundMail.objects.filter(token_digest=mail.token_digest, settled_at__gt=now - timedelta(hours=1))
    return same.exclude(answer="").exclude(pk=mail.pk).count()


def _as_json(answer: MailAnswer) -> str:
    told = {"ok": answer.ok, "sentences": answer.sentences, "code": answer.code, "decision": answer.decision}
    return msgspec.json.encode(told).decode()


def _settle(mail: InboundMail, now: datetime, state: State, reason: str, *, answer: str = "") -> None:
    columns: dict[str, object] = {"state": state, "reason": reason[:200], "settled_at": now}
    if answer:
        columns["answer"] = answer
    InboundMail.objects.filter(pk=mail.pk).update(**columns)
    log.info("mail_read", mail=mail.pk, state=state.value, reason=reason[:200])


def _note_failure(pk: int, now: datetime, fault: str) -> None:
    """Note why an attempt failed (it is counted already); after the last attempt, put the mail aside."""
    mail = InboundMail.objects.filter(pk=pk, state=State.WAITING).first()
    if mail is None:
        return
    if mail.attempts >= MOST_ATTEMPTS:
        _give_up(mail, now, fault)
    else:
        InboundMail.objects.filter(pk=pk).update(reason=f"failed: {fault}")


def _give_up(mail: InboundMail, now: datetime, fault: str) -> None:
    """Put aside a mail that could not be handled, and notify the player who may have written it."""
    reason = f"{GIVEN_UP}: {fault}"
    with transaction.atomic():
        _settle(mail, now, State.ASIDE, reason)
    right = _right_of(mail)
    if right is None:
        return
    try:
        with transaction.atomic():
            tell_unread(mail, right, reason, now)
    except Exception as error:
        log.exception("not_told", mail=mail.pk, error=type(error).__name__)
