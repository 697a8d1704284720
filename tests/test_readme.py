"""What the README shows and names is so."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


def test_the_match_in_the_readme_goes_as_it_says() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False)
    assert attempted >= 10
    assert failed == 0


def test_the_map_names_rooms_that_exist() -> None:
    rooms = README.read_text().split("## The rooms")[1].split("## The words")[0]
    named = [name for row in re.findall(r"^\| (`.*?) \|", rooms, re.MULTILINE) for name in re.findall(r"`(.+?)`", row)]
    assert len(named) >= 15
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "games" / name).exists(), name


def test_the_commands_in_the_readme_exist() -> None:
    text = README.read_text()
    for command in set(re.findall(r"manage\.py (\w+)", text)) - {"migrate", "check", "dumpdata", "loaddata"}:
        assert (ROOT / "games/management/commands" / f"{command}.py").exists(), command
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"make (play|test|check|bench)\b", text)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_adding_a_game_takes_at_most_ten_lines() -> None:
    chapter = README.read_text().split("## How to add a game")[1].split("## ")[0]
    assert 1 <= len(re.findall(r"^\d+\. ", chapter, re.MULTILINE)) <= 10
