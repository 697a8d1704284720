"""Tongues nobody speaks: translators that leave a mark on every message, and on nothing else."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pirates.wording import Translator, speak_through

_PLACE = re.compile(r"(\{\w*\}|%\(\w+\)s|%%|</?\w[^>]*>|&\w+;)")
"""What no translator touches: placeholders of either kind, and marks of HTML."""
_WIDE = 0xFF21 - ord("A")


def widened(text: str) -> str:
    """Return `text` with every letter of ASCII in its wide form."""
    return "".join(chr(ord(each) + _WIDE) if each.isascii() and each.isalpha() else each for each in text)


def reversed_text(text: str) -> str:
    return text[::-1]


def tongue(speak: Callable[[str], str]) -> Translator:
    """Return a translator that says everything by `speak`, placeholders left as they are."""

    def say(message: str) -> str:
        return "".join(part if _PLACE.fullmatch(part) else speak(part) for part in _PLACE.split(message))

    return Translator(
        gettext=say,
        ngettext=lambda one, many, count: say(one if count == 1 else many),
        pgettext=lambda _, message: say(message),
    )


WIDE = tongue(widened)
BACKWARDS = tongue(reversed_text)


@contextmanager
def spoken(translator: Translator) -> Iterator[None]:
    """Let a translator say everything for a while."""
    before = speak_through(translator)
    try:
        yield
    finally:
        speak_through(before)
