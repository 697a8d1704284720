"""Wording: what is said to people, in the language of whoever is spoken to.

Only what is said passes through here: narration, refusals, and the names of cards, pirates, islands and captains as
people read them. Nothing that is stored in a log, hashed, compared, written as notation, put into a View or used as a
key is ever translated: a match is the same match in every language.

Without a host everything is said in English. A host hands its translator in once, with `speak_through`; it decides for
every call anew which language is meant, so that one process can speak to many people. A refusal is worded where it is
raised: the host sets the asker's language before it asks.

The functions are named so that xgettext finds their messages. Placeholders are named and filled with `str.format`.
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
    """Three functions with the meaning of Python's own `gettext` module, and the language that they speak just now.

    By default they say English.
    """

    gettext: Callable[[str], str] = _same
    ngettext: Callable[[str, str, int], str] = _by_count
    pgettext: Callable[[str, str], str] = _without_context
    language: Callable[[], str | None] = _english


class _Voice:
    translator = Translator()


_voice = _Voice()


def speak_through(translator: Translator) -> Translator:
    """Let `translator` say everything from now on; return the one that did before."""
    before, _voice.translator = _voice.translator, translator
    return before


def language_spoken() -> Hashable:
    """Return what tells the language spoken now from all others, as the key of what is kept in it."""
    return _voice.translator, _voice.translator.language()


def gettext(message: str) -> str:
    """Return a message in the language spoken."""
    return _voice.translator.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a message that goes with `count` in the language spoken."""
    return _voice.translator.ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """Return a message that reads differently in another context."""
    return _voice.translator.pgettext(context, message)


def gettext_noop(message: str) -> str:
    """Mark a message that is kept as it is, to be translated when it is spoken."""
    return message


def listed(things: Sequence[str]) -> str:
    """Return at least one thing with commas and an and, as the language spoken joins them."""
    said, *others = things
    for thing in others[:-1]:
        said = pgettext("list of things", "{before}, {next}").format(before=said, next=thing)
    if others:
        said = pgettext("list of things", "{before} and {last}").format(before=said, last=others[-1])
    return said


def itemised(things: Sequence[str]) -> str:
    """Return things that may hold lists themselves, with semicolons between them, so that each ends where it does."""
    return "; ".join(things)


def cards_counted(count: int) -> str:
    """Return a number of cards, in words."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)
