"""The words for the options of a game, kept beside its other templates: a label, what it means, and its values."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.template.loader import render_to_string
from django.utils.translation import get_language


@dataclass(frozen=True, slots=True)
class OptionWords:
    """How people read an option; `values` are the names of its values where those are codes."""

    label: str
    meaning: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AgreedOption:
    """An option of a match as it was agreed, in words."""

    label: str
    value: str
    meaning: str


def words_of_option(slug: str, name: str) -> OptionWords:
    """Return the words for the option `name` of the game `slug`, in the reader's language.

    They are written in `games/<slug>/options/<name>.txt`: the label, a line that explains, and `code: words` lines.
    """
    return _read(slug, name, get_language())


@cache
def _read(slug: str, name: str, _language: str | None) -> OptionWords:
    """Return the words in the language spoken now; they hold nothing but what the template says, and stay so."""
    written = render_to_string(f"games/{slug}/options/{name}.txt")
    label, meaning, *values = (line.strip() for line in written.splitlines() if line.strip())
    pairs = (value.partition(":")[::2] for value in values)
    return OptionWords(label, meaning, {code: words.strip() for code, words in pairs})
