"""The IMAP door: mail is taken from a folder of an IMAP server, stored and committed, and only then marked as seen.

The server's own numbers show how far the folder was read (`mailbox_visits.py`), whatever flags other clients set. Mail
stored before is recognized by its content, so it takes effect once even after a crash between storing and noting it,
after renumbering, or with two visitors at once. A mail that cannot be fetched, stored or marked stops no other.
"""

import imaplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

import structlog
from django.conf import settings
from django.utils import timezone
from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import ImapToolsError

from games.inbound.doors.envelopes import envelope_of
from games.inbound.doors.imap_fetching import fetch_slip, fetched, numbering_of, numbers_from
from games.inbound.doors.keeping import keep_mail
from games.inbound.doors.storing import KEPT_OF_TOO_LARGE, MOST_BYTES, TOO_LARGE
from games.models import Mailbox
from games.services.clocks.mailbox_visits import (
    complete_visit,
    follow_numbering,
    mails_to_try,
    meet_mail,
    note_fault,
    open_mailbox,
    settle_mails,
    try_again,
)
from games.wakeups import wake

log = structlog.get_logger(__name__)

DOOR = "imap"
MOST_PER_VISIT = 200
SECONDS_TO_WAIT = 20
SCHEMES = {"imaps": MailBox, "imap": MailBoxUnencrypted, "imap+tls": MailBoxStartTls}
PORTS = {"imaps": 993, "imap": 143, "imap+tls": 143}

_BROKEN = (imaplib.IMAP4.abort, OSError)


@dataclass(frozen=True, slots=True)
class Source:
    """An IMAP folder to read: `imaps://user:password@host:port/folder?done=folder` (`imap+tls` for STARTTLS).

    `done` is where mail goes once it is stored; without it, mail is marked as seen where it lies.
    """

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str
    done: str

    @classmethod
    def of_url(cls, url: str) -> "Source":
        """Return the source that a URL describes; raises ValueError if it describes none."""
        parts = urlsplit(url)
        if parts.scheme not in SCHEMES or not parts.hostname:
            raise ValueError("an IMAP source is written imaps://user:password@host/folder")
        return cls(
            scheme=parts.scheme,
            host=parts.hostname,
            port=parts.port or PORTS[parts.scheme],
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            folder=unquote(parts.path.strip("/")) or "INBOX",
            done=parse_qs(parts.query).get("done", [""])[0],
        )


def fetch_mailbox() -> int:
    """Take in new mail from the folder of `INBOUND_IMAP_URL`; return how many mails were stored, old ones included.

    A failed visit is logged and noted; the next one continues where it ended. A visit that met all mail is noted as
    complete. Mail that came after the last complete visit may still be unread.
    """
    if not settings.INBOUND_IMAP_URL:
        return 0
    source, mailbox, began = Source.of_url(settings.INBOUND_IMAP_URL), open_mailbox(), timezone.now()
    visit = _Visit(source, mailbox)
    try:
        with _visit(source) as box:
            follow_numbering(mailbox, numbering_of(box))
            is_all = visit.take_in(box)
    except Exception as error:
        log.exception("imap_visit_ended", host=source.host, error=type(error).__name__)
        note_fault(mailbox, type(error).__name__)
    else:
        if is_all and (visit.taken or not visit.tried):
            complete_visit(mailbox, began)
        elif not is_all:
            wake("fetch_mailbox")
    return visit.taken


@contextmanager
def _visit(source: Source) -> Iterator[BaseMailBox]:
    box = SCHEMES[source.scheme](source.host, source.port, timeout=SECONDS_TO_WAIT)
    try:
        box.login(source.user, source.password, initial_folder=source.folder)
        if source.done and not box.folder.exists(source.done):
            box.folder.create(source.done)
        yield box
    finally:
        _leave(box)


def _leave(box: BaseMailBox) -> None:
    try:
        box.logout()
    except (*_BROKEN, imaplib.IMAP4.error, ImapToolsError) as error:
        log.info("imap_farewell_failed", error=type(error).__name__)


class _Visit:
    """One visit, with the number of mails tried and of mails taken in."""

    def __init__(self, source: Source, mailbox: Mailbox) -> None:
        self._source = source
        self._mailbox = mailbox
        self.tried = 0
        self.taken = 0

    def take_in(self, box: BaseMailBox) -> bool:
        """Take in mails not met before, up to a limit that keeps the visit short, then retry those that failed earlier.

        Return whether all new mails were met.
        """
        self._mailbox.refresh_from_db()
        left = list(mails_to_try(self._mailbox)[:MOST_PER_VISIT])
        numbers = numbers_from(box, self._mailbox.next_number)
        for number in numbers[:MOST_PER_VISIT]:
            meet_mail(self._mailbox, number)
            self._try(box, number)
        for mail in left:
            try_again(mail)
            self._try(box, mail.number)
        return len(numbers) <= MOST_PER_VISIT

    def _try(self, box: BaseMailBox, number: int) -> None:
        """Store one mail and count it as tried. Raises if the connection broke; other faults affect this mail only."""
        self.tried += 1
        try:
            is_stored = _store(box, number)
            settle_mails(self._mailbox, [number])
            if is_stored:
                self.taken += 1
                _mark(box, str(number), self._source)
        except _BROKEN:
            raise
        except Exception as error:
            log.exception("imap_mail_left", number=number, error=type(error).__name__)


def _mark(box: BaseMailBox, uid: str, source: Source) -> None:
    """Mark a stored mail in the mailbox. This only helps people who look into it; nothing depends on it."""
    try:
        box.flag(uid, MailMessageFlags.SEEN, value=True)
        if source.done:
            box.move(uid, source.done)
    except _BROKEN:
        raise
    except (imaplib.IMAP4.error, ImapToolsError) as error:
        log.warning("imap_mail_not_marked", uid=uid, error=type(error).__name__)


def _store(box: BaseMailBox, number: int) -> bool:
    """Fetch and store one mail, or the beginning of one that is too large; return False if it is gone."""
    slip = fetch_slip(box, number)
    is_whole = slip.size <= MOST_BYTES
    part = "(BODY.PEEK[])" if is_whole else f"(BODY.PEEK[]<0.{KEPT_OF_TOO_LARGE}>)"
    raw = fetched(box, number, part)
    if not raw:
        return False
    envelope = envelope_of(raw)
    fault = envelope.fault if is_whole else TOO_LARGE
    for recipient in envelope.recipients:
        keep_mail(raw, envelope.sender, recipient, DOOR, fault=fault, received_at=slip.came_at)
    return True
