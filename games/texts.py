"""Clean text that people type, so that it is safe to store and show: no control characters, limited length."""

import re
import unicodedata

_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LINE_END = re.compile("\r\n|[\r\n\u2028\u2029]")
_EMPTY_LINES = re.compile(r"\n{3,}")
_ADDRESS = re.compile(r"[^\s<>\"'(),;:/=]{1,100}@[^\s<>\"'(),;:/]{1,260}")
_TOKEN = re.compile(r"[a-z2-7]{26}|lom_[0-9a-f]{40}|[0-9a-f]{32,}", re.IGNORECASE)


def clean_line(text: str, longest: int) -> str:
    """Return `text` as one line of at most `longest` characters, without control, direction or surrogate characters."""
    readable = (" " if unicodedata.category(each) in _UNSAFE else each for each in text[: 4 * longest])
    return " ".join("".join(readable).split())[:longest].rstrip()


def clean_text(text: str, longest: int) -> str:
    """Return `text` with each line cleaned, no two empty lines in a row, and at most `longest` characters in all."""
    lines = [clean_line(line, longest) for line in _LINE_END.split(text[: 4 * longest])]
    return _EMPTY_LINES.sub("\n\n", "\n".join(lines)).strip()[:longest].rstrip()


def hide_addresses(text: str) -> str:
    """Return `text` with mail addresses masked, and with the tokens masked that our own addresses and links contain."""
    return _TOKEN.sub("[…]", _ADDRESS.sub("[address]", text))
