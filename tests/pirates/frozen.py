"""Frozen logs: whole matches as they were recorded once, which every later version must still replay.

`python -m tests.pirates.frozen capitan-bacon` freezes, for each ending that has no file for the present rules
version, the shortest of many matches. A file that exists is never written again: new rules get new files.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pirates.fingerprints import canonical_json
from tests.pirates.contract import trial_of
from tests.pirates.trial import Playout, Trial, play

HERE = Path(__file__).parent
TRIED = 40


class FrozenEntry(msgspec.Struct, frozen=True):
    command: msgspec.Raw
    events: msgspec.Raw


class FrozenLog(msgspec.Struct, frozen=True):
    """The dice of each entry are SeededDice(seed, its position); `state` is the hash of the last State."""

    game: str
    rules_version: int
    reason: str
    seed: str
    state: str
    entries: tuple[FrozenEntry, ...]


def frozen_files() -> list[Path]:
    return sorted(HERE.glob("*/frozen/v*-*.json"))


def read_log(file: Path) -> FrozenLog:
    return msgspec.json.decode(file.read_bytes(), type=FrozenLog)


def state_hash(state: Any) -> str:
    return hashlib.sha256(canonical_json(state)).hexdigest()


def freeze(trial: Trial) -> None:
    """Write the logs that are missing."""
    game = trial.game
    folder = HERE / game.slug.replace("-", "_") / "frozen"
    folder.mkdir(exist_ok=True)
    for reason in sorted(trial.reasons):
        file = folder / f"v{game.rules_version}-{reason}.json"
        if not file.exists():
            ended_so = (each for each in _many(trial) if game.outcome(each.steps[-1].after).reason == reason)  # type: ignore[union-attr]
            file.write_bytes(_written(trial, reason, min(ended_so, key=lambda each: len(each.steps))))


def _many(trial: Trial) -> Iterator[Playout]:
    for variant in trial.variants:
        for index in range(TRIED):
            yield play(trial, variant, hashlib.sha256(f"frozen {variant} {index}".encode()).digest())


def _written(trial: Trial, reason: str, playout: Playout) -> bytes:
    """Write one entry a line."""
    game, last = trial.game, playout.steps[-1]
    head = {"game": game.slug, "rules_version": game.rules_version, "reason": reason}
    head |= {"seed": playout.seed.hex(), "state": state_hash(last.after)}
    lines = [canonical_json({"command": step.command, "events": step.events}) for step in playout.steps]
    return canonical_json(head)[:-1] + b',"entries":[\n' + b",\n".join(lines) + b"\n]}\n"


if __name__ == "__main__":
    freeze(trial_of(sys.argv[1]))
