"""Every word that a template says goes through gettext."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROOMS = ("games/templates", "accounts/templates")
ALIKE_EVERYWHERE = re.compile(
    r"Letters of Marque|\bAPI\b|python -m pirates\.verify export\.json|^(?:kept|by-the-book):", re.M
)

_TRANSLATED = re.compile(r"\{% (blocktranslate|comment)\b.*?\{% end\1 %\}|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.S)
_NOT_SHOWN = re.compile(r"<(code|style|script|samp)\b.*?</\1>", re.S)
_TAG = re.compile(r"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""", re.S)
_SPOKEN = re.compile(r'\b(?:title|aria-label|alt|placeholder|data-(?:says|asks|lifts|name))="([^"]*)"')
_WORD = re.compile("[A-Za-z]{2,}")


def words_left(template: str) -> list[str]:
    """Return the words in text, and in what a screen reader or a script would say, that no tag translates."""
    written = _NOT_SHOWN.sub("", _TRANSLATED.sub("", template))
    spoken = [said for tag in _TAG.findall(written) for said in _SPOKEN.findall(tag)]
    text = re.sub(r"&\w+;", "", _TAG.sub(" ", written))
    return [word for each in (text, *spoken) for word in _WORD.findall(ALIKE_EVERYWHERE.sub("", each))]


@pytest.mark.parametrize("room", ROOMS)
def test_no_word_of_a_template_is_left_unmarked(room: str) -> None:
    files = [file for file in (ROOT / room).rglob("*.*") if file.suffix in (".html", ".txt")]
    left = {str(file.relative_to(ROOT)): words_left(file.read_text(encoding="utf-8")) for file in files}
    assert not {name: words for name, words in left.items() if words}


def test_a_word_that_nobody_marked_is_found() -> None:
    assert words_left('{% translate "Yes" %} <b title="No">Perhaps</b> {{ name }} {% if x %}never{% endif %}') == [
        "Perhaps",
        "never",
        "No",
    ]
