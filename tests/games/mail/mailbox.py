"""What lies in a mailbox on the IMAP server: replies, and mails that harm whoever reads them carelessly."""

from itertools import count

from accounts.models import User
from games.models import Match
from games.services.people.reply_addresses import make_reply_address
from tests.games.mail.desk import question

_numbers = count()


def reply_address(match: Match, anna: User) -> str:
    """Return where Anna, on seat 0, answers what is asked."""
    return make_reply_address(match_id=match.pk, seat=0, player=anna, decision=question(match).key)


def letter(to: str, text: str = "pass", *more: str, charset: str = "utf-8") -> bytes:
    """Return a mail from Anna, another one each time."""
    headers = [
        "Return-Path: <demo.anna@letters.localhost>",
        "From: Demo Anna <demo.anna@letters.localhost>",
        f"To: {to}",
        f"Message-ID: <{next(_numbers)}@elsewhere.example>",
        f"Content-Type: text/plain; charset={charset}",
        *more,
    ]
    return ("\r\n".join(headers) + f"\r\n\r\n{text}\r\n").encode()


def poisons(to: str) -> list[bytes]:
    """Return mails whose headers make careless readers raise, each another error."""
    deep = "(" * 1500
    return [
        f"From: x@example.org\r\nTo: {to}\r\nMessage-ID: =?utf-7?q?+2AA-?=\r\n\r\nhello\r\n".encode(),
        f"From: {deep}\r\n {deep}\r\nTo: {to}\r\n\r\nhello\r\n".encode(),
        f"From: x@example.org\r\nTo: {deep}{to}\r\nCc: {deep}\r\n\r\nhello\r\n".encode(),
        f"From: x@example.org\r\nReturn-Path: {deep}\r\nTo: {to}\r\n\r\nhello\r\n".encode(),
        f"From: x@example.org\r\nTo: {to}\r\nMessage-ID: \xd8\x00\udcff\r\n\r\nhello\r\n".encode(errors="replace"),
        f"From: =?idna?q?x?= <{to}>\r\nTo: =?punycode?q?{'9' * 60}?= <{to}>\r\n\r\nhello\r\n".encode(),
        b"\xff\xfe\x00:\r\n \x00\r\n\r\n\x00\r\n",
        f"Content-Type: text/plain; charset*=utf-8''%00%ff\r\nTo: {to}\r\n\r\nhello\r\n".encode(),
    ]
