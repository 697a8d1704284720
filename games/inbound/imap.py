"""The IMAP door: mail is taken from a folder of an IMAP server, stored and committed, and only then marked as seen.

Nothing is remembered about the folder between visits: what is not marked there is fetched, and what was stored before
is known by its content. So a crash between storing and marking, numbers that the server gives anew (UIDVALIDITY), or
two visitors at once lead to one effect. A mail that cannot be fetched or stored stops no other and is tried again.
"""

import imaplib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

import structlog
from django.conf import settings
from django.db import DatabaseError
from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import ImapToolsError

from games.inbound.envelopes import recipients_of, sender_of
from games.inbound.headers import read_headers
from games.inbound.storing import KEPT_OF_TOO_LARGE, MOST_BYTES, store_mail

log = structlog.get_logger(__name__)

DOOR = "imap"
MOST_PER_VISIT = 200
SECONDS_TO_WAIT = 20
SCHEMES = {"imaps": MailBox, "imap": MailBoxUnencrypted, "imap+tls": MailBoxStartTls}
PORTS = {"imaps": 993, "imap": 143, "imap+tls": 143}

_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
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
        """Return what a URL says; raises ValueError for one that says no such thing."""
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
    """Take in what has come to the folder of `INBOUND_IMAP_URL`; return how many mails were stored, old ones included.

    A server that cannot be reached, or a link that breaks, is logged: the next visit goes on where this one ended.
    """
    if not settings.INBOUND_IMAP_URL:
        return 0
    source, taken = Source.of_url(settings.INBOUND_IMAP_URL), 0
    try:
        with _visit(source) as box:
            for uid in list(box.uids("UNSEEN", "US-ASCII"))[:MOST_PER_VISIT]:
                taken += _take(box, uid, source)
    except (*_BROKEN, imaplib.IMAP4.error, ImapToolsError) as error:
        log.warning("imap_visit_ended", host=source.host, error=type(error).__name__)
    return taken


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


def _take(box: BaseMailBox, uid: str, source: Source) -> bool:
    """Store one mail, then mark it; a link that breaks is raised, whatever else is wrong concerns this mail only."""
    try:
        if not _store(box, uid):
            return False
        box.flag(uid, MailMessageFlags.SEEN, value=True)
        if source.done:
            box.move(uid, source.done)
    except _BROKEN:
        raise
    except (imaplib.IMAP4.error, ImapToolsError, DatabaseError) as error:
        log.warning("imap_mail_left", uid=uid, error=type(error).__name__)
        return False
    return True


def _store(box: BaseMailBox, uid: str) -> bool:
    """Fetch and store one mail, of one too large its beginning only; False if it is not there any more."""
    size = _SIZE.search(_fetched(box, uid, "(RFC822.SIZE)"))
    is_whole = size is None or int(size[1]) <= MOST_BYTES
    part = "(BODY.PEEK[])" if is_whole else f"(BODY.PEEK[]<0.{KEPT_OF_TOO_LARGE}>)"
    raw = _fetched(box, uid, part)
    if not raw:
        return False
    headers = read_headers(raw)
    for recipient in recipients_of(headers):
        store_mail(raw, sender_of(headers), recipient, DOOR, is_whole=is_whole)
    return True


def _fetched(box: BaseMailBox, uid: str, what: str) -> bytes:
    status, found = box.client.uid("FETCH", uid, what)
    if status != "OK":
        raise imaplib.IMAP4.error(f"FETCH {what} answered {status}")
    literal = next((each[1] for each in found if isinstance(each, tuple)), None)
    return literal if literal is not None else b"".join(each for each in found if isinstance(each, bytes))
