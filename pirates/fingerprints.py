"""Fingerprints: canonical JSON, the hash chain over log entries, and the commitment to a Match's secret.

Canonical JSON is UTF-8 with sorted keys, no spaces and no floats (in the spirit of RFC 8785). All hashes are SHA-256
(FIPS 180-4), written as 64 lower-case hexadecimal digits.
"""

import hashlib
import hmac
from collections.abc import Iterable

import msgspec

GENESIS = "0" * 64

_ENCODER = msgspec.json.Encoder(order="sorted")


class SealedEntry(msgspec.Struct, frozen=True):
    """The part of a log entry that its hash covers; `command` and `events` are canonical JSON already."""

    match: str
    position: int
    recorded_at: str
    actor: str
    channel: str
    key: str
    command: msgspec.Raw
    events: msgspec.Raw
    salt: str


def canonical_json(value: object) -> bytes:
    """Return the canonical JSON of `value` (builtins and Structs); all hashes are taken of this form."""
    return _ENCODER.encode(value)


def chain_hash(previous: str, entry: SealedEntry) -> str:
    """Return the hash of `entry` that follows the entry with hash `previous`; the first follows GENESIS."""
    return hashlib.sha256(previous.encode("ascii") + canonical_json(entry)).hexdigest()


def commitment(secret: bytes) -> str:
    """Return the hash of a Match's secret, which is published before anybody sits down."""
    return hashlib.sha256(secret).hexdigest()


def seat_salt(secret: bytes, seat: int) -> bytes:
    """Return the salt of a seat whose player gives none; derived from the secret, so nobody can choose it later."""
    return hmac.digest(secret, b"salt of seat %d" % seat, "sha256")[:16]


def seed_of(secret: bytes, salts: Iterable[bytes]) -> bytes:
    """Return the 32 bytes that key a Match's dice: the secret with every seat's salt, in seat order."""
    return hashlib.sha256(secret + b"".join(salts)).digest()
