"""The relay: claim rows, commit, judge and write the letter, send it, note what became of it; then the next.

No transaction is open while a mail server is spoken to, so a slow one holds up nobody. A sender that dies leaves its
rows claimed; the claim lapses and they are sent again under the same Message-ID.
"""

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from games.models import OutboxMail
from games.notifications.delivery import Postman, ServerUnreachable
from games.notifications.sending import send_together
from games.outbox import claims
from games.selectors.desk.crew import MAIL
from games.services.desk.crew import note_pulse
from games.wakeups import wake

log = structlog.get_logger(__name__)

MOST_PER_RUN = 200
MOST_PER_CLAIM = 25
LONGEST_RUN_SECONDS = 60
LONGEST_HELD = timedelta(seconds=5)
"""How long rows stay claimed at most before they are begun; the rest is given back, so that no claim
lapses in use and no other sender waits for a slow one."""

SERVER_REST = timedelta(minutes=1)


def relay_outbox(most: int = MOST_PER_RUN, clock: Callable[[], datetime] = timezone.now) -> int:
    """Send what is due by `clock`, at most `most` rows and about a minute; return how many letters were sent.

    Senders on several machines have one clock, that of the database, so that no claim lapses early. Stops early where
    the mail server cannot be reached: nothing is lost or used up by that.
    """
    sent = handled = 0
    started = time.monotonic()
    with Postman() as postman:
        while handled < most and time.monotonic() - started < LONGEST_RUN_SECONDS:
            rows = _claim(min(MOST_PER_CLAIM, most - handled), clock)
            if not rows:
                return sent
            handled += len(rows)
            postman.providers.look()
            try:
                sent += _send_all(rows, postman)
            except ServerUnreachable:
                return sent
    wake("relay_outbox")
    return sent


def _note_taken(letters: int) -> None:
    """Note that mail leaves the house, by which a letter that cannot is told from an outage."""
    if letters:
        note_pulse(MAIL, timezone.now())


def _claim(most: int, clock: Callable[[], datetime]) -> list[OutboxMail]:
    """Return claimed rows, each with its match: one query for all of them."""
    with transaction.atomic():
        rows = claims.claim_due(clock(), most)
    prefetch_related_objects(rows, "match")
    return rows


def _send_all(rows: list[OutboxMail], postman: Postman) -> int:
    """Send claimed rows; those that are not begun in good time are given back. Raises ServerUnreachable."""
    sent, began = 0, timezone.now()
    letters = list(_letters(rows))
    try:
        for number in range(len(letters)):
            if number and timezone.now() - began > LONGEST_HELD:
                _give_back(letters[number:], timedelta(0), "")
                break
            sent += _send_or_give_back(letters[number:], postman)
    finally:
        _note_taken(sent)
    return sent


def _send_or_give_back(letters: list[list[OutboxMail]], postman: Postman) -> bool:
    """Send the first of these, or give all back if the mail server cannot be reached, which is raised."""
    try:
        return send_together(letters[0], postman)
    except ServerUnreachable as error:
        log.warning("mail_server_unreachable", mail=letters[0][0].pk, error=str(error))
        _give_back(letters, SERVER_REST, f"the mail server cannot be reached: {error}")
        raise


def _letters(rows: list[OutboxMail]) -> Iterator[list[OutboxMail]]:
    """Yield the rows of each letter: rows that have been held go in one, all others in one each."""
    if rows[0].held:
        yield rows
    else:
        yield from ([row] for row in rows)


def _give_back(letters: list[list[OutboxMail]], rest: timedelta, reason: str) -> None:
    for mail in (mail for mails in letters for mail in mails):
        trouble = OutboxMail.Trouble.SERVER if reason else None
        claims.mark_postponed(mail, timezone.now() + rest, reason, trouble)
