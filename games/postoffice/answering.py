"""Answering: send a reply written on a page through the post office, as any mail program would."""

import smtplib
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid

from django.conf import settings

from games.postoffice.mailboxes import Mail
from games.postoffice.reading import text_of
from games.texts import clean_line

LONGEST_TEXT = 20_000
LONGEST_SUBJECT = 200


def reply_to(mail: Mail) -> str:
    """Return the address that a reply to this mail goes to, or ""."""
    return mail.headers.address("reply-to") or mail.headers.address("from")


def send_reply(address: str, mail: Mail, text: str) -> str:
    """Reply to a mail in the mailbox of `address`; return the recipient. Raises OSError (SMTPException is one)."""
    recipient = reply_to(mail)
    message = make_reply(address, mail, text)
    with smtplib.SMTP(settings.POST_OFFICE_HOST, settings.POST_OFFICE_PORT, timeout=10) as post:
        post.sendmail(address, [recipient], message.as_bytes(policy=SMTP))
    return recipient


def make_reply(address: str, mail: Mail, text: str) -> EmailMessage:
    """Return a reply to a mail: the new text, and the old one quoted below."""
    message = EmailMessage()
    message["From"] = address
    message["To"] = reply_to(mail)
    subject = clean_line(mail.headers.first("subject"), LONGEST_SUBJECT)
    message["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    message["Date"] = formatdate(localtime=False)
    message["Message-ID"] = make_msgid(domain=settings.MAIL_DOMAIN)
    original = clean_line(mail.headers.first("message-id"), LONGEST_SUBJECT)
    if original:
        references = clean_line(mail.headers.first("references"), 4 * LONGEST_SUBJECT)
        message["In-Reply-To"] = original
        message["References"] = f"{references} {original}".strip()
    message.set_content(f"{text.strip()}\n\n{_quoted(mail)}")
    return message


def _quoted(mail: Mail) -> str:
    date, sender = mail.headers.first("date"), mail.headers.first("from")
    lines = text_of(mail).rstrip().splitlines()
    attribution = clean_line(f"On {date}, {sender} wrote:", 4 * LONGEST_SUBJECT)
    return "\n".join([attribution, *(f"> {line}".rstrip() for line in lines)]) + "\n"
