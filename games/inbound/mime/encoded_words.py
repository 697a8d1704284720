"""Encoded words: non-ASCII text in a header (RFC 2047), decoded in one pass; other text stays as it is."""

import binascii
import re

from games.inbound.mime.charsets import decode_text

_WORD = re.compile(r"=\?([^?\s]{1,40})\?([bBqQ])\?([^?]*+)\?=")
_NO_SIGN = re.compile(rb"[^A-Za-z0-9+/]+")


def decode_words(value: str) -> str:
    """Return a header's value decoded; adjacent encoded words are joined, so that they may split a character."""
    read: list[str] = []
    waiting, label, end = b"", "", 0
    for found in _WORD.finditer(value):
        between = value[end : found.start()]
        if between.strip() or not read or found[1] != label:
            read += [decode_text(waiting, label), between if between.strip() or not end else ""]
            waiting, label = b"", found[1]
        waiting += _bytes_of(found[2].lower(), found[3])
        end = found.end()
    return "".join([*read, decode_text(waiting, label), value[end:]])


def _bytes_of(encoding: str, text: str) -> bytes:
    written = text.encode("utf-8", "replace")
    return bytes_of_base64(written) if encoding == "b" else binascii.a2b_qp(written, header=True)


def bytes_of_base64(written: bytes) -> bytes:
    """Decode base64 up to its first end, ignoring foreign characters and a character cut off at the end."""
    signs = _NO_SIGN.sub(b"", written.partition(b"=")[0])
    whole = signs[:-1] if len(signs) % 4 == 1 else signs
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
