"""Storing: what every door of the post calls. Once it returns, the mail is kept, whatever happens afterwards."""

import hashlib
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Stored:
    """What a door answers with: the mail's own mark, the same each time it is delivered."""

    digest: str
    is_new: bool


def store_mail(raw: bytes, sender: str, recipient: str, door: str, *, is_whole: bool = True) -> Stored:
    """Store a mail and commit it; the same mail, by whatever door and however often, is stored once.

    `sender` and `recipient` are the envelope's; an empty `sender` is a machine's. A mail that is not `is_whole` was too
    large for its door. Raises DatabaseError: not stored.
    """
    address = bare_address(recipient)
    token_digest = digest_of_address(address)
    digest = digest_of_mail(raw, token_digest or address)
    is_too_large = len(raw) > MOST_BYTES or not is_whole
    now = timezone.now()
    row = InboundMail(
        digest=digest,
        door=door,
        sender=clean_line(sender, LONGEST_ADDRESS),
        recipient=clean_line(address, LONGEST_ADDRESS),
        token_digest=token_digest,
        raw=raw[:KEPT_OF_TOO_LARGE] if is_too_large else raw,
        state=InboundMail.State.ASIDE if is_too_large else InboundMail.State.WAITING,
        reason="larger than a letter may be; only its beginning is kept" if is_too_large else "",
        received_at=now,
        not_before=now,
        settled_at=now if is_too_large else None,
    )
    return Stored(digest, _insert(row))


def is_own_address(address: str) -> bool:
    """Whether mail to this address is for the inbox: a reply address or a return path of ours, well formed."""
    bare = bare_address(address)
    return bool(digest_of_address(bare) or name_in_return_path(bare))


def bare_address(recipient: str) -> str:
    """Return an address as mail systems hand it over in one form: no name, no brackets, lower case, `%2B` a plus."""
    found = parseaddr(recipient)[1] or recipient.strip().strip("<>")
    return unquote(found).strip().lower()


def digest_of_mail(raw: bytes, recipient: str) -> str:
    """Return what makes this mail the same mail: Message-ID (or date, where it has none), recipient and content.

    The trace headers and line ends that each way of delivery changes do not count.
    """
    headers = read_headers(raw)
    _, _, content = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").partition(b"\n\n")
    parts = (headers.first("message-id") or headers.first("date"), recipient)
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
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
