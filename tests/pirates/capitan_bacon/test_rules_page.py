"""RULES.md names a test for every rule, and every ruling has one."""

import re
from pathlib import Path

import pirates.capitan_bacon

HERE = Path(__file__).parent
PAGE = (Path(pirates.capitan_bacon.__file__).parent / "RULES.md").read_text(encoding="utf-8")
TESTS = {
    name
    for path in HERE.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_every_test_named_on_the_rules_page_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named
    assert not named - TESTS


def test_every_ruling_from_1_to_31_is_on_the_page_and_has_a_test() -> None:
    for number in range(1, 32):
        assert f"\n| B{number} |" in PAGE, f"B{number} is not on the page"
        assert any(name.startswith(f"test_b{number}_") for name in TESTS), f"B{number} has no test"
