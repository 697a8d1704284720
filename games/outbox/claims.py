"""Claims: one sender at a time holds a row of the outbox, and records what became of it.

If a sender never settles its claim, the claim lapses and the rows are due again. Once they are claimed again, a late
result from the first sender is ignored. Rows that share a letter are claimed together and, once claimed, stay together:
the first of them is their `carrier`, whose number names the letter, so that a letter sent twice is still one letter.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import takewhile

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import OutboxMail
from games.sql import SqlBatch

CLAIM_LASTS = timedelta(minutes=2)
MOST_ATTEMPTS = 8
"""Attempts for a letter that cannot be written or is refused for its content; also how many senders may die with it."""
PATIENCE = timedelta(days=5)
"""How long a deferred letter is retried, counted from when it was first due (RFC 5321 4.5.4.1: four to five days)."""
LONGEST_WAIT = timedelta(hours=4)

Held = OutboxMail.Held
State = OutboxMail.State
Trouble = OutboxMail.Trouble

_SENT = (  # raw SQL, as every letter passes through here (`games/sql.py` has the figures)
    "UPDATE games_outboxmail SET state = %s, settled_at = %s, recipient_id = %s, sent_to = %s, reason = '', fate = '',"
    " fate_at = NULL, trouble = '' WHERE id = %s AND state = %s AND attempts = %s"
)
_GO_WITH_THE_FIRST = frozenset({Held.BUNDLED, Held.CAP})
"""Causes whose held rows all leave as soon as one of them leaves; for any other cause, only rows that are due leave."""


def claim_due(now: datetime, most: int = 1) -> list[OutboxMail]:
    """Claim the rows that have been due longest and return them; an empty list if none is due. Call in a transaction.

    Return either up to `most` rows, each a letter of its own, or, if the first row has been held, the rows of one
    letter. A row whose earlier sender died is claimed alone, so that no other row suffers if it was the cause.
    """
    due = Q(state=State.WAITING, not_before__lte=now) | _lapsed(now)
    rows = OutboxMail.objects.select_for_update(skip_locked=True).filter(due).order_by("not_before", "pk")
    found = list(rows[:most])
    if not found:
        return []
    first = found[0]
    if first.held:
        return _claim_bundle(first, now)
    claimed = list(takewhile(_is_fresh, found)) if _is_fresh(first) else [first]
    return _claim(claimed, now)


def mark_sent(mails: Sequence[OutboxMail], now: datetime, recipient_id: int | None, sent_to: str) -> None:
    """Record that the mail server accepted the letter for these rows; `sent_to` is the mark of its address."""
    told = [State.SENT.value, connection.ops.adapt_datetimefield_value(now), recipient_id, sent_to]
    batch = SqlBatch()
    for mail in mails:
        batch.add(_SENT, [*told, mail.pk, State.SENDING.value, mail.attempts])
    with ExitStack() as together:
        if len(mails) > 1:
            together.enter_context(transaction.atomic())
        batch.send()


def mark_dropped(mail: OutboxMail, now: datetime, reason: str) -> None:
    """Record that the mail was no longer true, and why."""
    _settle(mail, state=State.DROPPED, settled_at=now, reason=reason[:200])


def mark_failed(mail: OutboxMail, now: datetime, reason: str, trouble: OutboxMail.Trouble = Trouble.FAULT) -> None:
    """Record a failure of the letter itself: retry it after a growing wait (1, 2, 4 … minutes), finally park it."""
    told = {"reason": reason[:200], "trouble": trouble}
    if mail.attempts >= MOST_ATTEMPTS:
        _settle(mail, state=State.PARKED, settled_at=now, **told)
    else:
        _settle(mail, state=State.WAITING, not_before=now + wait_of(mail.attempts), **told)


def mark_put_off(mail: OutboxMail, now: datetime, reason: str, trouble: OutboxMail.Trouble, provider: str) -> None:
    """Record that a server does not accept the letter now: retry it for days, after waits of up to hours."""
    told = {"reason": reason[:200], "trouble": trouble, "provider": provider}
    if is_out_of_patience(mail, now):
        _settle(mail, state=State.PARKED, settled_at=now, **told)
    else:
        _settle(mail, state=State.WAITING, not_before=now + wait_of(mail.attempts), **told)


def is_out_of_patience(mail: OutboxMail, now: datetime) -> bool:
    """Whether a deferred letter has been tried for long enough."""
    return now - (mail.due_at or mail.created_at) >= PATIENCE


def wait_of(attempts: int) -> timedelta:
    """Return how long to wait after this many attempts."""
    return min(timedelta(minutes=2 ** min(max(attempts - 1, 0), 12)), LONGEST_WAIT)


def mark_in_doubt(mail: OutboxMail, now: datetime, reason: str, provider: str) -> None:
    """Record that the whole letter was handed over but never acknowledged by the server: it is sent once more."""
    told = {"reason": reason[:200], "trouble": Trouble.SERVER, "provider": provider, "doubts": mail.doubts + 1}
    told |= {"recipient_id": mail.recipient_id, "sent_to": mail.sent_to}
    _settle(mail, state=State.WAITING, not_before=now + wait_of(mail.attempts), **told)


def mark_probably_sent(mail: OutboxMail, now: datetime, reason: str) -> None:
    """Record the letter as sent, because a server received all of it, although it never acknowledged it."""
    told = {"reason": reason[:200], "fate": OutboxMail.Fate.DEFERRED, "fate_at": now, "trouble": ""}
    _settle(mail, state=State.SENT, settled_at=now, recipient_id=mail.recipient_id, sent_to=mail.sent_to, **told)


def mark_unreachable(mail: OutboxMail, now: datetime, reason: str, recipient_id: int | None) -> None:
    """Give the mail up because its address accepts none; it may be sent once the address works again."""
    columns = {"state": State.PARKED, "settled_at": now, "reason": reason[:200], "recipient_id": recipient_id}
    _settle(mail, **columns, fate=OutboxMail.Fate.BOUNCED, fate_at=now, trouble=Trouble.ADDRESS)


def retry(mail: OutboxMail) -> bool:
    """Retry a mail that was given up, as if for the first time; return whether it had been given up."""
    return renew(OutboxMail.objects.filter(pk=mail.pk, state=State.PARKED)) == 1


def renew(mails: QuerySet[OutboxMail]) -> int:
    """Make mails that wait or were given up due now, as if never tried; return how many there are."""
    now = timezone.now()
    unsettled = mails.filter(state__in=(State.WAITING, State.PARKED))
    told = {"trouble": "", "reason": "", "fate": "", "fate_at": None, "settled_at": None}
    counts = dict.fromkeys(("attempts", "lapses", "doubts"), 0)
    return unsettled.update(state=State.WAITING, not_before=now, due_at=now, **counts, **told)


def mark_postponed(
    mail: OutboxMail, until: datetime, reason: str, trouble: OutboxMail.Trouble | None = None, provider: str = ""
) -> None:
    """Postpone the mail for a cause outside it; this does not count as an attempt."""
    told = {"trouble": trouble, "provider": provider} if trouble else {}
    _settle(mail, state=State.WAITING, not_before=until, attempts=mail.attempts - 1, reason=reason[:200], **told)


def mark_held(mail: OutboxMail, until: datetime, held: OutboxMail.Held, recipient_id: int | None) -> None:
    """Hold the mail so that it leaves with other mail to its reader; this does not count as an attempt."""
    columns = {"state": State.WAITING, "not_before": until, "due_at": until, "attempts": mail.attempts - 1}
    _settle(mail, **columns, held=held, recipient_id=recipient_id, reason=held.label)


def mark_unbound(mail: OutboxMail, now: datetime, reason: str) -> None:
    """Take the mail out of its bundle for this reason; its relevance is checked again."""
    columns = {"state": State.WAITING, "not_before": now, "attempts": mail.attempts - 1}
    _settle(mail, **columns, held="", carrier=None, recipient=None, reason=reason)


def _lapsed(now: datetime) -> Q:
    return Q(state=State.SENDING, claimed_at__lte=now - CLAIM_LASTS)


def _is_fresh(mail: OutboxMail) -> bool:
    return mail.state == State.WAITING and not mail.held


def _claim_bundle(first: OutboxMail, now: datetime) -> list[OutboxMail]:
    rows = [first, *_companions(first, now)]
    if len(rows) > 1 and first.carrier_id is None:
        for row in rows:
            row.carrier_id = first.pk
    return _claim(rows, now)


def _companions(first: OutboxMail, now: datetime) -> QuerySet[OutboxMail]:
    rows = OutboxMail.objects.select_for_update(skip_locked=True).exclude(pk=first.pk).order_by("pk")
    if first.carrier_id is not None:
        return rows.filter(_lapsed(now) | Q(state=State.WAITING), carrier_id=first.carrier_id)
    if first.recipient_id is None:
        return rows.none()
    goes = Q(not_before__lte=now) & ~Q(held="")
    if first.held in _GO_WITH_THE_FIRST:
        goes |= Q(held=first.held)
    return rows.filter(goes, state=State.WAITING, recipient_id=first.recipient_id, carrier=None)


def _claim(rows: list[OutboxMail], now: datetime) -> list[OutboxMail]:
    carrier = rows[0].carrier_id
    died_with = [row for row in rows if row.state == State.SENDING]
    if died_with:
        OutboxMail.objects.filter(pk__in=[row.pk for row in died_with]).update(lapses=F("lapses") + 1)
    for row in died_with:
        row.lapses += 1
    columns = {"state": State.SENDING, "claimed_at": now, "attempts": F("attempts") + 1, "carrier_id": carrier}
    OutboxMail.objects.filter(pk__in=[row.pk for row in rows]).update(**columns)
    for row in rows:
        row.state, row.claimed_at, row.attempts = State.SENDING, now, row.attempts + 1
    return rows


def _settle(mail: OutboxMail, **columns: object) -> None:
    OutboxMail.objects.filter(pk=mail.pk, state=State.SENDING, attempts=mail.attempts).update(**columns)
