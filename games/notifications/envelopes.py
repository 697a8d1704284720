"""Envelopes: the headers of a letter. None holds words of a stranger, and none another person's address."""

from datetime import UTC, datetime
from email.utils import format_datetime

from django.conf import settings

from games.models import OutboxMail
from games.notifications.judging import Case
from games.notifications.subscriptions import refuse_invitation_url, unsubscribe_url


def headers_of(case: Case, now: datetime) -> dict[str, str]:
    """Return the headers beside To, From, Subject and Reply-To.

    Message-ID is the row's own, so that a letter sent twice is one letter; References is steady for a match and seat.
    """
    headers = {
        "Message-ID": _message_id(case.mail),
        "Date": format_datetime(now.astimezone(UTC)),
        "Auto-Submitted": "auto-generated",  # RFC 3834
        "X-Auto-Response-Suppress": "All",
    }
    if case.mail.match_id:
        thread = _thread_id(case.mail)
        headers |= {"In-Reply-To": thread, "References": thread}
        headers["List-Id"] = f"<{case.mail.match_id}.{settings.MAIL_DOMAIN}>"  # RFC 2919
    if ends_at := leave_url(case):
        headers["List-Unsubscribe"] = f"<{ends_at}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    return headers


def leave_url(case: Case) -> str:
    """Return where the reader ends letters of this kind, or declines an invitation; "" for neither."""
    if case.invitation is not None:
        return refuse_invitation_url(case.invitation)
    return unsubscribe_url(case.person, case.mail.kind) if case.person else ""


def _message_id(mail: OutboxMail) -> str:
    return f"<o{mail.pk}.{mail.match_id or 'none'}@{settings.MAIL_DOMAIN}>"


def _thread_id(mail: OutboxMail) -> str:
    seat = "guest" if mail.seat is None else mail.seat
    return f"<m.{mail.match_id}.{seat}@{settings.MAIL_DOMAIN}>"
