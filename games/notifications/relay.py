"""The relay: claim a row, commit, judge and write the letter, send it, note what became of it; then the next.

No transaction is open while a mail server is spoken to, so a slow one holds up nobody. A sender that dies leaves its
row claimed; the claim lapses and the row is sent again under the same Message-ID.
"""

import smtplib
import time
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.languages import speaking_to
from accounts.models import User
from games import outbox
from games.models import OutboxMail
from games.notifications.delivery import Postman, ServerUnreachable
from games.notifications.judging import Case, NoLongerTrue, judge
from games.notifications.letters import write_letter
from games.notifications.questions import MovedOn
from games.texts import clean_line
from games.wakeups import wake

log = structlog.get_logger(__name__)

MOST_PER_RUN = 200
LONGEST_RUN_SECONDS = 60
MOST_PER_HOUR = 60
SERVER_REST = timedelta(minutes=1)
PERMANENT = 500


def relay_outbox(most: int = MOST_PER_RUN) -> int:
    """Send what is due, at most `most` rows and about a minute; return how many letters were sent.

    Stops early where the mail server cannot be reached: nothing is lost or used up by that.
    """
    sent = handled = 0
    started = time.monotonic()
    with Postman() as postman:
        while handled < most and time.monotonic() - started < LONGEST_RUN_SECONDS:
            mail = _claim()
            if mail is None:
                return sent
            handled += 1
            try:
                sent += _handle(mail, postman)
            except ServerUnreachable as error:
                log.warning("mail_server_unreachable", mail=mail.pk, error=str(error))
                outbox.mark_postponed(mail, timezone.now() + SERVER_REST, f"the mail server cannot be reached: {error}")
                return sent
    wake("relay_outbox")
    return sent


def _claim() -> OutboxMail | None:
    with transaction.atomic():
        return outbox.claim_next(timezone.now())


def _handle(mail: OutboxMail, postman: Postman) -> bool:
    about = log.bind(mail=mail.pk, kind=mail.kind, match=mail.match_id, seat=mail.seat, attempt=mail.attempts)
    if mail.attempts > outbox.MOST_ATTEMPTS:
        about.error("mail_kills_its_sender")
        outbox.mark_failed(mail, timezone.now(), "no sender lived to settle it")
        return False
    try:
        is_sent = _send(mail, postman, about)
    except NoLongerTrue as why:
        outbox.mark_dropped(mail, timezone.now(), str(why))
        about.info("mail_dropped", reason=str(why))
        return False
    except ServerUnreachable:
        raise
    except smtplib.SMTPRecipientsRefused as error:
        _note_refusal(mail, error)
        about.warning("address_refused", code=_refusal_code(error))
        return False
    except (MovedOn, smtplib.SMTPException, OSError) as error:
        outbox.mark_failed(mail, timezone.now(), _cause(error))
        about.warning("mail_failed", error=type(error).__name__, code=getattr(error, "smtp_code", None))
        return False
    except Exception as error:
        log.exception("mail_failed", mail=mail.pk, match=mail.match_id, error=type(error).__name__)
        outbox.mark_failed(mail, timezone.now(), type(error).__name__)
        return False
    return is_sent


def _send(mail: OutboxMail, postman: Postman, about: Any) -> bool:
    case = judge(mail)
    if (free_at := _busy_until(case)) is not None:
        outbox.mark_postponed(mail, free_at, "enough letters for this hour")
        about.info("mail_postponed")
        return False
    with speaking_to(_listener(case)):
        letter = write_letter(case, timezone.now())
    postman.deliver(letter)
    outbox.mark_sent(mail, timezone.now(), case.person.pk if case.person else None)
    about.info("mail_sent")
    return True


def _listener(case: Case) -> User | None:
    """Return whose language a letter is written in: its reader's, or that of whoever invites a stranger."""
    return case.invitation.invited_by if case.person is None and case.invitation is not None else case.person


def _busy_until(case: Case) -> datetime | None:
    """Return when this reader may have the next letter, if the hour's share is used up (F41); talk takes none of it."""
    letters = OutboxMail.objects.filter(state=OutboxMail.State.SENT, settled_at__gt=timezone.now() - timedelta(hours=1))
    if case.mail.kind != OutboxMail.Kind.PRIVATE_TALK:
        letters = letters.exclude(kind=OutboxMail.Kind.PRIVATE_TALK)
    own = letters.filter(recipient=case.person) if case.person else letters.filter(address=case.address)
    newest = list(own.order_by("-settled_at").values_list("settled_at", flat=True)[:MOST_PER_HOUR])
    if len(newest) < MOST_PER_HOUR or newest[-1] is None:
        return None
    return newest[-1] + timedelta(hours=1)


def _note_refusal(mail: OutboxMail, error: smtplib.SMTPRecipientsRefused) -> None:
    """Give up an address that is refused for good (RFC 5321 4.2.1: 5yz), and try one again that is refused for now."""
    if _refusal_code(error) >= PERMANENT:
        outbox.mark_parked(mail, timezone.now(), f"the address is refused for good: {_cause(error)}")
    else:
        outbox.mark_failed(mail, timezone.now(), _cause(error))


def _refusal_code(error: smtplib.SMTPRecipientsRefused) -> int:
    code, _ = next(iter(error.recipients.values()))
    return int(code)


def _cause(error: Exception) -> str:
    """Return what to keep of a failure: the server's code and its words, or the kind of failure."""
    code, words = 0, b""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, words = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        code, words = error.smtp_code, _as_bytes(error.smtp_error)
    if not code:
        return type(error).__name__
    return f"{code} {clean_line(words.decode(errors='replace'), 180)}"


def _as_bytes(words: bytes | str) -> bytes:
    return words.encode() if isinstance(words, str) else words
