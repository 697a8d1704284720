"""Words in letters: lines, spans and other people's text."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notifications.letters.wording import COLUMNS, defused, in_columns, laid_out
from games.words.durations import in_words


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(days=2, hours=3, minutes=4), "2 days 3 hours"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(days=1, minutes=5), "1 day 5 minutes"),
        (timedelta(minutes=5), "5 minutes"),
        (timedelta(seconds=20), "less than a minute"),
        (timedelta(seconds=-5), "less than a minute"),
    ],
)
def test_a_span_is_told_in_its_two_largest_units(length: timedelta, words: str) -> None:
    assert in_words(length) == words


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Friday night, 8 o'clock. Come!", "Friday night, 8 o'clock. Come!"),
        ("see evil.example", "see evil. example"),
        ("https://evil.example/x", "https:/evil. example/x"),
        ("mail me@evil.example", "mail me at evil. example"),
        ("evil\u3002example", "evil. example"),
        ("evil\uff0eexample", "evil. example"),
    ],
)
def test_other_peoples_text_loses_what_makes_a_link(title: str, shown: str) -> None:
    assert defused(title) == shown


@given(st.text())
def test_nothing_that_anybody_types_is_more_than_one_harmless_line(text: str) -> None:
    shown = defused(text)
    assert "://" not in shown
    assert len(shown.splitlines()) <= 1


@given(st.lists(st.text(alphabet="ab ,", min_size=1, max_size=40).filter(str.strip), max_size=30))
def test_columns_keep_every_item_within_the_width(items: list[str]) -> None:
    lines = in_columns(items)
    assert all(len(line) <= COLUMNS for line in lines)
    assert "".join("".join(lines).split()) == "".join("".join(items).split())


def test_lines_are_laid_out_with_hanging_items_and_whole_links() -> None:
    link = "https://letters.example/" + "x" * 80
    text = laid_out(f"one\n\n\n\n  * {'word ' * 20}\n{link}\n--\nfoot")
    assert text.split("\n")[2].startswith("  * word")
    assert text.split("\n")[3].startswith("    word")
    assert link in text.split("\n")
    assert "\n-- \nfoot\n" in text
    assert "\n\n\n" not in text
