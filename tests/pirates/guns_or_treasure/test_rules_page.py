"""RULES.md names a test for every rule, and every ruling has one."""

import re
from pathlib import Path

import pirates.guns_or_treasure
from pirates.guns_or_treasure.pieces import Captain

HERE = Path(__file__).parent
PAGE = (Path(pirates.guns_or_treasure.__file__).parent / "RULES.md").read_text(encoding="utf-8")
TESTS = {
    name
    for path in HERE.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_every_test_named_on_the_rules_page_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named
    assert not named - TESTS


def test_every_ruling_from_1_to_35_is_on_the_page_and_has_a_test() -> None:
    for number in range(1, 36):
        assert f"\n| G{number} |" in PAGE, f"G{number} is not on the page"
        assert any(name.startswith(f"test_g{number}_") for name in TESTS), f"G{number} has no test"


def test_every_side_of_every_captain_has_a_test() -> None:
    for captain in Captain:
        for side in "ab":
            assert any(name.startswith(f"test_{captain}_side_{side}_") for name in TESTS), (
                f"{captain} {side} has no test"
            )
