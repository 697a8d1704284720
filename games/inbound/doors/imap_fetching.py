"""Queries to an IMAP server: the numbers of its mails, and the size, arrival and bytes of each."""

import imaplib
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from imap_tools import BaseMailBox

RECENT = timedelta(days=30)
"""On the first visit to a mailbox, skip older mail that somebody has seen."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
_ARRIVAL = re.compile(rb'INTERNALDATE "\s?(\d{1,2})-(\w{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)"')


@dataclass(frozen=True, slots=True)
class Slip:
    """The size of a mail and when it came into the mailbox, known before the mail is fetched."""

    size: int
    came_at: datetime


def numbering_of(box: BaseMailBox) -> int:
    """Return the UIDVALIDITY of the open folder, 0 if the server sends none."""
    told = box.client.response("UIDVALIDITY")[1]
    return int(told[0]) if told and told[0] and told[0].isdigit() else 0


def numbers_from(box: BaseMailBox, first: int) -> list[int]:
    """Return the numbers of all mails from `first` on; if it is 0, those of unseen and recent mails only."""
    since = timezone.now() - RECENT
    recent = f"OR UNSEEN SINCE {since.day}-{_MONTHS[since.month - 1]}-{since.year}"
    found = {int(uid) for uid in box.uids(f"UID {first}:*" if first else recent, "US-ASCII") if uid.isdecimal()}
    return sorted(number for number in found if number >= first)  # `n:*` matches the last mail even if it is below n


def fetch_slip(box: BaseMailBox, number: int) -> Slip:
    """Return the size and arrival of a mail; an unknown size counts as small, an unknown arrival as now."""
    told = fetched(box, number, "(RFC822.SIZE INTERNALDATE)")
    size = _SIZE.search(told)
    return Slip(int(size[1]) if size else 0, _arrival(told))


def fetched(box: BaseMailBox, number: int, what: str) -> bytes:
    """Return the server's answer, b"" if the mail is gone; raises IMAP4.error, OSError."""
    status, found = box.client.uid("FETCH", str(number), what)
    if status != "OK":
        raise imaplib.IMAP4.error(f"FETCH {what} answered {status}")
    literal = next((each[1] for each in found if isinstance(each, tuple)), None)
    return literal if literal is not None else b"".join(each for each in found if isinstance(each, bytes))


def _arrival(told: bytes) -> datetime:
    now, found = timezone.now(), _ARRIVAL.search(told)
    if found is None or found[2].decode() not in _MONTHS:
        return now
    day, year, hour, minute, second = (int(found[at]) for at in (1, 3, 4, 5, 6))
    east = timedelta(hours=int(found[8]), minutes=int(found[9])) * (-1 if found[7] == b"-" else 1)
    try:
        local = datetime(year, _MONTHS.index(found[2].decode()) + 1, day, hour, minute, min(second, 59), tzinfo=UTC)
        return min(now, local - east)
    except (ValueError, OverflowError):
        return now
