"""RULES.md names a test for every rule, every ruling has one, and its list of pirates is the one played with."""

import re
from pathlib import Path

import pirates.long_live_the_captain
from pirates.long_live_the_captain.pieces import PIRATES

HERE = Path(__file__).parent
PAGE = (Path(pirates.long_live_the_captain.__file__).parent / "RULES.md").read_text(encoding="utf-8")
TESTS = {
    name
    for path in HERE.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_every_test_named_on_the_rules_page_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named
    assert not named - TESTS


def test_every_ruling_from_1_to_40_is_on_the_page_and_has_a_test() -> None:
    for number in range(1, 41):
        assert f"\n| L{number} |" in PAGE, f"L{number} is not on the page"
        assert any(name.startswith(f"test_l{number}_") for name in TESTS), f"L{number} has no test"


def test_the_page_lists_the_pirates_that_are_played_with() -> None:
    for pirate in PIRATES.values():
        assert f"\n| {pirate.number} | {pirate.name} | {pirate.points} | " in PAGE
