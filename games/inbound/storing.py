"""Storing: what every door of the post calls. Once it returns, the mail is kept, whatever happens afterwards."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from email.utils import parseaddr
from urllib.parse import unquote

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.return_paths import name_in_return_path
from games.inbound.headers import read_headers
from games.models import InboundMail
from games.services.reply_addresses import digest_of_address
from games.texts import clean_line
from games.wakeups import wake

MOST_BYTES = 2 * 1024 * 1024
KEPT_OF_TOO_LARGE = 64 * 1024
LONGEST_ADDRESS = 320
TOO_LARGE = "larger than a letter may be; only its beginning is kept"


@dataclass(frozen=True, slots=True)
class Stored:
    """What a door answers with: the mail's own mark, the same each time it is delivered."""

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
    """Store a mail and commit it; the same mail, by whatever door and however often, is stored once.

    `sender` and `recipient` are the envelope's; an empty `sender` is a machine's. A mail with a `fault` is put
    aside. `received_at` is when it came to where the door took it from, now where the door is where it came to.
    Nothing that a mail holds raises. Raises DatabaseError: not stored.
    """
    now = timezone.now()
    address = bare_address(recipient)
    token_digest = digest_of_address(address)
    reason = TOO_LARGE if len(raw) > MOST_BYTES else fault
    row = InboundMail(
        digest=digest_of_mail(raw, token_digest or address),
        door=door,
        sender=clean_line(sender, LONGEST_ADDRESS),
        recipient=clean_line(address, LONGEST_ADDRESS),
        token_digest=token_digest,
        raw=raw[:KEPT_OF_TOO_LARGE] if reason == TOO_LARGE else raw,
        state=InboundMail.State.ASIDE if reason else InboundMail.State.WAITING,
        reason=reason[:200],
        received_at=min(received_at or now, now),
        not_before=now,
        settled_at=now if reason else None,
    )
    return Stored(row.digest, _insert(row))


def is_own_address(address: str) -> bool:
    """Whether mail to this address is for the inbox: a reply address or a return path of ours, well formed."""
    bare = bare_address(address)
    return bool(digest_of_address(bare) or name_in_return_path(bare))


def bare_address(recipient: str) -> str:
    """Return an address as mail systems hand it over in one form: no name, no brackets, lower case, `%2B` a plus."""
    try:
        found = parseaddr(recipient)[1]
    except Exception:  # noqa: BLE001 - a stranger wrote what is read here
        found = ""
    return unquote(found or recipient.strip().strip("<>")).strip().lower()


def digest_of_mail(raw: bytes, recipient: str) -> str:
    """Return what makes this mail the same mail: Message-ID (or date, where it has none), recipient and content.

    The trace headers and line ends that each way of delivery changes do not count. Of a mail whose headers cannot be
    read, all its bytes count.
    """
    try:
        headers = read_headers(raw)
        identity = (headers.first("message-id") or headers.first("date")).encode("utf-8", "surrogateescape")
    except Exception:  # noqa: BLE001 - a stranger wrote what is read here
        identity = hashlib.sha256(raw).digest()
    _, _, content = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").partition(b"\n\n")
    digest = hashlib.sha256()
    for part in (identity, recipient.encode("utf-8", "surrogatepass")):
        digest.update(part + b"\0")
    digest.update(content.rstrip())
    return digest.hexdigest()


def _insert(row: InboundMail) -> bool:
    """Insert the row unless the same mail is there; the unique rule of the database decides."""
    try:
        with transaction.atomic(durable=True):
            row.save(force_insert=True)
            wake("read_inbox")
    except IntegrityError:
        return False
    return True
