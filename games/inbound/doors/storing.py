"""Storing: every door calls `store_mail`. Once it returns, the mail is kept, whatever happens afterwards."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import unquote

import structlog
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from accounts.return_paths import name_in_return_path
from games.inbound.mime.addresses import LONGEST_VALUE, first_address
from games.inbound.mime.headers import read_headers, with_plain_line_ends
from games.inbound.mime.parts import LARGEST_MAIL
from games.models import InboundMail
from games.services.people.reply_addresses import digest_of_address
from games.texts import clean_line
from games.wakeups import wake

log = structlog.get_logger(__name__)

MOST_BYTES = LARGEST_MAIL
KEPT_OF_TOO_LARGE = 64 * 1024
LONGEST_ADDRESS = 320
TOO_LARGE = "larger than a letter may be; only its beginning is kept"


@dataclass(frozen=True, slots=True)
class Stored:
    """The result of storing a mail: its digest is the same each time the mail is delivered."""

    digest: str
    is_new: bool


def store_mail(
    raw: bytes,
    sender: str,
    recipient: str,
    door: str,
    *,
    fault: str = "",
    received_at: datetime | None = None,
) -> Stored:
    """Store a mail and commit it. The same mail is stored once, by whatever door and however often it comes.

    `sender` and `recipient` are the envelope's; an empty `sender` is a machine's. A mail with a `fault` is put aside;
    if it is too large and went to a reply address, its sender is notified first. `received_at` is when the mail reached
    the mailbox that the door reads; it is now for a door that receives mail itself. No content of a mail raises: a mail
    that cannot be examined is stored and put aside. Raises DatabaseError if the mail was not stored.
    """
    try:
        row = _row_of(raw, sender, recipient, fault=fault)
        return _keep(row, door, received_at)
    except (OperationalError, InterfaceError, TransactionManagementError):
        raise
    except Exception as error:
        log.exception("mail_kept_aside", door=door, error=type(error).__name__)
        return _keep(_row_of_bytes(raw, type(error).__name__), door, received_at)


def _row_of(raw: bytes, sender: str, recipient: str, *, fault: str) -> InboundMail:
    address = bare_address(recipient)
    token_digest = digest_of_address(address)
    reason = TOO_LARGE if len(raw) > MOST_BYTES else fault
    return InboundMail(
        digest=digest_of_mail(raw, token_digest or address),
        sender=clean_line(sender, LONGEST_ADDRESS),
        recipient=clean_line(address, LONGEST_ADDRESS),
        token_digest=token_digest,
        raw=raw[:KEPT_OF_TOO_LARGE] if reason == TOO_LARGE else raw,
        reason=reason[:200],
    )


def _row_of_bytes(raw: bytes, fault: str) -> InboundMail:
    """Return the row of a mail that could not be examined; the digest of its bytes identifies it."""
    digest = hashlib.sha256(raw).hexdigest()
    return InboundMail(digest=digest, raw=raw[:MOST_BYTES], reason=f"cannot be looked at ({fault})")


def _keep(row: InboundMail, door: str, received_at: datetime | None) -> Stored:
    now = timezone.now()
    row.door = door
    is_read = not row.reason or is_to_tell(row)
    row.state = InboundMail.State.WAITING if is_read else InboundMail.State.ASIDE
    row.received_at, row.not_before = min(received_at or now, now), now
    row.settled_at = None if is_read else now
    return Stored(row.digest, _insert(row))


def is_to_tell(row: InboundMail) -> bool:
    """Whether a mail to a reply address is too large to be read, so that its sender must be notified."""
    return row.reason == TOO_LARGE and bool(row.token_digest)


def is_own_address(address: str) -> bool:
    """Whether mail to this address is for the inbox: a reply address or a return path of ours, well formed."""
    bare = bare_address(address)
    return bool(digest_of_address(bare) or name_in_return_path(bare))


def bare_address(recipient: str) -> str:
    """Return an address from a mail system in one form: no name, no brackets, lower case, `%2B` as a plus."""
    found = first_address(recipient) or recipient[:LONGEST_VALUE].strip().strip("<>")
    return unquote(found).strip().lower()


def digest_of_mail(raw: bytes, recipient: str) -> str:
    """Return a digest that identifies a mail by its Message-ID (or its date, if it has none), recipient and content.

    Trace headers and line ends do not count, because each way of delivery changes them.
    """
    headers = read_headers(raw)
    _, _, content = with_plain_line_ends(raw).partition(b"\n\n")
    parts = (headers.first("message-id") or headers.first("date"), recipient)
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    digest.update(content.rstrip())
    return digest.hexdigest()


def _insert(row: InboundMail) -> bool:
    """Insert the row; return False if the same mail is there, which the database's unique constraint decides."""
    try:
        with transaction.atomic(durable=True):
            row.save(force_insert=True)
            wake("read_inbox")
    except IntegrityError:
        return False
    return True
