"""Headers of a raw mail, read without trust: whatever is in them, reading them raises nothing."""

from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

MOST_HEADER_BYTES = 128 * 1024
LONGEST_VALUE = 2000


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers of one mail, by name in lower case, in the order they came."""

    values: dict[str, list[str]]

    def first(self, name: str) -> str:
        """Return the first value of a header, or ""."""
        return next(iter(self.values.get(name, ())), "")

    def has(self, name: str) -> bool:
        """Whether the mail has this header, even an empty one."""
        return name in self.values


def read_headers(raw: bytes) -> Headers:
    """Return the headers of a raw mail; there are none where they cannot be read."""
    try:
        return headers_of(BytesHeaderParser(policy=compat32).parsebytes(raw[:MOST_HEADER_BYTES]))
    except (MessageError, ValueError, LookupError, RecursionError):
        return Headers({})


def headers_of(message: Message) -> Headers:
    """Return the headers of a parsed mail, unfolded and decoded."""
    found: dict[str, list[str]] = {}
    for name, value in message.items():
        found.setdefault(str(name).lower(), []).append(_decoded(str(value)[:LONGEST_VALUE]))
    return Headers(found)


def _decoded(value: str) -> str:
    unfolded = " ".join(value.split())
    try:
        return str(make_header(decode_header(unfolded)))
    except (MessageError, ValueError, LookupError):
        return unfolded
