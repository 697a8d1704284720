"""Faults: record what went wrong with rows of the outbox or why a mail server refused them, and retry or give up.

The cause of a refusal (`accounts/refusals.py`) decides which letters have to wait, and for how long:

==========  ======================================================================================================
address     gone: the address is stopped and the row given up; full or busy: retried for days, then given up
provider    it refuses us: all letters to it wait while it rests, for days; no address is blamed
server      the mail server's own trouble: retried for days
letter      refused for its content, or impossible to write: tried eight times, then given up
==========  ======================================================================================================
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from types import TracebackType

import structlog
from django.utils import timezone

from accounts.addresses import Cause, mark_of, note_soft_bounce, stop
from accounts.refusals import Blame, Refusal, refusal_of
from games.models import OutboxMail
from games.notifications.delivery import LetterInDoubt, ServerUnreachable
from games.notifications.letters.questions import MovedOn
from games.notifications.providers import Providers, domain_of
from games.notifications.relevance import NoLongerTrue, Unreachable
from games.outbox import claims
from games.sweeps.outages import let_pass
from games.texts import clean_line

log = structlog.get_logger(__name__)

_SOON = timedelta(minutes=1)
MOST_DOUBTS = 2
"""How many times a letter that no server ever acknowledges is handed over at most: once, and one repeat."""

Trouble = OutboxMail.Trouble


class FaultsNoted:
    """Records any error raised in its block on all of its rows, and suppresses it; ServerUnreachable is raised again.

    A busy database is not the letter's fault: the rows wait, and that does not count as an attempt. If the database is
    gone, the error is raised again.

    `address` is where the rows were about to go, and `providers` the providers that rest; both are only known once a
    letter is handed over.
    """

    def __init__(self, mails: Sequence[OutboxMail], address: str = "", providers: Providers | None = None) -> None:
        self._mails, self._address, self._providers = mails, address, providers

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        if not isinstance(error, Exception) or isinstance(error, ServerUnreachable):
            return False
        if let_pass(error, mails=[mail.pk for mail in self._mails]):
            for mail in self._mails:
                claims.mark_postponed(mail, timezone.now() + _SOON, "the database was busy")
            return True
        refusal = refusal_of(error) if self._address else None
        if refusal is not None:
            self._note_refusal(refusal)
            return True
        for mail in self._mails:
            _note(mail, error, self._address)
        return True

    def _note_refusal(self, refusal: Refusal) -> None:
        now, domain = timezone.now(), domain_of(self._address)
        detail = clean_line(refusal.detail, 180)
        about = log.bind(blame=refusal.blame.name.lower(), code=refusal.code, provider=domain)
        if refusal.blame is Blame.US and self._providers is not None:
            until = self._providers.note_refusal(domain, detail, now)
            for mail in self._mails:
                _wait_for_provider(mail, until, detail, domain, now)
        elif refusal.blame in (Blame.GONE, Blame.ADDRESS, Blame.SUPPRESSED):
            _note_at_address(self._mails, self._address, refusal, detail)
        else:
            for mail in self._mails:
                _try_again(mail, now, refusal, detail, domain)
        for mail in self._mails:
            about.warning("letter_refused", mail=mail.pk, match=mail.match_id, attempt=mail.attempts)


def _note(mail: OutboxMail, error: Exception, address: str) -> None:
    about, now = log.bind(mail=mail.pk, match=mail.match_id), timezone.now()
    if isinstance(error, NoLongerTrue):
        _note_no_longer_true(mail, now, str(error))
        about.info("mail_dropped", reason=str(error))
    elif isinstance(error, Unreachable):
        claims.mark_unreachable(mail, now, str(error), error.person_id)
        about.info("mail_unreachable", reason=str(error))
    elif isinstance(error, LetterInDoubt):
        _note_doubt(mail, now, address)
        about.warning("mail_in_doubt", doubts=mail.doubts + 1, error=str(error))
    elif address and isinstance(error, OSError):
        claims.mark_put_off(mail, now, type(error).__name__, Trouble.SERVER, domain_of(address))
        about.warning("mail_put_off", error=type(error).__name__)
    else:
        claims.mark_failed(mail, now, type(error).__name__)
        about.warning("mail_failed", error=type(error).__name__, exc_info=None if isinstance(error, MovedOn) else error)


def _note_no_longer_true(mail: OutboxMail, now: datetime, reason: str) -> None:
    """Drop a row, or record it as sent if its reader probably has the letter already."""
    if mail.doubts:
        claims.mark_probably_sent(mail, now, f"handed over, never answered for, and not repeated: {reason}")
    elif mail.lapses:
        claims.mark_dropped(mail, now, f"{reason} (a sender that died may have sent it before)")
    else:
        claims.mark_dropped(mail, now, reason)


def _note_doubt(mail: OutboxMail, now: datetime, address: str) -> None:
    if mail.doubts + 1 >= MOST_DOUBTS:
        claims.mark_probably_sent(mail, now, "handed over twice; the mail server never said that it took it")
    else:
        claims.mark_in_doubt(mail, now, "handed over; the mail server never said that it took it", domain_of(address))


def _wait_for_provider(mail: OutboxMail, until: datetime, detail: str, domain: str, now: datetime) -> None:
    if claims.is_out_of_patience(mail, now):
        claims.mark_put_off(mail, now, detail, Trouble.PROVIDER, domain)
    else:
        claims.mark_postponed(mail, until, detail, Trouble.PROVIDER, domain)


def _note_at_address(mails: Sequence[OutboxMail], address: str, refusal: Refusal, detail: str) -> None:
    """Give up mail to an address that is gone; retry mail that is refused for now, for as long as is reasonable."""
    now, mark = timezone.now(), mark_of(address)
    is_stopped = refusal.blame in (Blame.GONE, Blame.SUPPRESSED)
    is_over = is_stopped or refusal.is_for_good or any(claims.is_out_of_patience(mail, now) for mail in mails)
    if is_stopped:
        stop(mark, Cause.SUPPRESSED if refusal.blame is Blame.SUPPRESSED else Cause.BOUNCED, detail, now)
    elif is_over:
        note_soft_bounce(mark, detail, now)
    why = f"the address is refused for good: {detail}" if is_stopped or refusal.is_for_good else detail
    for mail in mails:
        if is_over:
            claims.mark_unreachable(mail, now, why, mail.recipient_id)
        else:
            claims.mark_put_off(mail, now, detail, Trouble.ADDRESS, domain_of(address))


def _try_again(mail: OutboxMail, now: datetime, refusal: Refusal, detail: str, domain: str) -> None:
    if refusal.blame is Blame.LETTER or refusal.is_for_good:
        claims.mark_failed(mail, now, detail, Trouble.LETTER)
    else:
        claims.mark_put_off(mail, now, detail, Trouble.SERVER, domain)
