"""Reports: mail that came back to a letter's return path.

Delivery reports (RFC 3464) and complaints (RFC 5965) are known by their parts. Servers that use neither, such as qmail
and Exim, write prose, which `bounces.py` reads. A mail in no known form is no report and is put aside for people.
"""

from collections.abc import Iterator

from accounts.addresses import is_hard
from games.inbound.machines.bounces import read_bounce
from games.inbound.mime.headers import Headers, take_head
from games.inbound.mime.parts import MimePart, Unreadable, all_parts, open_mail
from games.notifications.delivery_status import DeliveryNotice, DeliveryReport
from games.texts import clean_line

_STATUS_PARTS = ("message/delivery-status", "message/global-delivery-status")
_ACTIONS = {"delayed": DeliveryNotice.DEFERRED, "delivered": DeliveryNotice.DELIVERED}
_LONGEST = 300
_MOST_BLOCKS, _MOST_LINES = 50, 100


def read_report(raw: bytes, name: str) -> DeliveryReport | None:
    """Return the report in a mail that came back about the letter `name`; None if it is no report.

    A letter has one reader, so the first recipient in the report is that reader, even if an alias resolved to another
    address.
    """
    try:
        mail = open_mail(raw)
        parts = list(all_parts(mail))
    except Unreadable:
        return None
    for part in parts:
        if part.kind in _STATUS_PARTS:
            return _of_delivery(part, name)
        if part.kind == "message/feedback-report":
            return _of_complaint(part, name)
    return read_bounce(mail, parts, name)


def _blocks(part: MimePart) -> Iterator[Headers]:
    """Yield the blocks of headers of a part that holds nothing else."""
    text, start = part.body.lstrip(b"\n"), 0
    for _ in range(_MOST_BLOCKS):
        if start >= len(text):
            return
        head = take_head(text, start, _MOST_LINES)
        yield head.headers
        start = max(head.end, start + 1)


def _of_delivery(part: MimePart, name: str) -> DeliveryReport | None:
    for block in _blocks(part):
        action = _field(block, "action").split()[:1]
        if not action:
            continue
        status, words = _field(block, "status"), _field(block, "diagnostic-code")
        detail = " ".join(each for each in (status, words) if each) or action[0]
        if action[0].lower() == "failed":
            return DeliveryReport(
                name,
                DeliveryNotice.HARD if is_hard(_code_in(words), f"{status} {words}") else DeliveryNotice.SOFT,
                detail,
            )
        told = _ACTIONS.get(action[0].lower())
        return DeliveryReport(name, told, detail) if told else None
    return None


def _of_complaint(part: MimePart, name: str) -> DeliveryReport | None:
    kind = next((found for block in _blocks(part) if (found := _field(block, "feedback-type"))), "")
    return (
        DeliveryReport(name, DeliveryNotice.COMPLAINED, f"reported as {kind}")
        if kind.lower() in ("abuse", "fraud")
        else None
    )


def _field(block: Headers, name: str) -> str:
    return clean_line(block.first(name), _LONGEST)


def _code_in(words: str) -> int:
    """Return the code of RFC 5321 in a diagnostic such as `smtp; 550 no such mailbox`, or 0."""
    first = words.partition(";")[2].split()[:1]
    code = first[0][:3] if first else ""
    return int(code) if code.isascii() and code.isdecimal() else 0
