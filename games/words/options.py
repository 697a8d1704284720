"""Words for the options of a game, from text files beside its templates: a label, the meaning, and the values."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import msgspec
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec.structs import FieldInfo, fields

from pirates.seats import Seat


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option in words; `values` maps those of its values that are codes to words."""

    label: str
    meaning: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AgreedOption:
    """An option with the value agreed for a match, in words."""

    label: str
    value: str
    meaning: str


def words_of_option(slug: str, name: str) -> OptionWords:
    """Return the words for the option `name` of the game `slug`, in the reader's language.

    They come from `games/<slug>/options/<name>.txt`: the label, a line of explanation, and `code: words` lines.
    """
    return _read(slug, name, get_language())


def option_in_words(slug: str, field: FieldInfo, value: object) -> AgreedOption:
    """Return an option of the game `slug` and its value in words; seats count from 1."""
    words = words_of_option(slug, field.name)
    return AgreedOption(words.label, _value_in_words(field, value, words.values), words.meaning)


def options_in_words(slug: str, options: msgspec.Struct) -> str:
    """Return the options of the game `slug` that were chosen, on one line."""
    chosen = ((field, getattr(options, field.name)) for field in fields(options))
    agreed = (option_in_words(slug, field, value) for field, value in chosen if value is not None)
    return ", ".join(f"{each.label}: {each.value}" for each in agreed)


def _value_in_words(field: FieldInfo, value: object, words: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("as the rules say")
    if isinstance(value, int) and field.type in (Seat, Seat | None):
        return _("seat {number}").format(number=value + 1)
    return words.get(str(value), str(value))


@cache
def _read(slug: str, name: str, _language: str | None) -> OptionWords:
    """Return the words in the active language, which is part of the cache key; the template takes no other input."""
    written = render_to_string(f"games/{slug}/options/{name}.txt")
    label, meaning, *values = (line.strip() for line in written.splitlines() if line.strip())
    pairs = (value.partition(":")[::2] for value in values)
    return OptionWords(label, meaning, {code: words.strip() for code, words in pairs})
