"""Letters: open a raw mail as its sender wrote it, or raise Unreadable."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.inbound.mime.flattening import flatten_html
from games.inbound.mime.flowed import join_flowed
from games.inbound.mime.headers import Headers
from games.inbound.mime.parts import MOST_CHARACTERS, MimePart, open_mail, text_parts


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail as its sender wrote it: headers, and the text with quotes marked by `>`; "" if it has no text."""

    headers: Headers
    content_type: str
    text: str


def open_letter(raw: bytes) -> ReceivedMail:
    """Return the headers and text of a raw mail. Raises Unreadable."""
    mail = open_mail(raw)
    return ReceivedMail(mail.headers, mail.kind, _text(list(text_parts(mail))))


def _text(parts: list[MimePart]) -> str:
    plain = (_plain_text(part, text) for part, text in _read(parts, "text/plain"))
    written = "\n".join(text for text in plain if text.strip())
    return written or "\n".join(flatten_html(markup) for _, markup in _read(parts, "text/html"))


def _read(parts: list[MimePart], kind: str) -> Iterator[tuple[MimePart, str]]:
    """Yield the parts of a kind with their text, together at most `MOST_CHARACTERS` characters."""
    left = MOST_CHARACTERS
    for part in parts:
        if part.kind == kind and left > 0:
            text = part.text(left)
            left -= len(text)
            yield part, text


def _plain_text(part: MimePart, written: str) -> str:
    text = written.replace("\r\n", "\n").replace("\r", "\n")
    if part.parameters.get("format", "").lower() != "flowed":
        return text
    return join_flowed(text, deletes_space=part.parameters.get("delsp", "").lower() == "yes")
