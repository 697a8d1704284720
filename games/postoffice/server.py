"""The SMTP server of the post office. It acknowledges a reply only once it is stored and committed."""

import asyncio
from collections.abc import Iterable
from typing import Any

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import DatabaseError, connections

from games.inbound.doors.keeping import is_known, is_too_many, keep_mail
from games.inbound.doors.storing import MOST_BYTES, bare_address, is_own_address
from games.inbound.own_marks import sender_addresses
from games.postoffice.mailboxes import deliver

log = structlog.get_logger(__name__)

DOOR = "smtp"
LONGEST_ADDRESS = 254  # RFC 5321, 4.5.3.1
MOST_RECIPIENTS = 50
_NOBODYS = "550 5.1.1 No such reply address; answer the newest letter of the match"
_TOO_MANY = "450 4.2.1 Too many mails to this address; try again in an hour"
SMTP_SETTINGS: dict[str, Any] = {"data_size_limit": MOST_BYTES, "enable_SMTPUTF8": True, "ident": "Letters of Marque"}


class PostOffice:
    """Accepts mail: replies go to the inbox, all other mail to the mailbox of its recipient."""

    async def handle_RCPT(  # noqa: N802 - the name is aiosmtpd's
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Accept a recipient, except an impossible address, an unknown reply address or one that takes no more mail."""
        if len(address) > LONGEST_ADDRESS or not address.isprintable():
            return "553 5.1.3 This is no address"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        if refusal := await asyncio.to_thread(why_refused, address):
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - the name is aiosmtpd's
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Store the mail for all its recipients, and acknowledge it only then."""
        raw = envelope.original_content or b""
        try:
            await asyncio.to_thread(take_in, raw, envelope.mail_from or "", envelope.rcpt_tos)
        except (DatabaseError, OSError) as error:
            log.exception("mail_not_kept", error=type(error).__name__)
            return "451 4.3.0 Not kept; try again later"
        return "250 2.0.0 OK, kept"


def take_in(raw: bytes, sender: str, recipients: Iterable[str]) -> None:
    """Store a mail for each recipient, replies first, as storing a reply twice does no harm.

    Mail to the address that our letters come from goes to both the inbox and the mailbox, as it may be a reply that
    went astray. Raises DatabaseError, OSError.
    """
    wanted = dict.fromkeys(recipients)
    replies = [each for each in wanted if is_own_address(each)]
    to_sender = [each for each in wanted if bare_address(each) in sender_addresses()]
    try:
        for recipient in [*replies, *to_sender]:
            keep_mail(raw, sender, recipient, DOOR)
    finally:
        connections.close_all()
    for recipient in dict.fromkeys(bare_address(each) for each in recipients if each not in replies):
        deliver(recipient, raw)


def why_refused(address: str) -> str:
    """Return the SMTP answer that refuses a recipient, or "" if the recipient is not refused.

    Refuse an address in the form of our reply addresses that is unknown, or that takes no more mail. Refuse nothing
    if the database fails: the mail itself will not be stored then, and its server will send it again.
    """
    bare = bare_address(address)
    local_part, _, domain = bare.rpartition("@")
    if domain != settings.MAIL_DOMAIN.lower() or local_part[:2] not in ("r-", "r+", "r="):
        return ""
    try:
        if not is_known(bare):
            return _NOBODYS
        return _TOO_MANY if is_too_many(bare) else ""
    except DatabaseError as error:
        log.exception("recipient_not_looked_up", error=type(error).__name__)
        return ""
    finally:
        connections.close_all()


def make_server() -> SMTP:
    """Return a server that speaks SMTP on one connection."""
    return SMTP(PostOffice(), **SMTP_SETTINGS)
