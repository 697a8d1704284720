"""Wording: text for people, in the language of its reader.

Only text for people passes through here: narration, refusals, and the displayed names of cards, pirates, islands and
captains. Text that is stored in a log, hashed, compared, written as notation, put into a View or used as a key is never
translated: a match is the same match in every language.

Without a host all text is in English. A host sets its translator once, with `speak_through`. The translator finds out
for each call which language is active, so one process can serve many people. A refusal is translated where it is
raised; the host activates the asker's language before.

The functions have the names that xgettext looks for. Placeholders are named and filled with `str.format`.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass


def _same(message: str) -> str:
    return message


def _by_count(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def _without_context(_: str, message: str) -> str:
    return message


def _english() -> str:
    return "en"


@dataclass(frozen=True, slots=True)
class Translator:
    """Three functions as in Python's own `gettext` module, and a function that returns the active language.

    The default is English.
    """

    gettext: Callable[[str], str] = _same
    ngettext: Callable[[str, str, int], str] = _by_count
    pgettext: Callable[[str, str], str] = _without_context
    language: Callable[[], str | None] = _english


class _Voice:
    translator = Translator()


_voice = _Voice()


def speak_through(translator: Translator) -> Translator:
    """Use `translator` from now on; return the former one."""
    before, _voice.translator = _voice.translator, translator
    return before


def language_spoken() -> Hashable:
    """Return a key for caches that depend on the active language."""
    return _voice.translator, _voice.translator.language()


def gettext(message: str) -> str:
    """Return a message in the active language."""
    return _voice.translator.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a message for `count`, in the active language."""
    return _voice.translator.ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """Return a message whose translation depends on its context."""
    return _voice.translator.pgettext(context, message)


def gettext_noop(message: str) -> str:
    """Mark a message that is stored untranslated and translated when it is shown."""
    return message


def listed(things: Sequence[str]) -> str:
    """Return one or more things joined by commas and "and", as in the active language."""
    said, *others = things
    for thing in others[:-1]:
        said = pgettext("list of things", "{before}, {next}").format(before=said, next=thing)
    if others:
        said = pgettext("list of things", "{before} and {last}").format(before=said, last=others[-1])
    return said


def itemised(things: Sequence[str]) -> str:
    """Return things joined by semicolons, because they may contain lists with commas themselves."""
    return "; ".join(things)


def cards_counted(count: int) -> str:
    """Return a number of cards as text, with the right plural."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)
