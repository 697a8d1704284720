"""A match is the same match in every language: only what is said to people changes with the tongue."""

import ast
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pirates import wording
from pirates.commands import Move
from pirates.dice import SeededDice
from pirates.events import redact
from pirates.fingerprints import GENESIS, SealedEntry, canonical_json, chain_hash
from pirates.registry import GAMES, VERSIONS
from pirates.replay import fold
from pirates.wording import Translator, listed, speak_through
from tests.pirates.frozen import FrozenLog, frozen_files, read_log, state_hash
from tests.pirates.tongues import BACKWARDS, WIDE, spoken, widened

PIRATES = Path(wording.__file__).parent
NAMES = ("①", "②", "③", "④", "⑤", "⑥")
MARKS = {"_", "gettext", "gettext_noop", "ngettext", "pgettext"}

each_log = pytest.mark.parametrize("file", frozen_files(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with spoken(Translator()):
        yield


@each_log
def test_a_frozen_log_is_the_same_byte_for_byte_in_every_tongue_and_is_told_in_another(file: Path) -> None:
    log = read_log(file)
    kept, told = _lived_through(log)
    assert log.state.encode() in kept
    for tongue in (BACKWARDS, WIDE):
        with spoken(tongue):
            kept_there, told_there = _lived_through(log)
        assert kept == kept_there
        assert all(here != there for here, there in zip(told, told_there, strict=True))


def _lived_through(log: FrozenLog) -> tuple[list[bytes], list[str]]:
    """Return all that is kept, shown as data or written down in a match, and all that is told."""
    game = VERSIONS[log.game, log.rules_version]
    kept, told, head, state = [], [], GENESIS, None
    seats = range(msgspec.json.decode(log.entries[0].command)["seats"])
    for position, entry in enumerate(log.entries, 1):
        command = msgspec.json.decode(entry.command, type=game.commands)
        events = game.decide(state, command, SeededDice(bytes.fromhex(log.seed), position))
        sealed = SealedEntry("m", position, "", "", "", "", entry.command, msgspec.Raw(canonical_json(events)), "")
        head = chain_hash(head, sealed)
        state = fold(game.evolve, events, state)
        kept += [head.encode(), canonical_json(events), canonical_json(game.decisions(state))]
        kept += [game.write(command).encode()] if isinstance(command, Move) else []
        for viewer in (*seats, None):
            kept.append(canonical_json(game.view(state, viewer)))
            told += [game.narrate(redact(event, viewer), NAMES[: len(seats)], viewer) for event in events]
        for seat in seats:
            kept += [_written_and_read(game, state, move) for move in islice(game.legal_moves(state, seat), 2)]
    return [*kept, state_hash(state).encode()], told


def _written_and_read(game: Any, state: Any, move: Move) -> bytes:
    text: str = game.write(move)
    return text.encode() + canonical_json(game.parse(text, state, move.seat))


def test_without_a_host_everything_is_said_in_english() -> None:
    assert wording.gettext("Ahoy") == wording.pgettext("greeting", "Ahoy") == "Ahoy"
    assert [wording.cards_counted(count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_a_list_is_joined_as_the_tongue_joins_it() -> None:
    assert [listed("abc"[:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    with spoken(WIDE):
        assert listed("abc") == f"a, b {widened('and')} c"


def test_the_host_is_told_who_spoke_before_it() -> None:
    english = speak_through(WIDE)
    assert speak_through(english) is WIDE


def _sources() -> list[Path]:
    spoken_in = (
        "narration.py",
        "narration",
        "rules",
        "notation.py",
        "pieces.py",
        "pieces",
        "deciding.py",
        "telling.py",
    )
    files = [file for file in PIRATES.rglob("*.py") if set(file.relative_to(PIRATES).parts) & set(spoken_in)]
    return sorted(files)


@pytest.mark.parametrize("file", _sources(), ids=lambda file: str(file.relative_to(PIRATES)))
def test_no_sentence_in_the_rules_is_left_unmarked(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    marked = {id(each) for call in ast.walk(tree) if _marks(call) for each in ast.walk(call)}
    docstrings = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    asserted = {id(part) for each in ast.walk(tree) if isinstance(each, ast.Assert) for part in ast.walk(each)}
    said = [each for each in ast.walk(tree) if isinstance(each, ast.Constant) and _is_said(each.value)]
    unmarked = {str(each.value) for each in said if id(each) not in marked | docstrings | asserted}
    unmarked -= {str(each.value) for each in said if id(each) in marked}
    if file.name == "notation.py":
        unmarked = {words for words in unmarked if words.rstrip()[-1] in ".:;?!"}
    assert unmarked <= {game.title for game in GAMES.values()}


def _marks(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS


def _is_said(value: object) -> bool:
    """Tell whether a constant looks like words for people: words with spaces between them."""
    return isinstance(value, str) and len(value.strip().split()) > 1 and value.strip()[:1].isalpha()
