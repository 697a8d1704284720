"""Letters: a raw mail taken apart into its headers and its text, or said to be unreadable."""

from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from games.inbound.charsets import decode_text
from games.inbound.flattening import flatten_html
from games.inbound.flowed import join_flowed
from games.inbound.headers import Headers, headers_of

DEEPEST_NESTING = 20
MOST_PARTS = 200
MOST_CHARACTERS = 200_000


class Unreadable(Exception):
    """The mail is in no form that can be read; says why."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as its sender wrote it: headers, and the text with quotes marked by `>`; "" where there is no text."""

    headers: Headers
    content_type: str
    text: str


def open_letter(raw: bytes) -> Letter:
    """Take a raw mail apart; raises Unreadable."""
    try:
        message = message_from_bytes(raw, policy=compat32)
        headers = headers_of(message)
        parts = list(text_parts(message))
        return Letter(headers, message.get_content_type(), _text(parts))
    except Unreadable:
        raise
    except RecursionError as error:
        raise Unreadable("parts nested too deep") from error
    except Exception as error:
        raise Unreadable(f"cannot be taken apart ({type(error).__name__})") from error


def text_parts(message: Message) -> Iterator[Message]:
    """Yield the parts that are text of this mail itself: no attachments, no mails within it. Raises Unreadable."""
    waiting, seen = [(message, 0)], 0
    while waiting:
        part, depth = waiting.pop()
        seen += 1
        if depth > DEEPEST_NESTING or seen > MOST_PARTS:
            raise Unreadable("parts nested too deep")
        kind = part.get_content_type()
        children = part.get_payload()
        if kind.startswith("multipart/") and isinstance(children, list):
            waiting += [(child, depth + 1) for child in reversed(children) if isinstance(child, Message)]
        elif kind in ("text/plain", "text/html") and not _is_attached(part):
            yield part


def _is_attached(part: Message) -> bool:
    return str(part.get("content-disposition", "")).strip().lower().startswith("attachment") or bool(
        part.get_filename()
    )


def _text(parts: list[Message]) -> str:
    plain = [_plain_text(part) for part in parts if part.get_content_type() == "text/plain"]
    written = "\n".join(text for text in plain if text.strip())
    if written:
        return written
    markup = (decoded(part) for part in parts if part.get_content_type() == "text/html")
    return "\n".join(flatten_html(each) for each in markup)


def _plain_text(part: Message) -> str:
    text = decoded(part).replace("\r\n", "\n").replace("\r", "\n")
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    return join_flowed(text, deletes_space=str(part.get_param("delsp") or "").lower() == "yes")


def decoded(part: Message) -> str:
    """Return the text of a part in whatever charset it came, at most MOST_CHARACTERS of it."""
    content = part.get_payload(decode=True)
    label = part.get_param("charset")
    if isinstance(label, tuple):
        label = label[2]
    return decode_text(content if isinstance(content, bytes) else b"", label)[:MOST_CHARACTERS]
