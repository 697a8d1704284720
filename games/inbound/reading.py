"""Reading the inbox: every stored mail once, each in a transaction of its own, so that one bad mail stops no other."""

from datetime import datetime, timedelta

import msgspec
import structlog
from django.db import transaction
from django.utils import timezone

from accounts.languages import speaking_to
from accounts.return_paths import name_in_return_path
from games import outbox
from games.inbound.letters import Letter, Unreadable, open_letter
from games.inbound.machines import why_machine
from games.inbound.replies import Answer, play_letter, was_played
from games.inbound.reports import read_report
from games.models import InboundMail, ReplyAddress
from games.notifications.fates import note_report
from games.wakeups import wake

log = structlog.get_logger(__name__)

MOST_PER_SWEEP = 200
MOST_ATTEMPTS = 10
LONGEST_RETRY = timedelta(hours=1)
MOST_ANSWERS_PER_HOUR = 20

State = InboundMail.State


def read_inbox(now: datetime | None = None) -> int:
    """Read every mail that waits; return how many were settled. A failure of ours is tried again, later each time."""
    moment = now or timezone.now()
    waiting = InboundMail.objects.filter(state=State.WAITING, not_before__lte=moment).order_by("not_before", "pk")
    done = 0
    for pk in list(waiting.values_list("pk", flat=True)[:MOST_PER_SWEEP]):
        try:
            with transaction.atomic():
                done += _read(pk, moment)
        except Exception as error:
            log.exception("inbound_failed", mail=pk, error=type(error).__name__)
            _put_off(pk, moment, type(error).__name__)
    return done


def _read(pk: int, now: datetime) -> bool:
    claimed = InboundMail.objects.select_for_update(skip_locked=True).filter(pk=pk, state=State.WAITING)
    mail = claimed.first()
    if mail is None:
        return False
    right, returned = _right_of(mail), name_in_return_path(mail.recipient)
    if returned:
        _read_returned(mail, returned, now)
    elif right is None:
        _settle(mail, now, State.ASIDE, "came to no reply address of ours")
    elif was_played(mail, right):
        _settle(mail, now, State.HANDLED, "was played before")
    else:
        _read_letter(mail, right, now)
    return True


def _read_returned(mail: InboundMail, name: str, now: datetime) -> None:
    report = read_report(bytes(mail.raw), name)
    if report is None:
        _settle(mail, now, State.ASIDE, "came back, but is no delivery report")
    elif note_report(report, now):
        _settle(mail, now, State.HANDLED, f"a letter came back: {report.told.name.lower()}")
    else:
        _settle(mail, now, State.ASIDE, "is about no letter that was sent")


def _right_of(mail: InboundMail) -> ReplyAddress | None:
    if not mail.token_digest:
        return None
    return ReplyAddress.objects.select_related("player").filter(digest=mail.token_digest).first()


def _read_letter(mail: InboundMail, right: ReplyAddress, now: datetime) -> None:
    try:
        letter = open_letter(bytes(mail.raw))
    except Unreadable as fault:
        _settle(mail, now, State.ASIDE, str(fault))
        return
    reason = _why_aside(letter, mail.sender)
    if reason:
        _settle(mail, now, State.ASIDE, reason)
        return
    with speaking_to(right.player):
        answer = play_letter(mail, right, letter)
    _settle(mail, now, State.HANDLED, answer.code, answer=_as_json(answer))
    _tell(mail, right, answer, now)


def _why_aside(letter: Letter, sender: str) -> str:
    """Return why this letter is neither played nor answered, or ""."""
    return why_machine(letter, sender) or ("" if letter.headers.first("from") else "has no sender (From)")


def _tell(mail: InboundMail, right: ReplyAddress, answer: Answer, now: datetime) -> None:
    """Have the answer sent to the player's own address: once for each mail, not too often for one reply address."""
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
    outbox.enqueue([letter], now)
    wake("relay_outbox")


def _answers_of_late(mail: InboundMail, now: datetime) -> int:
    same = InboundMail.objects.filter(token_digest=mail.token_digest, settled_at__gt=now - timedelta(hours=1))
    return same.exclude(answer="").exclude(pk=mail.pk).count()


def _as_json(answer: Answer) -> str:
    told = {"ok": answer.ok, "sentences": answer.sentences, "code": answer.code, "decision": answer.decision}
    return msgspec.json.encode(told).decode()


def _settle(mail: InboundMail, now: datetime, state: State, reason: str, *, answer: str = "") -> None:
    columns: dict[str, object] = {"state": state, "reason": reason[:200], "settled_at": now}
    if answer:
        columns["answer"] = answer
    InboundMail.objects.filter(pk=mail.pk).update(**columns)
    log.info("mail_read", mail=mail.pk, state=state.value, reason=reason[:200])


def _put_off(pk: int, now: datetime, fault: str) -> None:
    """Have a mail that could not be handled wait, longer each time; given up in the end, it is put aside."""
    for mail in InboundMail.objects.filter(pk=pk, state=State.WAITING):
        attempts = mail.attempts + 1
        wait = min(timedelta(seconds=10 * 2**mail.attempts), LONGEST_RETRY)
        columns: dict[str, object] = {"attempts": attempts, "not_before": now + wait, "reason": f"failed: {fault}"}
        if attempts >= MOST_ATTEMPTS:
            columns |= {"state": State.ASIDE, "settled_at": now, "reason": f"given up: {fault}"}
        InboundMail.objects.filter(pk=pk, state=State.WAITING).update(**columns)
