"""Reports: mail that came back to a letter's return path, as delivery reports (RFC 3464) and complaints (RFC 5965)."""

from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from email.policy import compat32

from accounts.refusals import is_hard
from games.notifications.fates import Report, Told
from games.texts import clean_line

_ACTIONS = {"delayed": Told.DEFERRED, "delivered": Told.DELIVERED}
_LONGEST = 300


def read_report(raw: bytes, name: str) -> Report | None:
    """Return what a mail that came back tells of the letter called `name`; None if it is no report.

    A letter has one reader, so the first recipient told of is that reader; by which address an alias of theirs was
    resolved is nothing to us.
    """
    try:
        message = message_from_bytes(raw, policy=compat32)
        parts = list(_parts(message))
    except (MessageError, ValueError, LookupError, RecursionError):
        return None
    if message.get_content_type() != "multipart/report":
        return None
    for part in parts:
        if part.get_content_type() == "message/delivery-status":
            return _of_delivery(part, name)
        if part.get_content_type() == "message/feedback-report":
            return _of_complaint(part, name)
    return None


def _parts(message: Message) -> Iterator[Message]:
    children = message.get_payload()
    return iter(children) if isinstance(children, list) else iter(())  # type: ignore[arg-type]


def _of_delivery(part: Message, name: str) -> Report | None:
    for block in _parts(part):
        action = _field(block, "action").split()[:1]
        if not action:
            continue
        status, words = _field(block, "status"), _field(block, "diagnostic-code")
        detail = " ".join(each for each in (status, words) if each) or action[0]
        if action[0].lower() == "failed":
            return Report(name, Told.HARD if is_hard(_code_in(words), f"{status} {words}") else Told.SOFT, detail)
        told = _ACTIONS.get(action[0].lower())
        return Report(name, told, detail) if told else None
    return None


def _of_complaint(part: Message, name: str) -> Report | None:
    blocks = [part, *_parts(part)]
    payload = part.get_payload()
    if isinstance(payload, str):
        blocks.append(message_from_bytes(payload.encode(errors="replace"), policy=compat32))
    kind = next((found for block in blocks if (found := _field(block, "feedback-type"))), "")
    return Report(name, Told.COMPLAINED, f"reported as {kind}") if kind.lower() in ("abuse", "fraud") else None


def _field(block: Message, name: str) -> str:
    return clean_line(str(block.get(name, "")), _LONGEST)


def _code_in(words: str) -> int:
    """Return the code of RFC 5321 in a diagnostic such as `smtp; 550 no such mailbox`, or 0."""
    first = words.partition(";")[2].split()[:1]
    return int(first[0][:3]) if first and first[0][:3].isdecimal() else 0
