"""The relay: claim rows, commit, check and write the letter, send it and record the result; then take the next.

No transaction is open during the exchange with a mail server, so a slow server blocks nothing else. If a sender dies,
its rows stay claimed until the claim lapses; they are then sent again under the same Message-ID.
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
"""How long claimed rows wait at most before their sending begins. The rest are given back, so that no claim lapses
while in use and no other sender waits for a slow one."""

SERVER_REST = timedelta(minutes=1)


def relay_outbox(most: int = MOST_PER_RUN, clock: Callable[[], datetime] = timezone.now) -> int:
    """Send what is due by `clock`, at most `most` rows and for about a minute; return how many letters were sent.

    Senders on several machines share one clock, that of the database, so that no claim lapses early. The relay stops
    early if the mail server cannot be reached: no mail is lost and no attempt is used up.
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
    """Record that mail is going out, so that a failing letter can be distinguished from an outage."""
    if letters:
        note_pulse(MAIL, timezone.now())


def _claim(most: int, clock: Callable[[], datetime]) -> list[OutboxMail]:
    """Return claimed rows, each with its match; one query loads all the matches."""
    with transaction.atomic():
        rows = claims.claim_due(clock(), most)
    prefetch_related_objects(rows, "match")
    return rows


def _send_all(rows: list[OutboxMail], postman: Postman) -> int:
    """Send claimed rows; give back those not begun within LONGEST_HELD. Raises ServerUnreachable."""
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
    """Send the first of these letters; if the mail server cannot be reached, give all of them back and re-raise."""
    try:
        return send_together(letters[0], postman)
    except ServerUnreachable as error:
        log.warning("mail_server_unreachable", mail=letters[0][0].pk, error=str(error))
        _give_back(letters, SERVER_REST, f"the mail server cannot be reached: {error}")
        raise


def _letters(rows: list[OutboxMail]) -> Iterator[list[OutboxMail]]:
    """Yield the rows of each letter: rows that have been held share one, all others get one each."""
    if rows[0].held:
        yield rows
    else:
        yield from ([row] for row in rows)


def _give_back(letters: list[list[OutboxMail]], rest: timedelta, reason: str) -> None:
    for mail in (mail for mails in letters for mail in mails):
        trouble = OutboxMail.Trouble.SERVER if reason else None
        claims.mark_postponed(mail, timezone.now() + rest, reason, trouble)
