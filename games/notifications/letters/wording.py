"""Wording: defuse other people's text, which must not become a link, and wrap text at 72 columns."""

import re
import textwrap

from games.texts import clean_line

COLUMNS = 72
SIGNATURE = "-- "
"""The line before the footer, which mail programs leave out of quotes (RFC 3676 4.3)."""

_DOT_IN_WORD = re.compile(r"(?<=\w)[.\u3002\uff0e\uff61\u2024](?=\w)")
_AT_IN_WORD = re.compile(r"(?<=\w)[@\uff20](?=\w)")
_SLASHES = re.compile(r"[/\\\uff0f]{2,}")
_ITEM = re.compile(r"\s+(?:[*-] |\S[^:]{0,24}: )?|")


def defused(text: str, longest: int = 60) -> str:
    """Return other people's text as one clean line in which no mail program finds a link or an address."""
    line = _SLASHES.sub("/", clean_line(text, longest))
    return _AT_IN_WORD.sub(" at ", _DOT_IN_WORD.sub(". ", line))


def quoted(text: str) -> list[str]:
    """Return other people's text as harmless lines that fit a letter with four columns to spare."""
    lines = (defused(line, len(line)) if line else "" for line in text.split("\n"))
    return [part for line in lines for part in textwrap.wrap(line, COLUMNS - 4) or [""]]


def laid_out(text: str) -> str:
    """Return `text` in lines of at most 72 columns, without breaking links and without two empty lines in a row."""
    lines = [wrapped for line in text.splitlines() for wrapped in _wrapped(line.rstrip())]
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"
    return body.replace("\n--\n", f"\n{SIGNATURE}\n")


def in_columns(items: list[str]) -> list[str]:
    """Return the items as lines of text, in as many columns of equal width as fit."""
    if not items:
        return []
    width = max(len(item) for item in items) + 3
    across = max(1, (COLUMNS - 1) // width)
    rows = (items[start : start + across] for start in range(0, len(items), across))
    return ["  " + "".join(item.ljust(width) for item in row).rstrip() for row in rows]


def _wrapped(line: str) -> list[str]:
    if len(line) <= COLUMNS:
        return [line]
    head = _ITEM.match(line)
    indent = " " * min(len(head[0]) if head else 0, 24)
    return textwrap.wrap(line, COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
