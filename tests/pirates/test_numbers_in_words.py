"""Numbers go with the right form of their noun, in every language, and lists in lists are told apart."""

import re
from collections.abc import Iterator

import pytest

from pirates.events import redact
from pirates.registry import GAMES
from pirates.wording import Translator
from tests.catalogs import ROOT, entries, read_catalog
from tests.pirates.contract import trial_of
from tests.pirates.contract_log import NAMES
from tests.pirates.speech import LANGUAGES, speaking
from tests.pirates.tongues import spoken
from tests.pirates.trial import Playout, play

each_slug = pytest.mark.parametrize("slug", GAMES)
_COUNTED = re.compile(r"\{count\} (\w+(?: \w+)?)(?=$|[ .,;:!)])")
_ALIKE = {"Gift", "Seide", "Gold", "Poison", "Silk", "Gunpowder", "Salty Fish", "Veneno", "Seda", "Oro"}
MARKS = Translator(
    pgettext=lambda context, message: f"⟦{message}⟧" if context == "list of things" else message,
)


def few_playouts(slug: str) -> Iterator[Playout]:
    trial = trial_of(slug)
    for variant in trial.variants[:: max(1, len(trial.variants) // 4)]:
        yield play(trial, variant, b"numbers", "by bot")
        yield play(trial, variant, b"numbers 2")


def forms(language: str) -> tuple[set[str], set[str]]:
    """Return the nouns that stand behind a count of one, and those that stand behind one of many."""
    singular, plural = set(), set()
    catalog = read_catalog(
        ROOT / "pirates" / "locale" / ("de" if language == "en" else language) / "LC_MESSAGES/django.po"
    )
    for message in entries(catalog):
        if isinstance(message.id, str):
            continue
        one, many = tuple(message.id) if language == "en" else tuple(message.string or ("", ""))
        singular |= {each.split()[0] for each in _COUNTED.findall(one)}
        plural |= {each.split()[0] for each in _COUNTED.findall(many)}
    return singular, plural - singular - _ALIKE


@pytest.mark.parametrize("language", LANGUAGES)
@each_slug
def test_no_sentence_has_one_of_a_plural_or_many_of_a_singular(slug: str, language: str) -> None:
    _, plural = forms(language)
    assert len(plural) >= 4
    wrong = re.compile(rf"(?<![\w.,-])1 (?:{'|'.join(sorted(plural))})(?![\w-])")
    told = 0
    with speaking(language):
        for playout in few_playouts(slug):
            names = NAMES[: len(playout.seats)]
            for event in playout.events:
                for viewer in (0, None):
                    sentence = GAMES[slug].narrate(redact(event, viewer), names, viewer)
                    assert not wrong.search(sentence), sentence
                    told += 1
    assert told > 100


def test_the_check_sees_a_wrong_number() -> None:
    assert {"guns", "cards", "points"} <= forms("en")[1]
    assert {"Kanonen", "Karten", "Punkte"} <= forms("de")[1]
    assert {"cañones", "cartas", "puntos"} <= forms("es")[1]


@each_slug
def test_no_list_joined_by_commas_lies_bare_in_another(slug: str) -> None:
    with spoken(MARKS):
        for playout in few_playouts(slug):
            names = NAMES[: len(playout.seats)]
            for event in playout.events:
                for viewer in (0, None):
                    told = GAMES[slug].narrate(redact(event, viewer), names, viewer)
                    assert not _has_bare_list_in_list(told), told


def _has_bare_list_in_list(told: str) -> bool:
    """Whether a list stands in another without brackets around it; a list grows by its left side, which is its own."""
    within_brackets = re.compile(r"\([^()]*\)")
    while within_brackets.search(told):
        told = within_brackets.sub("", told)
    depth, before = 0, ""
    for sign in told:
        if sign == "⟦":
            if depth and before != "⟦":
                return True
            depth += 1
        depth -= sign == "⟧"
        before = sign
    return False


def test_the_check_sees_a_list_in_a_list() -> None:
    assert _has_bare_list_in_list("⟦Anna has ⟦a and b⟧ and Ben⟧")
    assert not _has_bare_list_in_list("⟦⟦a, b⟧ and c⟧")
    assert not _has_bare_list_in_list("⟦Anna (⟦a and b⟧) and Ben⟧")
    assert not _has_bare_list_in_list("⟦a and b⟧ on ship 1; ⟦c and d⟧ on ship 2")
