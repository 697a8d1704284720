"""The rules of the house that no linter holds: sizes, names, imports, and where a game may be mentioned."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pirates.registry import GAMES

ROOT = Path(__file__).parents[1]
ROOMS = ("pirates", "accounts", "games", "config", "tests")
MOST_LINES = 300
MOST_LOOSE_MODULES = 8
MOST_MODULES = 20
BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}
BANNED_IN_RULES = {
    "django", "rest_framework", "celery", "random", "time", "datetime", "os", "uuid", "secrets", "logging",
}  # fmt: skip
GAME_WORDS = {word for slug in GAMES for word in (slug, slug.replace("-", "_"))}
SOURCES = {".py", ".html", ".txt", ".js", ".css"}


def files(*rooms: str, suffixes: frozenset[str] = frozenset({".py"})) -> Iterator[Path]:
    """Yield the source files of the rooms, without migrations."""
    for room in rooms:
        found = (ROOT / room).rglob("*")
        yield from sorted(each for each in found if each.suffix in suffixes and "migrations" not in each.parts)


def imported(file: Path) -> Iterator[str]:
    """Yield the top-level name of each module that a file imports."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def may_name(file: Path, word: str) -> bool:
    """Tell whether a file lies where its game may be mentioned."""
    within = file.relative_to(ROOT).as_posix()
    package, slug = word.replace("-", "_"), word.replace("_", "-")
    places = (f"pirates/{package}/", "pirates/registry.py", f"games/templates/games/{slug}/", "tests/")
    return within.startswith(places)


def test_the_rules_import_neither_framework_nor_clock_nor_hidden_chance() -> None:
    wrong = [(file.name, name) for file in files("pirates") for name in imported(file) if name in BANNED_IN_RULES]
    assert not wrong


def test_what_changes_or_reads_a_match_knows_neither_http_nor_mail() -> None:
    rooms = ("games/services", "games/selectors")
    lines = [(file.name, line) for file in files(*rooms) for line in file.read_text().splitlines()]
    assert not [each for each in lines if "django.http" in each[1] or "django.core.mail" in each[1]]


def test_no_file_is_too_long() -> None:
    lengths = {str(file.relative_to(ROOT)): len(file.read_text().splitlines()) for file in files(*ROOMS)}
    assert not {name: length for name, length in lengths.items() if length > MOST_LINES}


def test_every_file_is_named_for_its_one_job() -> None:
    named = [file for file in files(*ROOMS) if file.stem in BANNED_NAMES or file.parent.name in BANNED_NAMES]
    assert not named


def rooms_of_games() -> Iterator[Path]:
    """Yield every folder of `games/` that holds modules, and `games/` itself."""
    yield from sorted({file.parent for file in (ROOT / "games").rglob("*.py") if "migrations" not in file.parts})


def test_no_room_of_games_is_crowded() -> None:
    modules = {
        str(room.relative_to(ROOT)): [each.stem for each in room.glob("*.py") if each.stem != "__init__"]
        for room in rooms_of_games()
    }
    assert len(modules.pop("games")) <= MOST_LOOSE_MODULES
    assert not {room: len(names) for room, names in modules.items() if len(names) > MOST_MODULES}


def test_the_readme_names_every_room_of_games() -> None:
    told = (ROOT / "README.md").read_text()
    rooms = [each.name for each in (ROOT / "games").iterdir() if each.is_dir() and each.name != "__pycache__"]
    assert rooms
    assert not [room for room in rooms if f"`games/{room}/`" not in told]
    named = re.findall(r"`((?:games|pirates|accounts|config)/[\w/]+\.py)`", told)
    assert named, "the files that a move goes through"
    assert not [each for each in named if not (ROOT / each).exists()]


@pytest.mark.parametrize("word", sorted(GAME_WORDS))
def test_a_game_is_mentioned_only_where_it_lives(word: str) -> None:
    sources = files("pirates", "accounts", "games", "config", suffixes=frozenset(SOURCES))
    assert not [str(file) for file in sources if not may_name(file, word) and word in file.read_text()]
