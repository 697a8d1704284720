"""Builds exported matches: a played match with the table's entries around it, sealed and digested."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pirates.commands import Move, Start
from pirates.exports import FORMAT, ExportedEntry, digest_of, sealed_entry
from pirates.fingerprints import GENESIS, canonical_json, chain_hash, commitment, seed_of
from pirates.game import AnyGame
from tests.pirates.trial import Playout, Step, Trial, Variant, play

SECRET = bytes(range(32))
Told = tuple[str, Any, Sequence[Any]]
"""An entry to be: actor, command, events."""


def salts(seats: int) -> list[bytes]:
    return [bytes([seat + 1]) * 16 for seat in range(seats)]


def played_fairly(trial: Trial, variant: Variant) -> Playout:
    """Play a match with the dice that its secret and salts give."""
    return play(trial, variant, seed_of(SECRET, salts(variant.seats)))


def export_of(game: AnyGame, playout: Playout, told: Iterable[Told] | None = None) -> dict[str, Any]:
    """Return a whole export, as JSON values."""
    lines = [*opening(game, playout), *(map(told_of, playout.steps) if told is None else told), closing()]
    document = {
        "format": FORMAT,
        "match": "0b7e",
        "game": game.slug,
        "rules_version": game.rules_version,
        "entries": [_entry(position, line) for position, line in enumerate(lines, 1)],
        "digest": "",
    }
    return redigested(rechained(document))


def opening(game: AnyGame, playout: Playout) -> list[Told]:
    opened = {
        "type": "MatchOpened.1",
        "game": game.slug,
        "rules_version": game.rules_version,
        "commitment": commitment(SECRET),
        "options": playout.variant.options,
        "seats": playout.variant.seats,
    }
    taken: list[Told] = [
        ("seat:0", {"type": "TakeSeat"}, [{"type": "SeatTaken.1", "seat": seat, "salt": salt.hex()}])
        for seat, salt in enumerate(salts(playout.variant.seats))
    ]
    return [("referee", {"type": "OpenMatch"}, [opened]), *taken]


def told_of(step: Step) -> Told:
    command = step.command
    if isinstance(command, Move):
        return f"seat:{command.seat}", command, step.events
    return "seat:0" if isinstance(command, Start) else "clock", command, step.events


def closing() -> Told:
    return "clock", {"type": "OpenSecret"}, [{"type": "SecretOpened.1", "secret": SECRET.hex()}]


def rechained(document: dict[str, Any]) -> dict[str, Any]:
    """Give every entry the hash that belongs to what it holds now."""
    previous = GENESIS
    for entry in document["entries"]:
        sealed = sealed_entry(document["match"], msgspec.json.decode(canonical_json(entry), type=ExportedEntry))
        previous = entry["hash"] = chain_hash(previous, sealed)
    return document


def redigested(document: dict[str, Any]) -> dict[str, Any]:
    """Give an export the digest that belongs to what it holds now."""
    document["digest"] = digest_of(canonical_json(document))
    return document


def _entry(position: int, told: Told) -> dict[str, Any]:
    actor, command, events = told
    return {
        "position": position,
        "recorded_at": f"2024-05-01T12:{position // 60 % 60:02}:{position % 60:02}Z",
        "actor": actor,
        "channel": "web",
        "key": f"key-{position}",
        "command": msgspec.json.decode(canonical_json(command)),
        "events": msgspec.json.decode(canonical_json(events)),
        "salt": f"{position:032x}",
        "hash": "",
    }
