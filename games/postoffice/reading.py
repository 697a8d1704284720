"""Reading a mail of a mailbox: its text, and its HTML as it came."""

from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from email.policy import compat32

from django.utils.translation import gettext as _

from games.inbound.letters import Unreadable, decoded, open_letter, text_parts
from games.postoffice.mailboxes import Mail


def text_of(mail: Mail) -> str:
    """Return the mail as plain text; its HTML flattened where it has no other."""
    try:
        return open_letter(mail.raw).text
    except Unreadable as fault:
        return _("This mail cannot be read: {fault}.").format(fault=fault)


def html_of(mail: Mail) -> str:
    """Return the HTML part as it came, or "". It is a stranger's: show it in a sandbox only."""
    try:
        message: Message = message_from_bytes(mail.raw, policy=compat32)
        parts = [decoded(part) for part in text_parts(message) if part.get_content_type() == "text/html"]
    except (Unreadable, MessageError, RecursionError, ValueError, LookupError):
        return ""
    return parts[0] if parts else ""
