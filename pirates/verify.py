"""Check an exported match offline: `python -m pirates.verify export.json` (`-` reads standard input).

The digest, the positions and the hash chain show that the log is complete and unchanged. The commitment, and every
command decided again with the published secret, show that the dice were fair and the rules were kept.
"""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

from pirates.commands import Move, Start
from pirates.dice import SeededDice
from pirates.errors import RulesError
from pirates.exports import (
    Export,
    ExportedEntry,
    ExportError,
    MatchOpened,
    Rewound,
    SaltGiven,
    SeatTaken,
    SeatVacated,
    SecretOpened,
    digest_of,
    read_export,
    sealed_entry,
    tag_of,
)
from pirates.fingerprints import GENESIS, canonical_json, chain_hash, commitment, seat_salt, seed_of
from pirates.game import AnyGame
from pirates.registry import GAMES, VERSIONS
from pirates.replay import fold
from pirates.seats import Seat

PLAYERS_OWN = ("browser", "client")
SALT_FROM = {
    "browser": "drawn by the player's own browser",
    "client": "sent by the player's own program",
    "secret": "worked out from the sealed secret",
    "server": "drawn by the server",
}


class Report(msgspec.Struct, frozen=True):
    """The result: `fault` is the first fault found, or None; `salts` is the source of each seat's salt."""

    sentence: str
    fault: str | None = None
    salts: tuple[str, ...] = ()

    @property
    def is_free_of_choice(self) -> bool:
        """Whether the people who ran the server could not choose the deal.

        At least one salt must come from a player, and none from the server, which could draw its own after that one.
        """
        return any(each in PLAYERS_OWN for each in self.salts) and "server" not in self.salts

    def lines(self) -> tuple[str, ...]:
        """Return the report in sentences: the result, the source of each salt, and the conclusion."""
        if self.fault:
            return (self.sentence,)
        seats = (f"Salt of seat {seat}: {SALT_FROM.get(each, each)}." for seat, each in enumerate(self.salts))
        follows = (
            "Nobody who ran the server could choose this deal: a player added salt to it after it was sealed."
            if self.is_free_of_choice
            else "Who ran the server could have chosen this deal: the salts do not rule that out."
        )
        return (self.sentence, *seats, follows) if self.salts else (self.sentence,)


def verify(document: bytes, games: Mapping[str, AnyGame] = GAMES) -> Report:
    """Return the report on an export; never raises."""
    try:
        export = read_export(document)
        _check_digest(export, document)
        _check_chain(export)
        opened = _check_opening(export)
        game = _game_of(export, games)
        secret = _check_secret(export, opened)
        retelling = Retelling(game, opened, secret)
        decided = retelling.check(export)
    except (msgspec.MsgspecError, OverflowError, UnicodeError, RecursionError) as error:
        return _faulty(f"This is not an export that can be read: {error}.")
    except ExportError as fault:
        return _faulty(str(fault))
    sentence = f"Match {export.match} holds: {len(export.entries)} entries, {decided} of them decided again alike."
    return Report(sentence, salts=tuple(source for _, source in sorted(retelling.sources.items())))


def _faulty(fault: str) -> Report:
    return Report(fault, fault)


def _check_digest(export: Export, document: bytes) -> None:
    if digest_of(document) != export.digest:
        raise ExportError("The digest does not belong to this export: it was changed, or not copied whole.")


def _check_chain(export: Export) -> None:
    previous = GENESIS
    for position, entry in enumerate(export.entries, 1):
        if entry.position != position:
            raise ExportError(f"Position {position} is missing: entry {entry.position} stands in its place.")
        previous = chain_hash(previous, sealed_entry(export.match, entry))
        if entry.hash != previous:
            raise ExportError(f"Entry {position} has another hash than its contents and the entries before it give.")


def _check_opening(export: Export) -> MatchOpened:
    opened = [event for event in export.entries[0].table_events() if isinstance(event, MatchOpened)]
    if len(opened) != 1:
        raise ExportError("Entry 1 does not open the match.")
    if (opened[0].game, opened[0].rules_version) != (export.game, export.rules_version):
        raise ExportError("The match was opened with another game or other rules than the export says.")
    return opened[0]


def _game_of(export: Export, games: Mapping[str, AnyGame]) -> AnyGame:
    if export.game not in games:
        raise ExportError(f"The game {export.game} is not known here.")
    newest = games[export.game]
    if export.rules_version == newest.rules_version:
        return newest
    game = VERSIONS.get((export.game, export.rules_version))
    if game is None:
        raise ExportError(f"{newest.title} has no rules version {export.rules_version} here: use another program.")
    return game


def _check_secret(export: Export, opened: MatchOpened) -> bytes:
    events = [event for entry in export.entries for event in entry.table_events()]
    secrets = [event.secret for event in events if isinstance(event, SecretOpened)]
    if len(secrets) != 1:
        raise ExportError(f"The secret must be opened once; it is opened {len(secrets)} times.")
    secret = _bytes(secrets[0])
    if commitment(secret) != opened.commitment:
        raise ExportError("The secret is not the one that was promised when the match was opened.")
    return secret


class Retelling:
    """A match replayed from its commands: the seats' salts, the seed, and the State at every position."""

    def __init__(self, game: AnyGame, opened: MatchOpened, secret: bytes) -> None:
        self.game = game
        self.opened = opened
        self.secret = secret
        self.salts: dict[Seat, bytes] = {}
        self.sources: dict[Seat, str] = {}
        self.seed = b""
        self.acts = 0
        self.state: Any = None
        self.moments: dict[int, tuple[int, Any]] = {}
        self.decided = 0
        moves = {kind.__struct_config__.tag for kind in get_args(game.moves)}
        self.commands = moves | {"Start", "Expire", "Resolve"}
        self.events = {kind.__struct_config__.tag for kind in get_args(game.events)}

    def check(self, export: Export) -> int:
        """Check all entries and return how many of them were decided again; raises ExportError."""
        for entry in export.entries:
            stored = [canonical_json(msgspec.json.decode(raw)) for raw in entry.events if tag_of(raw) in self.events]
            if tag_of(entry.command) in self.commands:
                self._decide_again(entry, stored)
            elif stored:
                raise ExportError(f"Entry {entry.position} holds events of the game that no command of it caused.")
            for event in entry.table_events():
                self._heed(event)
            self.moments[entry.position] = self.acts, self.state
        return self.decided

    def _decide_again(self, entry: ExportedEntry, stored: list[bytes]) -> None:
        command = msgspec.json.decode(entry.command, type=self.game.commands)
        _check_actor(entry, command)
        if isinstance(command, Start):
            self._check_start(command)
            self.seed = seed_of(self.secret, (salt for _, salt in sorted(self.salts.items())))
        try:
            events = self.game.decide(self.state, command, SeededDice(self.seed, self.acts + 1))
        except RulesError as refusal:
            raise ExportError(f"Entry {entry.position} should have been refused: {refusal.sentence}") from refusal
        if [canonical_json(event) for event in events] != stored:
            raise ExportError(f"Entry {entry.position} holds other events than its command causes.")
        self.state = fold(self.game.evolve, events, self.state)
        self.acts += 1
        self.decided += 1

    def _check_start(self, command: Start[Any]) -> None:
        if command.options != msgspec.json.decode(self.opened.options, type=self.game.options):
            raise ExportError("The match was started with other options than it was opened with.")
        if not command.seats == self.opened.seats == len(self.salts):
            raise ExportError("The match was started before all its seats were taken, or with others.")

    def _heed(self, event: Any) -> None:
        match event:
            case SeatTaken(seat, salt, salt_from):
                if seat >= self.opened.seats:
                    raise ExportError(f"Seat {seat} is taken, which the match was not opened with.")
                self._salt(seat, _bytes(salt), salt_from)
            case SaltGiven(seat, salt, salt_from) if seat in self.salts and not self.decided:
                self._salt(seat, _bytes(salt), salt_from)
            case SaltGiven(seat):
                raise ExportError(f"Salt is given for seat {seat}, which was not free to take any.")
            case SeatVacated(seat):
                self.salts.pop(seat, None)
                self.sources.pop(seat, None)
            case Rewound(to) if to in self.moments:
                self.acts, self.state = self.moments[to]
            case Rewound(to):
                raise ExportError(f"The match is rewound to position {to}, which it had not reached.")

    def _salt(self, seat: Seat, salt: bytes, source: str) -> None:
        if source == "secret" and salt != seat_salt(self.secret, seat):
            raise ExportError(f"The salt of seat {seat} does not follow from the secret, as the log says it does.")
        self.salts[seat] = salt
        self.sources[seat] = source


def _check_actor(entry: ExportedEntry, command: Any) -> None:
    if isinstance(command, Move) and entry.actor.startswith("seat:") and entry.actor != f"seat:{command.seat}":
        raise ExportError(f"Entry {entry.position} is a move of seat {command.seat}, made by {entry.actor}.")


def _bytes(written: str) -> bytes:
    try:
        return bytes.fromhex(written)
    except ValueError as error:
        raise ExportError(f"{written!r} is not written in hexadecimal digits.") from error


def main() -> int:
    """Check the named file and print the report; return 0 if the match holds, 1 if not, 2 if it cannot be read."""
    parser = argparse.ArgumentParser(prog="pirates.verify", description="Check an exported match.")
    parser.add_argument("export", help="the file, or - for standard input")
    name = parser.parse_args().export
    try:
        document = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        sys.stderr.write(f"{name} cannot be read: {error.strerror}.\n")
        return 2
    report = verify(document)
    (sys.stderr if report.fault else sys.stdout).write("\n".join(report.lines()) + "\n")
    return 1 if report.fault else 0


if __name__ == "__main__":
    sys.exit(main())
