"""Mailboxes on an IMAP server: the time up to which mail was taken in, and mail that still lies there."""

import hashlib
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Min

from games.models import Mailbox, UnfetchedMail

MOST_ATTEMPTS = 10
"""After this many attempts, a mail that cannot be fetched is no longer tried."""
SHORTEST_SILENCE = timedelta(minutes=2)


def mailbox_name() -> str:
    """Return the name of the mailbox that is read, from its server, user and folder; "" if none is read."""
    if not settings.INBOUND_IMAP_URL:
        return ""
    parts = urlsplit(settings.INBOUND_IMAP_URL)
    known = (parts.hostname or "", str(parts.port or ""), parts.username or "", parts.path.strip("/"))
    return hashlib.sha256("\0".join(known).encode()).hexdigest()


def longest_silence() -> timedelta:
    """Return how long a mailbox may go unread before it counts as an outage."""
    return max(SHORTEST_SILENCE, timedelta(seconds=3 * settings.INBOUND_IMAP_SECONDS))


def mail_known_until() -> datetime | None:
    """Return the time up to which all mail in the mailbox was taken in; None if no mailbox is read."""
    name = mailbox_name()
    return Mailbox.objects.filter(name=name).values_list("visited_at", flat=True).first() if name else None


def oldest_unfetched() -> datetime | None:
    """Return when the oldest mail that is still tried was found in the mailbox, or None."""
    name = mailbox_name()
    if not name:
        return None
    tried = UnfetchedMail.objects.filter(mailbox__name=name, attempts__lt=MOST_ATTEMPTS)
    oldest: datetime | None = tried.aggregate(oldest=Min("met_at"))["oldest"]
    return oldest
