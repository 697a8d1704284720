"""Reading a mail of a mailbox: its text, and its HTML as it came."""

from django.utils.translation import gettext as _

from games.inbound.mime.letters import open_letter
from games.inbound.mime.parts import Unreadable, open_mail, text_parts
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
        parts = [part.text() for part in text_parts(open_mail(mail.raw)) if part.kind == "text/html"]
    except Unreadable:
        return ""
    return parts[0] if parts else ""
