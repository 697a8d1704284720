"""Matches recorded under any released rules fold to the same State for ever."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pirates.dice import SeededDice
from pirates.fingerprints import canonical_json
from pirates.registry import GAMES, VERSIONS
from pirates.replay import fold
from tests.pirates.contract import trial_of
from tests.pirates.frozen import frozen_files, read_log, state_hash

each_log = pytest.mark.parametrize("file", frozen_files(), ids=lambda file: f"{file.parent.parent.name}-{file.stem}")


@each_log
def test_a_frozen_log_folds_to_the_state_it_led_to(file: Path) -> None:
    log = read_log(file)
    game = VERSIONS[log.game, log.rules_version]
    state: Any = None
    for entry in log.entries:
        state = fold(game.evolve, msgspec.json.decode(entry.events, type=tuple[game.events, ...]), state)  # type: ignore[name-defined]
    assert state_hash(state) == log.state
    assert game.outcome(state).reason == log.reason  # type: ignore[union-attr]


@each_log
def test_the_rules_of_that_version_decide_a_frozen_log_alike(file: Path) -> None:
    log = read_log(file)
    game = VERSIONS[log.game, log.rules_version]
    state: Any = None
    for position, entry in enumerate(log.entries, 1):
        command = msgspec.json.decode(entry.command, type=game.commands)
        events = game.decide(state, command, SeededDice(bytes.fromhex(log.seed), position))
        assert canonical_json(events) == canonical_json(msgspec.json.decode(entry.events)), position
        state = fold(game.evolve, events, state)


@pytest.mark.parametrize("slug", GAMES)
def test_every_ending_of_the_present_rules_is_frozen(slug: str) -> None:
    frozen = {(log.rules_version, log.reason) for log in map(read_log, frozen_files()) if log.game == slug}
    assert {(GAMES[slug].rules_version, reason) for reason in trial_of(slug).reasons} <= frozen
