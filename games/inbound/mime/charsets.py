"""Charsets in the wild: a label may be wrong. Bytes that cannot be decoded become U+FFFD, which is in no move."""

import codecs
import re

LONGEST_LABEL = 60

_HALF = re.compile("[\ud800-\udfff]")
_NOT_FOR_MAIL = {"idna", "punycode", "raw_unicode_escape", "undefined", "unicode_escape"}
_ALIASES = {
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "iso-8859-6-i": "iso-8859-6",
    "iso-8859-6-e": "iso-8859-6",
    "unicode-1-1-utf-7": "utf-7",
    "unicode-1-1-utf-8": "utf-8",
    "uft-8": "utf-8",
    "uft8": "utf-8",
    "utf_8": "utf-8",
    "utf-8mb4": "utf-8",
    "x-unknown": "",
    "unknown-8bit": "",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "iso-8859-1": "windows-1252",
    "latin1": "windows-1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
}


def decode_text(content: bytes, label: str | None) -> str:
    """Return `content` decoded by its charset label if the label is known, else as UTF-8 or windows-1252.

    A lone surrogate of UTF-16, which some charsets can encode, becomes U+FFFD.
    """
    name = _known(label)
    try:
        text = content.decode(name or "utf-8", "replace" if name else "strict")
    except (UnicodeError, ValueError):
        text = content.decode("windows-1252", "replace")
    return _HALF.sub("\N{REPLACEMENT CHARACTER}", text)


def _known(label: str | None) -> str:
    wanted = (label or "")[:LONGEST_LABEL].partition("*")[0].strip().strip("\"'").lower()
    wanted = _ALIASES.get(wanted, wanted)
    try:
        found = codecs.lookup(wanted) if wanted else None
    except (LookupError, ValueError):
        return ""
    # `_is_text_encoding` is how the standard library itself separates text encodings from transforms such as zlib.
    is_text = found is not None and getattr(found, "_is_text_encoding", False)
    return found.name if found is not None and is_text and found.name not in _NOT_FOR_MAIL else ""
