"""House rules of words: whatever people read goes through gettext, under names that its extraction finds."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pirates.registry import GAMES
from tests.test_house_rules import ROOT, files

READ_ALOUD = {"aria-label", "aria-description", "alt", "title", "placeholder", "label"}
NAMES = {"Letters of Marque", "API", "python -m pirates.verify export.json", *(game.title for game in GAMES.values())}
"""What is called the same in every language."""

REFUSALS = {"NotYourSeat": 0, "TooOften": 0, "NotFound": 0, "AuthenticationFailed": 0, "ValidationError": 0}
REFUSALS |= {"NotNow": 1, "IllegalMove": 1, "MalformedMove": 1, "success": 1, "error": 1, "info": 1, "warning": 1}
"""At which place the words for people stand in a call of these."""

_SAID = re.compile(r"\{%\s*blocktrans(?:late)?\b.*?%\}.*?\{%\s*endblocktrans(?:late)?\s*%\}", re.DOTALL)
_NOTE = re.compile(r"\{#.*?#\}|\{%\s*comment\b.*?%\}.*?\{%\s*endcomment\s*%\}", re.DOTALL)
_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_UNREAD = re.compile(r"<(script|style|code)\b[^>]*>.*?</\1>", re.DOTALL)
_CODE = re.compile(r"^[a-z-]+:[ ]*$|#[0-9a-f]{6}", re.MULTILINE)
_IN_TAG = re.compile(r"""\|pluralize|\|default\w*:"[^"]*[a-z]{2}[^"]*"|="[^"]*[A-Z][^"]*\"""")
_LETTERS = re.compile(r"[^\W\d_]{2}")


class _Reader(HTMLParser):
    """Collects what a page shows or reads aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        """Take a piece of text."""
        self.found.append(" ".join(data.split()))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the attributes that are read aloud, and what search machines are told."""
        is_description = tag == "meta" and ("name", "description") in attrs
        self.found += [
            value or "" for name, value in attrs if name in READ_ALOUD or (is_description and name == "content")
        ]


def bare_words(template: str, *, is_html: bool) -> list[str]:
    """Return the words of a template that no translation replaces."""
    text = _SAID.sub("", _NOTE.sub("", template))
    tags = (tag for tag in _TAG.findall(text) if not tag.startswith("{% translate"))
    given = [found for tag in tags for found in _IN_TAG.findall(tag)]
    text = _TAG.sub("", text)
    if not is_html:
        return [line.strip() for line in _CODE.sub("", text).splitlines() if _is_bare(line)] + given
    reader = _Reader()
    reader.feed(_UNREAD.sub("", text))
    return [each for each in reader.found if _is_bare(each)] + given


def _is_bare(words: str) -> bool:
    for name in sorted(NAMES, key=len, reverse=True):
        words = words.replace(name, "")
    return bool(_LETTERS.search(words))


def calls(file: Path) -> Iterator[ast.Call]:
    """Yield every call in a source file."""
    yield from (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call))


def words_given(call: ast.Call) -> Iterator[ast.expr]:
    """Yield what a call says to people: the sentence of a refusal or message, the words beside a field."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    place = REFUSALS.get(called)
    is_log = isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) in ("log", "about", "self.style")
    if place is not None and len(call.args) > place and not is_log:
        yield call.args[place]
    if called.endswith("Field") and ast.unparse(call.func).startswith("forms."):
        yield from (each.value for each in call.keywords if each.arg in ("label", "help_text"))


def is_bare_sentence(said: ast.expr) -> bool:
    """Tell whether words stand in the source as they are."""
    if isinstance(said, ast.JoinedStr):
        return True
    return isinstance(said, ast.Constant) and isinstance(said.value, str) and bool(_LETTERS.search(said.value))


def renamed(file: Path) -> Iterator[str]:
    """Yield the functions of gettext that a file imports under a name which extraction does not know."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield from (each.name for each in node.names if "gettext" in each.name and each.asname not in (None, "_"))


@pytest.mark.parametrize(
    ("template", "is_html", "found"),
    [
        ('<p title="Go">{% translate "Go on" %}</p>', True, ["Go"]),
        ("<p>{% blocktranslate %}Go {{ on }}{% endblocktranslate %} Go on, {{ name }}</p>", True, ["Go on,"]),
        ("<b>Letters of Marque</b> <code>pip</code> {# bare #} 3 →", True, []),
        ('{{ n }} {{ n|default:"none" }}', True, ['|default:"none"']),
        ('{% include "games/x.html" with label="Go on" word="go on" %}', True, ['="Go on"']),
        ('{% translate "Ahoy!" %}\nkept: {% translate "kept" %}\nBare', False, ["Bare"]),
    ],
)
def test_bare_words_are_seen_wherever_people_would_read_or_hear_them(
    template: str, is_html: bool, found: list[str]
) -> None:
    assert bare_words(template, is_html=is_html) == found


def test_no_template_holds_words_that_are_not_translated() -> None:
    templates = files("games", "accounts", suffixes=frozenset({".html", ".txt"}))
    bare = {
        file.relative_to(ROOT).as_posix(): words
        for file in templates
        if (words := bare_words(file.read_text(), is_html=file.suffix == ".html"))
    }
    assert not bare


def test_no_refusal_message_or_field_says_words_that_are_not_translated() -> None:
    rooms = files("games", "accounts", "pirates")
    bare = [
        (file.relative_to(ROOT).as_posix(), said.lineno)
        for file in rooms
        if "management" not in file.parts
        for call in calls(file)
        for said in words_given(call)
        if is_bare_sentence(said)
    ]
    assert not bare


def test_gettext_is_called_by_names_that_its_extraction_knows() -> None:
    assert not [(file.name, name) for file in files("games", "accounts", "pirates") for name in renamed(file)]
