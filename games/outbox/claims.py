"""Claims: a row of the outbox is held by one sender at a time, who says what became of it.

A claim that its sender never settled lapses, and the rows are due again; what a sender thought dead says later counts
for nothing. Rows that go together in one letter are claimed together and, once claimed, stay together: the first of
them is their `carrier`, whose number names the letter, so that one sent twice is still one letter.
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
"""How often a letter is tried that cannot be written or is refused for what it is; how many senders may die with it."""
PATIENCE = timedelta(days=5)
"""How long a letter is tried that a server puts off, since it was due first (RFC 5321 4.5.4.1: four to five days)."""
LONGEST_WAIT = timedelta(hours=4)

Held = OutboxMail.Held
State = OutboxMail.State
Trouble = OutboxMail.Trouble

_SENT = (  # by hand, as each letter comes by here (`games/sql.py` has the figures)
    "UPDATE games_outboxmail SET state = %s, settled_at = %s, recipient_id = %s, sent_to = %s, reason = '', fate = '',"
    " fate_at = NULL, trouble = '' WHERE id = %s AND state = %s AND attempts = %s"
)
_GO_WITH_THE_FIRST = frozenset({Held.BUNDLED, Held.CAP})
"""Of what is held for these causes, all goes once any of it goes; of the rest only what is due."""


def claim_due(now: datetime, most: int = 1) -> list[OutboxMail]:
    """Claim what is due longest and return it; nothing is due if it is empty. Call inside a transaction.

    Either up to `most` rows that are letters of their own, or, if the first has been held, the rows of one letter. A
    row that an earlier sender died with comes alone, so that no other suffers if it was the cause.
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
    """Note that the mail server took the letter that tells these; `sent_to` marks the address it went to."""
    told = [State.SENT.value, connection.ops.adapt_datetimefield_value(now), recipient_id, sent_to]
    batch = SqlBatch()
    for mail in mails:
        batch.add(_SENT, [*told, mail.pk, State.SENDING.value, mail.attempts])
    with ExitStack() as together:
        if len(mails) > 1:
            together.enter_context(transaction.atomic())
        batch.send()


def mark_dropped(mail: OutboxMail, now: datetime, reason: str) -> None:
    """Note that the mail was no longer true, and why."""
    _settle(mail, state=State.DROPPED, settled_at=now, reason=reason[:200])


def mark_failed(mail: OutboxMail, now: datetime, reason: str, trouble: OutboxMail.Trouble = Trouble.FAULT) -> None:
    """Note a failure of the letter itself: tried again after a growing wait (1, 2, 4 … minutes), parked in the end."""
    told = {"reason": reason[:200], "trouble": trouble}
    if mail.attempts >= MOST_ATTEMPTS:
        _settle(mail, state=State.PARKED, settled_at=now, **told)
    else:
        _settle(mail, state=State.WAITING, not_before=now + wait_of(mail.attempts), **told)


def mark_put_off(mail: OutboxMail, now: datetime, reason: str, trouble: OutboxMail.Trouble, provider: str) -> None:
    """Note that a server does not take the letter now: tried again for days, after waits of up to hours."""
    told = {"reason": reason[:200], "trouble": trouble, "provider": provider}
    if is_out_of_patience(mail, now):
        _settle(mail, state=State.PARKED, settled_at=now, **told)
    else:
        _settle(mail, state=State.WAITING, not_before=now + wait_of(mail.attempts), **told)


def is_out_of_patience(mail: OutboxMail, now: datetime) -> bool:
    """Whether a letter that is put off has been tried long enough."""
    return now - (mail.due_at or mail.created_at) >= PATIENCE


def wait_of(attempts: int) -> timedelta:
    """Return how long to wait after so many attempts."""
    return min(timedelta(minutes=2 ** min(max(attempts - 1, 0), 12)), LONGEST_WAIT)


def mark_in_doubt(mail: OutboxMail, now: datetime, reason: str, provider: str) -> None:
    """Note that the letter was handed over whole and the server never answered for it: it is sent once more."""
    told = {"reason": reason[:200], "trouble": Trouble.SERVER, "provider": provider, "doubts": mail.doubts + 1}
    told |= {"recipient_id": mail.recipient_id, "sent_to": mail.sent_to}
    _settle(mail, state=State.WAITING, not_before=now + wait_of(mail.attempts), **told)


def mark_probably_sent(mail: OutboxMail, now: datetime, reason: str) -> None:
    """Note that the letter is taken for sent, as a server had it whole that never answered for it."""
    told = {"reason": reason[:200], "fate": OutboxMail.Fate.DEFERRED, "fate_at": now, "trouble": ""}
    _settle(mail, state=State.SENT, settled_at=now, recipient_id=mail.recipient_id, sent_to=mail.sent_to, **told)


def mark_unreachable(mail: OutboxMail, now: datetime, reason: str, recipient_id: int | None) -> None:
    """Note that the mail is given up as its address takes none; it may be sent once the address is mended."""
    columns = {"state": State.PARKED, "settled_at": now, "reason": reason[:200], "recipient_id": recipient_id}
    _settle(mail, **columns, fate=OutboxMail.Fate.BOUNCED, fate_at=now, trouble=Trouble.ADDRESS)


def retry(mail: OutboxMail) -> bool:
    """Let a mail that was given up be tried again, as if for the first time; return whether it was given up."""
    return renew(OutboxMail.objects.filter(pk=mail.pk, state=State.PARKED)) == 1


def renew(mails: QuerySet[OutboxMail]) -> int:
    """Let mails that wait or were given up be tried now, as if for the first time; return how many they are."""
    now = timezone.now()
    unsettled = mails.filter(state__in=(State.WAITING, State.PARKED))
    told = {"trouble": "", "reason": "", "fate": "", "fate_at": None, "settled_at": None}
    counts = dict.fromkeys(("attempts", "lapses", "doubts"), 0)
    return unsettled.update(state=State.WAITING, not_before=now, due_at=now, **counts, **told)


def mark_postponed(
    mail: OutboxMail, until: datetime, reason: str, trouble: OutboxMail.Trouble | None = None, provider: str = ""
) -> None:
    """Put the mail off for a cause that lies outside it; that is no attempt."""
    told = {"trouble": trouble, "provider": provider} if trouble else {}
    _settle(mail, state=State.WAITING, not_before=until, attempts=mail.attempts - 1, reason=reason[:200], **told)


def mark_held(mail: OutboxMail, until: datetime, held: OutboxMail.Held, recipient_id: int | None) -> None:
    """Let the mail wait for others of its reader, to go with them; that is no attempt."""
    columns = {"state": State.WAITING, "not_before": until, "due_at": until, "attempts": mail.attempts - 1}
    _settle(mail, **columns, held=held, recipient_id=recipient_id, reason=held.label)


def mark_unbound(mail: OutboxMail, now: datetime) -> None:
    """Take the mail out of the letter it was to go in, as it has another reader now; it is judged anew."""
    columns = {"state": State.WAITING, "not_before": now, "attempts": mail.attempts - 1}
    _settle(mail, **columns, held="", carrier=None, recipient=None, reason="has another reader now")


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
