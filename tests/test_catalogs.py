"""The catalogs: in step with the sources, whole, and with every placeholder where it belongs."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.conf import settings

from tests.catalogs import ROOMS, ROOT, catalog_files, entries, read_catalog

COMPLETE: tuple[str, ...] = ("de", "es")
"""The languages whose catalogs are declared complete: from then on a missing or stale entry fails the tests."""

_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}")
_MARKUP = re.compile(r"</?[a-z][^>]*>|&\w+;")


def complete_catalogs() -> list[Path]:
    """Return the catalogs that must be whole."""
    return [file for file in catalog_files() if file.parts[-3] in COMPLETE]


def named(file: Path) -> str:
    """Return a catalog's place in the checkout."""
    return file.relative_to(ROOT).as_posix()


def key_of(message: Message) -> tuple[str, ...]:
    """Return what tells an entry from all others: its context and its English."""
    ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    return (message.context or "", *ids)


def said_by(message: Message) -> tuple[str, ...]:
    """Return the translation, or all forms of it."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def is_untranslated(message: Message, forms: int) -> bool:
    """Tell whether an entry lacks its translation, or one of as many forms as the language has."""
    said = said_by(message)
    return message.fuzzy or not all(said) or (not isinstance(message.id, str) and len(said) != forms)


def marks(text: str) -> tuple[set[str], Counter[str], tuple[bool, bool]]:
    """Return what a translation must take over as it is: placeholders, markup, and line ends at either end."""
    ends = text.startswith("\n"), text.endswith("\n")
    return set(_PLACEHOLDER.findall(text)), Counter(_MARKUP.findall(text)), ends


def has_wrong_marks(message: Message) -> bool:
    """Tell whether some form of a translation has not the marks of the English singular or plural."""
    _, *english = key_of(message)
    return any(said and marks(said) not in [marks(each) for each in english] for said in said_by(message))


@pytest.mark.gettext
@pytest.mark.slow
@pytest.mark.skipif(not COMPLETE, reason="no catalog is declared complete yet")
def test_the_catalogs_are_in_step_with_the_sources(tmp_path: Path) -> None:
    for room in (*ROOMS, "config"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "static", "*.mo"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    fresh = {**os.environ, "VAR_DIR": str(tmp_path / "var"), "DATABASE_URL": "sqlite://:memory:"}
    subprocess.run([sys.executable, "manage.py", "makemessages"], cwd=tmp_path, env=fresh, check=True, timeout=200)
    for file in complete_catalogs():
        kept = {key_of(message) for message in entries(read_catalog(file))}
        wanted = {key_of(message) for message in entries(read_catalog(tmp_path / named(file)))}
        missing, obsolete = sorted(wanted - kept), sorted(kept - wanted)
        assert (missing, obsolete) == ([], []), f"type `make messages`: {named(file)} lacks, or holds too much"


def test_every_language_declared_complete_has_a_catalog_in_every_room() -> None:
    assert {named(file) for file in complete_catalogs()} == {
        f"{room}/locale/{language}/LC_MESSAGES/django.po" for room in ROOMS for language in COMPLETE
    }
    assert {*COMPLETE} <= {code for code, _ in settings.LANGUAGES} - {settings.LANGUAGE_CODE}


@pytest.mark.parametrize("file", complete_catalogs(), ids=named)
def test_every_entry_of_a_complete_catalog_is_translated_in_all_its_forms(file: Path) -> None:
    catalog = read_catalog(file)
    assert not [key_of(each) for each in entries(catalog) if is_untranslated(each, catalog.num_plurals)]


@pytest.mark.parametrize("file", catalog_files(), ids=named)
def test_every_translation_has_the_placeholders_and_the_markup_of_its_english(file: Path) -> None:
    assert not [(key_of(each), said_by(each)) for each in entries(read_catalog(file)) if has_wrong_marks(each)]


@pytest.mark.parametrize(
    ("english", "said", "is_wrong"),
    [
        ("{name} sails", "{name} segelt", False),
        ("{name} sails", "{nome} zarpa", True),
        ("%(n)s of %(m)s", "%(m)s: %(n)s", False),
        ("%(n)s of %(m)s", "%(n)d von %(m)s", True),
        ('<a href="{{ x }}">Go</a>', '<a href="{{ x }}">Los</a>', False),
        ("<b>Go</b>", "<b>Los<b>", True),
        (("one card", "{count} cards"), ("eine Karte", "{count} Karten"), False),
        (("one card", "{count} cards"), ("{count} Karte", "Karten {n}"), True),
        ("Go", "", False),
        ("\nGo", "Los", True),
    ],
)
def test_a_wrong_placeholder_or_tag_is_seen(
    english: str | tuple[str, str], said: str | tuple[str, str], is_wrong: bool
) -> None:
    assert has_wrong_marks(Message(english, said)) is is_wrong


@pytest.mark.parametrize(
    ("english", "said", "flags", "is_missing"),
    [
        ("Go", "Los", (), False),
        ("Go", "", (), True),
        ("Go", "Los", ("fuzzy",), True),
        (("card", "cards"), ("Karte", "Karten"), (), False),
        (("card", "cards"), ("Karte", ""), (), True),
        (("card", "cards"), ("Karte",), (), True),
    ],
)
def test_a_missing_translation_is_seen(
    english: str | tuple[str, str], said: str | tuple[str, ...], flags: tuple[str, ...], is_missing: bool
) -> None:
    assert is_untranslated(Message(english, said, flags=flags), 2) is is_missing
