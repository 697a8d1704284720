"""Headers of a raw mail, read within limits; whatever they hold, reading them raises nothing."""

import re
from dataclasses import dataclass

from games.inbound.mime.addresses import LONGEST_VALUE, addresses_in, first_address
from games.inbound.mime.charsets import decode_text
from games.inbound.mime.encoded_words import decode_words

MOST_HEADER_BYTES = 128 * 1024
MOST_HEADER_LINES = 2000

_FIELD = re.compile(rb"([!-9;-~]{1,200})[ \t]*+:")


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers of one mail as they were written, unfolded, by lower-case name, in the order they came."""

    values: dict[str, list[str]]

    def first(self, name: str) -> str:
        """Return the first value of a header, decoded, or ""."""
        return decode_words(next(iter(self.values.get(name, ())), ""))

    def has(self, name: str) -> bool:
        """Whether the mail has this header, even an empty one."""
        return name in self.values

    def addresses(self, *names: str) -> list[str]:
        """Return the addresses in all headers of these names, each value read by itself."""
        values = [value for name in names for value in self.values.get(name, ())]
        return [each for value in values for each in addresses_in(value) or addresses_in(decode_words(value))]

    def address(self, name: str) -> str:
        """Return the first address in the first header of this name, or ""."""
        written = next(iter(self.values.get(name, ())), "")
        return first_address(written) or first_address(decode_words(written))


@dataclass(frozen=True, slots=True)
class Head:
    """The headers at the start of some bytes; the rest begins at `end`; `is_whole`: no header was left out."""

    headers: Headers
    end: int
    is_whole: bool


def read_headers(raw: bytes) -> Headers:
    """Return the headers of a raw mail, up to the limits of this module."""
    return take_head(with_plain_line_ends(raw[:MOST_HEADER_BYTES])).headers


def with_plain_line_ends(raw: bytes) -> bytes:
    """Return the bytes with every line end as one line feed."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def take_head(raw: bytes, start: int = 0, most_lines: int = MOST_HEADER_LINES) -> Head:
    """Return the headers that begin at `start`; an empty line ends them, or a line that cannot be a header."""
    found: dict[str, list[bytes]] = {}
    last: list[bytes] = []
    here, limit = start, min(len(raw), start + MOST_HEADER_BYTES)
    for _ in range(most_lines):
        if here >= limit:
            break
        end = raw.find(b"\n", here)
        end = len(raw) if end < 0 else end
        line = raw[here : min(end, here + LONGEST_VALUE)]
        if not line:
            return Head(_as_text(found), end + 1, is_whole=True)
        field = _FIELD.match(line)
        if line[:1] in (b" ", b"\t") and last:
            last[-1] = (last[-1] + line)[:LONGEST_VALUE]
        elif field:
            last = found.setdefault(field[1].decode("ascii").lower(), [])
            last.append(line[field.end() :])
        elif here > start or not line.startswith(b"From "):
            return Head(_as_text(found), here, is_whole=True)
        here = end + 1
    return Head(_as_text(found), here, is_whole=here >= len(raw))


def _as_text(found: dict[str, list[bytes]]) -> Headers:
    return Headers({name: [_unfolded(value) for value in values] for name, values in found.items()})


def _unfolded(value: bytes) -> str:
    return " ".join(decode_text(value, None).split())
