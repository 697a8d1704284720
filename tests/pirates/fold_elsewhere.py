"""Folds recorded matches in a process of its own, and prints a hash of the State after every entry.

Reads a Recording from standard input.
"""

import hashlib
import importlib
import sys
from operator import attrgetter
from typing import Any

import msgspec

from pirates.fingerprints import canonical_json
from pirates.game import AnyGame
from pirates.replay import fold


class Recording(msgspec.Struct, frozen=True):
    """`game` says where the Game's record is (`module:NAME`); a match is the events of its entries."""

    game: str
    matches: tuple[tuple[msgspec.Raw, ...], ...]


def state_hashes(game: AnyGame, entries: tuple[msgspec.Raw, ...]) -> list[str]:
    """Return a hash of the State after each entry."""
    state: Any = None
    hashes = []
    for raw in entries:
        state = fold(game.evolve, msgspec.json.decode(raw, type=tuple[game.events, ...]), state)  # type: ignore[name-defined]
        hashes.append(hashlib.sha256(canonical_json(state)).hexdigest())
    return hashes


def main() -> None:
    recording = msgspec.json.decode(sys.stdin.buffer.read(), type=Recording)
    module, name = recording.game.split(":")
    game = attrgetter(name)(importlib.import_module(module))
    print(msgspec.json.encode([state_hashes(game, match) for match in recording.matches]).decode())


if __name__ == "__main__":
    main()
