"""Transcripts: a match as each seat lives it, told, shown and asked step by step, to be read and reviewed.

A file holds comments (`#`), the setting (`match`), and the commands (`==`); all other lines are rendered from those.
`REWRITE_TRANSCRIPTS=1 pytest tests/pirates/test_transcripts.py` renders them anew: read the difference before you
commit it. To add a transcript, write its comments, setting and commands, and rewrite.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pirates.commands import Command, Expire, Resolve, Start
from pirates.decisions import open_to
from pirates.events import Event, redact
from pirates.game import AnyGame
from pirates.registry import GAMES
from pirates.seats import Seat
from tests.pirates.contract_log import NAMES
from tests.pirates.trial import some_legal_moves, take_step

HERE = Path(__file__).parent
MOVES_SHOWN = 6


class Setting(msgspec.Struct, frozen=True):
    game: str
    seats: int
    options: msgspec.Raw
    seed: str


def transcript_files() -> list[Path]:
    return sorted(HERE.glob("*/transcripts/*.txt"))


def rendered(text: str) -> str:
    """Return a transcript as it must read today."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    setting = next(line.removeprefix("match ") for line in lines if line.startswith("match "))
    commands = [line.removeprefix("== ") for line in lines if line.startswith("== ")]
    read = msgspec.json.decode(setting, type=Setting)
    return "\n".join([*comments, f"match {setting}", *_told(GAMES[read.game], read, commands)]) + "\n"


def _told(game: AnyGame, setting: Setting, commands: Sequence[str]) -> Iterator[str]:
    state: Any = None
    seen: dict[Seat | None, dict[str, Any]] = {}
    viewers = (*range(setting.seats), None)
    for position, line in enumerate(["start", *commands[1:]], 1):
        command = _command(game, setting, state, line)
        step = take_step(game, state, command, bytes.fromhex(setting.seed), position)
        state = step.after
        yield f"\n== {line}"
        for viewer in viewers:
            yield f"-- {'the watchers' if viewer is None else NAMES[viewer]}"
            yield from _sentences(game, step.events, NAMES[: setting.seats], viewer)
            view = msgspec.to_builtins(game.view(state, viewer))
            yield from _news(seen.get(viewer, {}), view)
            yield from () if viewer is None else _asked(game, state, viewer)
            seen[viewer] = view


def _command(game: AnyGame, setting: Setting, state: Any, line: str) -> Command:
    """Read `start`, `late <name> <key>`, `resolve <key>` or `<name>: <notation>`."""
    match line.split():
        case ["start"]:
            return Start(game.decode_options(setting.options), setting.seats)
        case ["late", name, key]:
            return Expire(NAMES.index(name), key)
        case ["resolve", key]:
            return Resolve(key)
    name, notation = line.split(": ", 1)
    return game.parse(notation, state, NAMES.index(name))


def _sentences(game: AnyGame, events: Sequence[Event], names: Sequence[str], viewer: Seat | None) -> Iterator[str]:
    for event in events:
        yield f"   {game.narrate(redact(event, viewer), names, viewer)}"


def _news(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """Yield what the View shows otherwise than before; of lists of things, what came and what went."""
    for name, value in now.items():
        old = before.get(name)
        if value == old or (not before and value in (None, [], False)):
            continue
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            yield from (f"   sees {name} less {_json(each)}" for each in old or () if each not in value)
            yield from (f"   sees {name} with {_json(each)}" for each in value if each not in (old or ()))
        else:
            yield f"   sees {name} = {_json(value)}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _asked(game: AnyGame, state: Any, seat: Seat) -> Iterator[str]:
    decisions = [each for each in open_to(game.decisions(state), seat) if each.required]
    for each in decisions:
        default = "nothing" if each.default is None else game.write(each.default)
        yield f"   asked {each.key}{' in a window' if each.window else ''}, else: {default}"
    moves = [game.write(move) for move in some_legal_moves(game, state, seat)] if decisions else []
    if moves:
        more = f" | and {len(moves) - MOVES_SHOWN} more" if len(moves) > MOVES_SHOWN else ""
        yield f"   may {' | '.join(moves[:MOVES_SHOWN])}{more}"
