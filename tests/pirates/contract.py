"""What every game promises, as checks that hold for any playout; each raises AssertionError and says what is wrong."""

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pirates.fingerprints import canonical_json
from tests.pirates import contract_log, contract_moves, contract_secrets, contract_takebacks, contract_wording
from tests.pirates.fold_elsewhere import Recording, state_hashes
from tests.pirates.trial import Playout, Trial, Variant, play

ROOT = Path(__file__).parents[2]

CHECKS: tuple[Callable[[Trial, Playout], None], ...] = (
    contract_log.check_start,
    contract_log.check_end,
    contract_log.check_keys,
    contract_log.check_lots,
    contract_log.check_replay,
    contract_log.check_codec,
    contract_log.check_conserved,
    contract_log.check_narration,
    contract_moves.check_legal_moves,
    contract_moves.check_commands,
    contract_moves.check_answers,
    contract_moves.check_samples,
    contract_moves.check_notation,
    contract_moves.check_bot,
    contract_secrets.check_hidden,
    contract_secrets.check_no_seat_favoured,
    contract_takebacks.check_taking_back,
    contract_wording.check_sentences_translated,
    contract_wording.check_refusals_translated,
)

ONE_IS_ENOUGH = frozenset({contract_wording.check_sentences_translated, contract_wording.check_refusals_translated})
"""Checks that look at every sentence of a playout: in a quick run one playout of each variant tells them enough."""

TWO_ARE_ENOUGH = frozenset(
    {
        contract_log.check_codec,
        contract_moves.check_bot,
        contract_moves.check_legal_moves,
        contract_moves.check_notation,
        contract_moves.check_samples,
        contract_secrets.check_hidden,
    }
)
"""Checks that try very much at every step, nine tenths of the time of all: one playout by lot, and one by bots."""

OTHER_PLACES: tuple[dict[str, str], ...] = (
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns", "LC_ALL": "C.UTF-8"},
)


def trial_of(slug: str) -> Trial:
    """Return what tests/pirates/<game>/variants.py tells of a game."""
    trial = importlib.import_module(f"tests.pirates.{slug.replace('-', '_')}.variants").TRIAL
    assert isinstance(trial, Trial)
    return trial


@cache
def played(trial: Trial, variant: Variant, index: int) -> Playout:
    """Return the playout of that index, played by lot or, every second one, by bots."""
    seed = f"{trial.game.slug} {variant} {index}".encode()
    return play(trial, variant, seed, "by bot" if index % 2 else "by lot")


def all_played(trial: Trial, each: int) -> Iterator[Playout]:
    """Yield `each` playouts of every variant."""
    return (played(trial, variant, index) for variant in trial.variants for index in range(each))


def check_elsewhere(trial: Trial, game: str, playouts: Iterable[Playout]) -> None:
    """Another process, with other hashing, time zone and locale, folds the same States from the same events."""
    matches = tuple(tuple(msgspec.Raw(canonical_json(step.events)) for step in each.steps) for each in playouts)
    here = [state_hashes(trial.game, match) for match in matches]
    for place in OTHER_PLACES:
        assert _folded_in(place, Recording(game, matches)) == here, f"replay differs in {place}"


def _folded_in(place: dict[str, str], recording: Recording) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "tests.pirates.fold_elsewhere"],
        input=canonical_json(recording),
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, **place},
    )
    return msgspec.json.decode(done.stdout)
