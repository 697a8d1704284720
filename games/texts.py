"""Text that people type, made safe to keep and to show: one line, no control characters, no endless length."""

import unicodedata

_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean_line(text: str, longest: int) -> str:
    """Return `text` as one line of at most `longest` characters, without control, direction or surrogate characters."""
    readable = (" " if unicodedata.category(each) in _UNSAFE else each for each in text[: 4 * longest])
    return " ".join("".join(readable).split())[:longest].rstrip()
