"""Exported matches: the form of the JSON, its digest, and the input of its hash chain."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from pirates.fingerprints import SealedEntry, canonical_json
from pirates.seats import Seat

FORMAT = "letters-of-marque.match.2"
FORMATS = ("letters-of-marque.match.1", FORMAT)
"""The formats that can be read. Since the second, each salt names its source, and a seat can replace its salt."""


class Tagged(msgspec.Struct, frozen=True):
    """The field that every stored Command and Event has."""

    type: str


class MatchOpened(msgspec.Struct, frozen=True):
    game: str
    rules_version: int
    commitment: str
    options: msgspec.Raw
    seats: int


class SecretOpened(msgspec.Struct, frozen=True):
    secret: str


class SeatTaken(msgspec.Struct, frozen=True):
    seat: Seat
    salt: str
    salt_from: str = "server"


class SaltGiven(msgspec.Struct, frozen=True):
    seat: Seat
    salt: str
    salt_from: str


class SeatVacated(msgspec.Struct, frozen=True):
    seat: Seat


class Rewound(msgspec.Struct, frozen=True):
    to: int


TABLE_EVENTS: Mapping[str, Any] = {
    "MatchOpened.1": MatchOpened,
    "SecretOpened.1": SecretOpened,
    "SeatTaken.1": SeatTaken,
    "SaltGiven.1": SaltGiven,
    "SeatVacated.1": SeatVacated,
    "Rewound.1": Rewound,
}
"""The table's own Events that a verifier must understand; it only hashes the others."""


class ExportedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    position: int
    recorded_at: str
    actor: str
    channel: str
    key: str
    command: msgspec.Raw
    events: tuple[msgspec.Raw, ...]
    salt: str
    hash: str

    def table_events(self) -> tuple[Any, ...]:
        """Return the table's own Events that a verifier must understand."""
        tagged = ((tag_of(raw), raw) for raw in self.events)
        return tuple(msgspec.json.decode(raw, type=TABLE_EVENTS[tag]) for tag, raw in tagged if tag in TABLE_EVENTS)


class Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    match: str
    game: str
    rules_version: int
    entries: tuple[ExportedEntry, ...]
    digest: str


class ExportError(Exception):
    """The export is faulty; the message says how."""


def read_export(document: bytes) -> Export:
    """Return a decoded export; raises ExportError, msgspec.DecodeError."""
    written_as = msgspec.json.decode(document, type=dict[str, msgspec.Raw]).get("format", msgspec.Raw(b"null"))
    if msgspec.json.decode(written_as) not in FORMATS:
        raise ExportError(f"The format is {bytes(written_as).decode()}; only {' and '.join(FORMATS)} are known.")
    export = msgspec.json.decode(document, type=Export)
    if not export.entries:
        raise ExportError("The export has no entries.")
    return export


def digest_of(document: bytes) -> str:
    """Return the digest of everything in an export except its field `digest`."""
    rest = {name: value for name, value in msgspec.json.decode(document).items() if name != "digest"}
    return hashlib.sha256(canonical_json(rest)).hexdigest()


def sealed_entry(match: str, entry: ExportedEntry) -> SealedEntry:
    """Return the part of an exported entry that its hash covers."""
    return SealedEntry(
        match=match,
        position=entry.position,
        recorded_at=entry.recorded_at,
        actor=entry.actor,
        channel=entry.channel,
        key=entry.key,
        command=msgspec.Raw(canonical_json(msgspec.json.decode(entry.command))),
        events=msgspec.Raw(canonical_json([msgspec.json.decode(raw) for raw in entry.events])),
        salt=entry.salt,
    )


def tag_of(raw: msgspec.Raw) -> str:
    """Return the type name of a stored Command or Event."""
    return msgspec.json.decode(raw, type=Tagged).type
