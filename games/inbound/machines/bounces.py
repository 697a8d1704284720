"""Bounces in no standard form: the prose that qmail, Exim, Exchange and others write about an undelivered letter.

The mail came to the letter's sealed return path, so the letter is certain. Whether the letter is lost is read from the
mail's sender, its subject, and the first code or status in its text. An out-of-office reply shows none of these signs.
"""

import re
from collections.abc import Sequence

from accounts.addresses import is_hard
from games.inbound.mime.parts import MimePart
from games.notifications.delivery_status import DeliveryNotice, DeliveryReport
from games.texts import clean_line

_LONGEST = 300
_MOST_CHARACTERS = 20_000
_MOST_LINES = 200

_SERVERS = re.compile(r"^(mailer-daemon|postmaster|mail-?daemon|mail-?delivery-?(sub)?system|mdaemon|bounces?)\b", re.I)
_FAILS = re.compile(
    r"\b(fail(ed|ure|s)?|undeliver(ed|able)|not (be )?delivered|undelivered mail|returned( to sender)?|rejected"
    r"|bounced?|unzustellbar|nicht zugestellt|fehlgeschlagen|non remis|échec|no se (ha )?(podido )?entreg\w*"
    r"|mancata consegna|niet bezorgd|onbestelbaar)\b",
    re.I,
)
_WAITS = re.compile(r"\b(delay(ed)?|warning|still (being )?(re)?tr(ied|ying)|will be retried|verzögert|retard)", re.I)
_COPY_BEGINS = re.compile(
    r"^\W*(below this line is a copy|this is a copy of the message|(---+ )?(the )?original message|included is a copy"
    r"|-+ ?(copia|kopie|copie)\b|(return-path|received|message-id): )",
    re.I,
)
_REPLY = re.compile(
    r"(?<![\w.:-])([45]\d\d)(?:[ -]#?([245]\.\d{1,3}\.\d{1,3})\b|[ :-])|(?<![\w.])([45]\.\d{1,3}\.\d{1,3})(?![\w.])"
)
_GONE = re.compile(
    r"\b(user unknown|unknown user|no such (user|mailbox|address|recipient)|(user|mailbox|address|recipient)"
    r" (does not exist|doesn't exist|not found|unknown|unavailable)|no mailbox here by that name|address rejected"
    r"|not listed in|invalid recipient|account (is )?disabled)\b",
    re.I,
)


def read_bounce(mail: MimePart, parts: Sequence[MimePart], name: str) -> DeliveryReport | None:
    """Return the report in a bounce that a server wrote in its own words on the letter `name`; None for other mail."""
    subject = mail.headers.first("subject")
    words = _words_before_the_copy(parts)
    found = next((each for line in words if (each := _REPLY.search(line))), None)
    line = found.string[found.start() :] if found else next((each for each in words if _GONE.search(each)), "")
    if not _is_bounce(mail, fails=bool(_FAILS.search(subject)), has_proof=bool(line)):
        return None
    if _WAITS.search(subject):
        return DeliveryReport(name, DeliveryNotice.DEFERRED, clean_line(subject, _LONGEST))
    return DeliveryReport(name, _told(found, line), clean_line(line or subject, _LONGEST))


def _is_bounce(mail: MimePart, *, fails: bool, has_proof: bool) -> bool:
    """Whether a mail says that a letter is lost or late; a mail with an empty return path must also give proof."""
    if mail.headers.has("x-failed-recipients"):
        return True
    if any(_SERVERS.match(each) for each in mail.headers.addresses("from")):
        return fails or has_proof or bool(_WAITS.search(mail.headers.first("subject")))
    return mail.headers.first("return-path").strip() == "<>" and fails and has_proof


def _told(found: re.Match[str] | None, line: str) -> DeliveryNotice:
    if found is None:
        return DeliveryNotice.HARD if _GONE.search(line) else DeliveryNotice.SOFT
    code, status = found[1] or "", found[2] or found[3] or ""
    return DeliveryNotice.HARD if is_hard(int(code or "0"), status) else DeliveryNotice.SOFT


def _words_before_the_copy(parts: Sequence[MimePart]) -> list[str]:
    """Return the lines of a mail's first text part, up to the copy of the letter that came back."""
    text = next((part.text(_MOST_CHARACTERS) for part in parts if part.kind in ("text/plain", "text/html")), "")
    lines: list[str] = []
    for line in text.split("\n")[:_MOST_LINES]:
        if _COPY_BEGINS.match(line):
            break
        lines.append(line.strip())
    return lines
