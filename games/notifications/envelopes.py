"""Envelopes: the headers of a letter. None contains a stranger's words or another person's address.

Threads: the letters of one match to one seat form a thread. A bundle about one match belongs to that thread. Bundles
about several matches form threads of their own, one for each reader and way of delivery (bundled, daily, or put off).
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime

from django.conf import settings

from accounts.mail_preferences import GATHERED
from games.models import OutboxMail
from games.notifications.relevance import Recipient
from games.notifications.subscriptions import BETWEEN_KINDS, refuse_invitation_url, unsubscribe_url
from games.tokens import token_for


def headers_of(recipient: Recipient, now: datetime) -> dict[str, str]:
    """Return the headers besides To, From, Subject and Reply-To.

    Each row has its own Message-ID, so that a letter sent twice is one letter; References is constant for a match and
    seat.
    """
    headers = _headers(_message_id(recipient.mail), leave_url(recipient), now)
    return headers | (_of_match(recipient.mail) if recipient.mail.match_id else {})


def bundle_headers_of(recipients: Sequence[Recipient], now: datetime) -> dict[str, str]:
    """Return the same headers for a bundle to one reader; the Message-ID is that of its carrier."""
    first = recipients[0].mail
    headers = _headers(_message_id(first), bundle_leave_url(recipients), now)
    if first.match_id and len({(recipient.mail.match_id, recipient.seat) for recipient in recipients}) == 1:
        return headers | _of_match(first)
    return headers | _in_thread(f"<b.{_reader_mark(recipients[0])}.{first.held or 'once'}@{settings.MAIL_DOMAIN}>")


def leave_url(recipient: Recipient) -> str:
    """Return the link that ends letters of this kind to the reader, or declines an invitation; "" if there is none."""
    if recipient.invitation is not None:
        return refuse_invitation_url(recipient.invitation)
    return unsubscribe_url(recipient.person, recipient.mail.kind) if recipient.person else ""


def bundle_leave_url(recipients: Sequence[Recipient]) -> str:
    """Return the link that ends what this bundle brought: its way of delivery, if all rows share one, or its kinds."""
    return unsubscribe_url(recipients[0].person, kind_of_bundle(recipients)) if recipients[0].person else ""


def kind_of_bundle(recipients: Sequence[Recipient]) -> str:
    """Return the `kind` in the link of a letter to these recipients (`subscriptions.py`)."""
    ways = {recipient.mail.held for recipient in recipients}
    if len(ways) == 1 and ways <= set(GATHERED):
        return ways.pop()
    return BETWEEN_KINDS.join(sorted({recipient.mail.kind for recipient in recipients}))


def _headers(message_id: str, ends_at: str, now: datetime) -> dict[str, str]:
    headers = {
        "Message-ID": message_id,
        "Date": format_datetime(now.astimezone(UTC)),
        "Auto-Submitted": "auto-generated",  # RFC 3834
        "X-Auto-Response-Suppress": "All",
    }
    if ends_at:
        headers["List-Unsubscribe"] = f"<{ends_at}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    return headers


def _of_match(mail: OutboxMail) -> dict[str, str]:
    seat = "guest" if mail.seat is None else mail.seat
    thread = _in_thread(f"<m.{mail.match_id}.{seat}@{settings.MAIL_DOMAIN}>")
    return thread | {"List-Id": f"<{mail.match_id}.{settings.MAIL_DOMAIN}>"}  # RFC 2919


def _in_thread(thread: str) -> dict[str, str]:
    return {"In-Reply-To": thread, "References": thread}


def _message_id(mail: OutboxMail) -> str:
    if mail.carrier_id is not None:
        return f"<o{mail.carrier_id}.bundle@{settings.MAIL_DOMAIN}>"
    return f"<o{mail.pk}.{mail.match_id or 'none'}@{settings.MAIL_DOMAIN}>"


def _reader_mark(recipient: Recipient) -> str:
    """Return a mark of the reader that does not reveal who the reader is."""
    return token_for("thread", recipient.person.ref if recipient.person else recipient.address)
