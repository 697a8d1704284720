"""MIME: split a raw mail into its parts, in code of our own, because every step must be bounded before it is taken.

The work grows only with the size of the mail: headers, parameters, parts and levels are limited. A mail with too many
headers, parts or levels raises Unreadable. Nothing else is raised, whatever the mail holds.
"""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from games.inbound.mime.charsets import decode_text
from games.inbound.mime.encoded_words import bytes_of_base64
from games.inbound.mime.headers import Head, Headers, take_head, with_plain_line_ends

LARGEST_MAIL = 2 * 1024 * 1024
DEEPEST_NESTING = 20
MOST_PARTS = 200
MOST_CHARACTERS = 200_000
MOST_HEADER_LINES_OF_PART = 200
MOST_PARAMETERS = 40
LONGEST_BOUNDARY = 200

_PARAMETER = re.compile(r";\s*+([^\s=;\"]{1,60})\s*+=\s*+(?:\"((?:[^\"\\]++|\\.)*+)\"|([^;\s]*+))")
_KIND = re.compile(r"\s*+([^\s/;]++/[^\s/;]++)\s*+(?:;|$)")


class Unreadable(Exception):
    """The mail is in no form that can be read; says why."""


@dataclass(frozen=True, slots=True)
class MimePart:
    """A part of a mail, or the mail itself: its headers and what it holds, as it came."""

    headers: Headers
    kind: str
    parameters: dict[str, str]
    body: bytes

    @property
    def is_attached(self) -> bool:
        """Whether the part is an attachment rather than text of the mail."""
        disposition = self.headers.first("content-disposition")
        return disposition.strip().lower().startswith("attachment") or bool(
            _parameters_in(disposition).get("filename") or self.parameters.get("name")
        )

    def text(self, most: int = MOST_CHARACTERS) -> str:
        """Return the text of the part, decoded by its charset, at most `most` characters of it."""
        return decode_text(_decoded(self, 8 * most), self.parameters.get("charset"))[:most]


def open_mail(raw: bytes) -> MimePart:
    """Return a raw mail as one part. Raises Unreadable."""
    plain = with_plain_line_ends(raw[: LARGEST_MAIL + 1])
    if len(raw) > LARGEST_MAIL:
        raise Unreadable("larger than a letter may be")
    return _part_of(plain, take_head(plain))


def all_parts(mail: MimePart) -> Iterator[MimePart]:
    """Yield a mail and all its parts, but do not descend into attached mails. Raises Unreadable."""
    waiting, seen = [(mail, 0)], 0
    while waiting:
        part, depth = waiting.pop()
        seen += 1
        if depth > DEEPEST_NESTING or seen + len(waiting) > MOST_PARTS:
            raise Unreadable("parts nested too deep, or too many")
        yield part
        if part.kind.startswith("multipart/"):
            waiting += [(each, depth + 1) for each in reversed(_children(part))]


def text_parts(mail: MimePart) -> Iterator[MimePart]:
    """Yield the text parts of this mail itself: no attachments, no attached mails. Raises Unreadable."""
    return (part for part in all_parts(mail) if part.kind in ("text/plain", "text/html") and not part.is_attached)


def _children(part: MimePart) -> list[MimePart]:
    boundary = part.parameters.get("boundary", "").rstrip()[:LONGEST_BOUNDARY].encode("utf-8", "replace")
    if not boundary:
        return []
    line = re.compile(rb"^--" + re.escape(boundary) + rb"(--)?+[ \t]*+$", re.MULTILINE)
    children: list[MimePart] = []
    begun = None
    for found in line.finditer(part.body):
        if begun is not None:
            children.append(_inner(part.body[begun : max(begun, found.start() - 1)]))
        if found[1] or len(children) > MOST_PARTS:
            return children
        begun = found.end() + 1
    if begun is not None:
        children.append(_inner(part.body[begun:]))
    return children


def _inner(raw: bytes) -> MimePart:
    return _part_of(raw, take_head(raw, most_lines=MOST_HEADER_LINES_OF_PART))


def _part_of(raw: bytes, head: Head) -> MimePart:
    if not head.is_whole:
        raise Unreadable("more headers than a letter may have")
    written = next(iter(head.headers.values.get("content-type", ())), "")
    kind = _KIND.match(written)
    return MimePart(head.headers, kind[1].lower() if kind else "text/plain", _parameters_in(written), raw[head.end :])


def _parameters_in(value: str) -> dict[str, str]:
    """Return the parameters of a header's value by name, with those in pieces (RFC 2231) joined."""
    plain: dict[str, str] = {}
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for _, found in zip(range(MOST_PARAMETERS), _PARAMETER.finditer(value), strict=False):
        name, _, place = found[1].lower().partition("*")
        text = re.sub(r"\\(.)", r"\1", found[2]) if found[2] is not None else found[3]
        if "*" not in found[1]:
            plain.setdefault(name, text)
        elif place.rstrip("*").isascii() and (place.rstrip("*") or "0").isdecimal():
            pieces.setdefault(name, []).append((int(place.rstrip("*") or "0"), found[1].endswith("*"), text))
    return {name: _joined(sorted(said)) for name, said in pieces.items()} | plain


def _joined(pieces: list[tuple[int, bool, str]]) -> str:
    """Return a value joined from its pieces; the first one, if encoded, names the charset: `utf-8'en'...`."""
    label, read = "", b""
    for number, (_, is_encoded, text) in enumerate(pieces):
        charset, _language, rest = _in_three(text) if number == 0 and is_encoded else ("", "", text)
        label = label or charset
        written = rest.encode("utf-8", "replace")
        read += unquote_to_bytes(written) if is_encoded else written
    return decode_text(read, label)


def _in_three(text: str) -> tuple[str, str, str]:
    charset, has_charset, rest = text.partition("'")
    language, has_language, rest = rest.partition("'")
    return (charset, language, rest) if has_charset and has_language else ("", "", text)


def _decoded(part: MimePart, most: int) -> bytes:
    """Undo the transfer encoding of a part's body, reading at most `most` bytes of it."""
    encoding = part.headers.first("content-transfer-encoding").strip().lower()
    body = part.body[:most]
    if encoding == "base64":
        return bytes_of_base64(body)
    return binascii.a2b_qp(body) if encoding == "quoted-printable" else body
