"""RULES.md names a test for every rule, and every ruling has one."""

import re
from pathlib import Path

import pirates.captn_clever
from pirates.captn_clever.pieces import FLEETS, Treasure

HERE = Path(__file__).parent
PAGE = (Path(pirates.captn_clever.__file__).parent / "RULES.md").read_text(encoding="utf-8")
TESTS = {
    name
    for path in HERE.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_every_test_named_on_the_rules_page_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named
    assert not named - TESTS


def test_every_ruling_from_1_to_23_is_on_the_page_and_has_a_test() -> None:
    for number in range(1, 24):
        assert f"\n| C{number} |" in PAGE, f"C{number} is not on the page"
        assert any(name.startswith(f"test_c{number}_") for name in TESTS), f"C{number} has no test"


def test_the_page_shows_the_house_board_and_treasures_that_are_played_with() -> None:
    for colour, bays in FLEETS.items():
        assert f"| {colour.label} | {', '.join(bays)} |" in PAGE
    assert ", ".join(f"{treasure.island} {treasure.label}" for treasure in Treasure) in PAGE
