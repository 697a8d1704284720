"""Reading: the text of a mail in a mailbox, and its HTML unchanged."""

from django.utils.translation import gettext as _

from games.inbound.mime.letters import open_letter
from games.inbound.mime.parts import Unreadable, open_mail, text_parts
from games.postoffice.mailboxes import Mail


def text_of(mail: Mail) -> str:
    """Return the mail as plain text, flattened from its HTML if it has no text of its own."""
    try:
        return open_letter(mail.raw).text
    except Unreadable as fault:
        return _("This mail cannot be read: {fault}.").format(fault=fault)


def html_of(mail: Mail) -> str:
    """Return the HTML part unchanged, or "". It comes from a stranger: show it only in a sandbox."""
    try:
        parts = [part.text() for part in text_parts(open_mail(mail.raw)) if part.kind == "text/html"]
    except Unreadable:
        return ""
    return parts[0] if parts else ""
