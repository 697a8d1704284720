"""Keeping mail small: mail from a door that cannot refuse is cut short and limited unless it can be an answer.

A stranger can make up addresses for ever, and the owner of a reply address can write to it for ever.
"""

from datetime import datetime, timedelta

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from accounts.return_paths import name_in_return_path
from games.inbound.doors.storing import Stored, bare_address, store_mail
from games.models import InboundMail, ReplyAddress
from games.services.people.reply_addresses import digest_of_address

log = structlog.get_logger(__name__)

HOUR = timedelta(hours=1)
MOST_TO_ADDRESS = 60
"""The limit of mails to one reply address in an hour: many more than anybody needs for answers."""
MOST_FROM_STRANGER = 20
"""The limit of mails in an hour from one sender that cannot be answers."""
MOST_OF_STRANGERS = 500
"""The limit of such mails in an hour from all senders together."""
KEPT_OF_HEADERS = 4 * 1024
KEPT_OF_STRANGERS = 16 * 1024

UNKNOWN = "came to a reply address that nobody has"
TOO_MANY = "too many mails to one address in one hour"


def keep_mail(
    raw: bytes, sender: str, recipient: str, door: str, *, fault: str = "", received_at: datetime | None = None
) -> Stored | None:
    """Store a mail that its door could not refuse, whole only if it can be an answer; return None if it is dropped.

    Raises DatabaseError if it was not stored.
    """
    address = bare_address(recipient)
    if is_known(address):
        if is_too_many(address):
            return store_mail(_headers(raw), sender, recipient, door, fault=TOO_MANY, received_at=received_at)
        return store_mail(raw, sender, recipient, door, fault=fault, received_at=received_at)
    if _is_flood(sender):
        log.warning("stray_mail_dropped", door=door, bytes=len(raw))
        return None
    if digest_of_address(address):
        return store_mail(_headers(raw), sender, recipient, door, fault=UNKNOWN, received_at=received_at)
    return store_mail(raw[:KEPT_OF_STRANGERS], sender, recipient, door, fault=fault, received_at=received_at)


def is_known(address: str) -> bool:
    """Whether mail to this address can be an answer: it is a reply address in use or a return path of ours."""
    digest = digest_of_address(address)
    return ReplyAddress.objects.filter(digest=digest).exists() if digest else bool(name_in_return_path(address))


def is_too_many(address: str) -> bool:
    """Whether a reply address has reached its limit of mail in the last hour."""
    digest = digest_of_address(address)
    return bool(digest) and _lately().filter(token_digest=digest).count() >= MOST_TO_ADDRESS


def _is_flood(sender: str) -> bool:
    strays = _lately().filter(token_digest="") | _lately().filter(reason=UNKNOWN)
    return strays.filter(sender=sender).count() >= MOST_FROM_STRANGER or strays.count() >= MOST_OF_STRANGERS


def _lately() -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(received_at__gt=timezone.now() - HOUR)


def _headers(raw: bytes) -> bytes:
    head, _, _ = raw[:KEPT_OF_HEADERS].replace(b"\r\n", b"\n").partition(b"\n\n")
    return head + b"\n\n"
