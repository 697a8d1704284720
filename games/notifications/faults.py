"""Faults: what went wrong with rows of the outbox, or what a mail server says against them, and what follows."""

import smtplib
from collections.abc import Sequence
from types import TracebackType

import structlog
from django.utils import timezone

from accounts.addresses import Cause, is_hard, mark_of, note_soft_bounce, stop
from games import claims
from games.models import OutboxMail
from games.notifications.delivery import ServerUnreachable
from games.notifications.judging import NoLongerTrue, Unreachable
from games.notifications.questions import MovedOn
from games.texts import clean_line

log = structlog.get_logger(__name__)

PERMANENT = 500


class FaultsNoted:
    """Notes what is raised within at these rows, which share it, and goes on; ServerUnreachable is let through."""

    def __init__(self, mails: Sequence[OutboxMail]) -> None:
        self._mails = mails

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        if not isinstance(error, Exception) or isinstance(error, ServerUnreachable):
            return False
        for mail in self._mails:
            _note(mail, error)
        return True


def _note(mail: OutboxMail, error: Exception) -> None:
    about, now = log.bind(mail=mail.pk, match=mail.match_id), timezone.now()
    if isinstance(error, NoLongerTrue):
        claims.mark_dropped(mail, now, str(error))
        about.info("mail_dropped", reason=str(error))
    elif isinstance(error, Unreachable):
        claims.mark_unreachable(mail, now, str(error), error.person_id)
        about.info("mail_unreachable", reason=str(error))
    elif isinstance(error, smtplib.SMTPRecipientsRefused):
        note_refusal(mail, error)
    else:
        claims.mark_failed(mail, now, cause_of(error))
        is_known = isinstance(error, MovedOn | smtplib.SMTPException | OSError)
        about.warning("mail_failed", error=type(error).__name__, exc_info=None if is_known else error)


def note_refusal(mail: OutboxMail, error: smtplib.SMTPRecipientsRefused) -> None:
    """Give up a row whose address is refused for good (RFC 5321 4.2.1: 5yz), try again what is refused for now.

    What it means for the address stands in `accounts/addresses.py`; a refusal for now means nothing until the last try.
    """
    code, words = _refusal(error)
    address, now = next(iter(error.recipients)), timezone.now()
    is_last = code >= PERMANENT or mail.attempts >= claims.MOST_ATTEMPTS
    log.warning("address_refused", mail=mail.pk, match=mail.match_id, code=code)
    if not is_last:
        claims.mark_failed(mail, now, cause_of(error))
        return
    if is_hard(code, words.decode(errors="replace")):
        stop(mark_of(address), Cause.BOUNCED, cause_of(error), now)
    else:
        note_soft_bounce(mark_of(address), cause_of(error), now)
    why = f"the address is refused for good: {cause_of(error)}" if code >= PERMANENT else cause_of(error)
    claims.mark_unreachable(mail, now, why, mail.recipient_id)


def cause_of(error: Exception) -> str:
    """Return what to keep of a failure: the server's code and its words, or the kind of failure."""
    code, words = 0, b""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, words = _refusal(error)
    elif isinstance(error, smtplib.SMTPResponseException):
        code, words = error.smtp_code, _as_bytes(error.smtp_error)
    if not code:
        return type(error).__name__
    return f"{code} {clean_line(words.decode(errors='replace'), 180)}"


def _refusal(error: smtplib.SMTPRecipientsRefused) -> tuple[int, bytes]:
    code, words = next(iter(error.recipients.values()))
    return int(code), words


def _as_bytes(words: bytes | str) -> bytes:
    return words.encode() if isinstance(words, str) else words
