"""Twin matches, as pure rules: two deals that look the same to one reader, and acts that look the same in both."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

import msgspec

from pirates.commands import Command, Expire, Move, Resolve, Start
from pirates.decisions import Decision
from pirates.dice import Dice, SeededDice, pick, shuffle
from pirates.errors import RulesError
from pirates.events import Event, redact
from pirates.fingerprints import canonical_json
from pirates.game import AnyGame
from pirates.replay import fold
from pirates.seats import Seat

AHEAD = 5
MOST_MOVES = 60
MOST_SAMPLES = 30
MOST_SEALING = 4


class BentDice:
    """Dice of which some draws fall otherwise: `bends` says by how much, by the number of the draw."""

    def __init__(self, seed: bytes, position: int, bends: Mapping[int, int]) -> None:
        self.dice = SeededDice(seed, position)
        self.bends = bends
        self.drawn = 0

    def below(self, limit: int) -> int:
        """Return a number below `limit`."""
        self.drawn += 1
        return (self.dice.below(limit) + self.bends.get(self.drawn, 0)) % limit


@dataclass(frozen=True)
class Act:
    """What a seat does here and there, which looks the same; or (None) the clock."""

    seat: Seat | None
    here: Command
    there: Command


def seen(events: Sequence[Event], reader: Seat | None) -> bytes:
    """Return what this reader learns of events."""
    return canonical_json([redact(event, reader) for event in events])


def bends_of(game: AnyGame, start: Start[Any], seed: bytes, reader: Seat | None) -> dict[int, int]:
    """Return what bends the first deal into another one that looks the same to `reader`, also a few acts later."""
    dice = BentDice(seed, 1, {})
    state = fold(game.evolve, game.decide(None, start, dice))
    commands: list[Command] = [start]
    for position in range(2, AHEAD + 2):
        commands.append(_expected(game.decisions(state)))
        state = fold(game.evolve, game.decide(state, commands[-1], SeededDice(seed, position)), state)
    looks = _looks(game, commands, seed, {}, reader)
    bends: dict[int, int] = {}
    for draw in range(1, dice.drawn + 1):
        more = {**bends, draw: 1 + draw % 5}
        if _looks(game, commands, seed, more, reader) == looks:
            bends = more
    return bends


def _expected(decisions: Sequence[Decision]) -> Command:
    asked = next((each for each in decisions if each.required), decisions[0])
    return Resolve(asked.key) if asked.seat is None else Expire(asked.seat, asked.key)


def _looks(
    game: AnyGame, commands: Sequence[Command], seed: bytes, bends: Mapping[int, int], reader: Seat | None
) -> list[bytes] | None:
    """Return what `reader` learns of each of these commands after a bent deal; None if one of them cannot be."""
    looks, state = [], None
    for position, command in enumerate(commands, 1):
        try:
            events = game.decide(state, command, BentDice(seed, position, bends if position == 1 else {}))
        except RulesError:
            return None
        looks.append(seen(events, reader))
        state = fold(game.evolve, events, state)
    return looks


def acts_of(
    game: AnyGame, start: Start[Any], seed: bytes, bends: Mapping[int, int], reader: Seat | None
) -> Iterator[Act]:
    """Yield acts, each possible in both worlds, that look the same to `reader`; as different as they can be."""
    deals: tuple[Mapping[int, int], ...] = ({}, bends)
    worlds = [fold(game.evolve, game.decide(None, start, BentDice(seed, 1, bends))) for bends in deals]
    done: Counter[str] = Counter()
    for position in count(2):
        act = _next_act(game, worlds, SeededDice(seed, position), reader, done)
        if act is None:
            return
        done[type(act.here).__name__] += 1
        yield act
        for number, command in enumerate((act.here, act.there)):
            events = game.decide(worlds[number], command, SeededDice(seed, position))
            worlds[number] = fold(game.evolve, events, worlds[number])


def _next_act(
    game: AnyGame, worlds: list[Any], dice: SeededDice, reader: Seat | None, done: Counter[str]
) -> Act | None:
    here, there = (game.decisions(world) for world in worlds)
    lot = _again(dice, b"acts")
    for decision in here:
        if decision.seat is None and decision in there:
            clock = Resolve(decision.key)
            looks = {_look(game, world, clock, reader, dice) for world in worlds}
            return Act(None, clock, clock) if len(looks) == 1 else None
    asked_there = {each.seat for each in there if each.required}
    asked = {each.seat for each in here if each.required and each.seat is not None and each.seat in asked_there}
    for seat in shuffle(lot, sorted(asked)):
        pairs = list(_pairs(game, worlds, seat, reader, dice, lot))
        if pairs:
            rarest = min(done[type(here).__name__] for here, _ in pairs)
            rare = [pair for pair in pairs if done[type(pair[0]).__name__] == rarest]
            secret = [pair for pair in rare if pair[0] != pair[1]]
            return Act(seat, *pick(lot, [pair for pair in secret if _shape(pair[0]) == _shape(pair[1])] or rare))
    return None


def _pairs(
    game: AnyGame, worlds: list[Any], seat: Seat, reader: Seat | None, dice: SeededDice, lot: Dice
) -> Iterator[tuple[Move, Move]]:
    """Yield the moves of `seat` in one world with each that looks the same to `reader` in the other."""
    looks: dict[bytes, list[Move]] = {}
    for move in _moves(game, worlds[1], seat, lot):
        looks.setdefault(_look(game, worlds[1], move, reader, dice), []).append(move)
    for move in _moves(game, worlds[0], seat, lot):
        for other in looks.get(_look(game, worlds[0], move, reader, dice), ()):
            if seat != reader or move == other:
                yield move, other


def _moves(game: AnyGame, state: Any, seat: Seat, lot: Dice) -> list[Move]:
    first = list(islice(game.legal_moves(state, seat), MOST_MOVES))
    return first + [game.sample_move(state, seat, lot) for _ in range(MOST_SAMPLES)]


def _look(game: AnyGame, state: Any, command: Command, reader: Seat | None, dice: SeededDice) -> bytes:
    """Return what `reader` learns of a command, and will learn of its seat where it seals something."""
    events = game.decide(state, command, _again(dice))
    foreseen = b""
    if isinstance(command, Move):
        foreseen = _foreseen(game, fold(game.evolve, events, state), command.seat, reader, dice)
    return seen(events, reader) + foreseen


def _foreseen(game: AnyGame, state: Any, seat: Seat, reader: Seat | None, dice: SeededDice) -> bytes:
    """Return what the end of a sealed phase will tell of `seat` if all others do what is expected of them."""
    for _ in range(MOST_SEALING):
        decisions = game.decisions(state)
        clock = next((each for each in decisions if each.seat is None), None)
        if clock is not None:
            events = game.decide(state, Resolve(clock.key), _again(dice))
            return seen([each for each in events if _concerns(each, seat)], reader)
        others = [each for each in decisions if each.required and each.seat not in (seat, None)]
        if not others or any(each.required and each.seat == seat for each in decisions):
            return b""
        state = fold(game.evolve, game.decide(state, _expected(others), _again(dice)), state)
    return b""


def _concerns(event: Event, seat: Seat) -> bool:
    return any(getattr(event, name, None) == seat for name in ("seat", "giver", "to"))


def _shape(value: Any) -> Any:
    """Return a move without the names in it: what of it may come to light before they do."""
    plain = msgspec.to_builtins(value)
    if isinstance(plain, dict):
        return {name: _shape(each) for name, each in plain.items()}
    return [_shape(each) for each in plain] if isinstance(plain, list | tuple) else isinstance(plain, str) or plain


def _again(dice: SeededDice, purpose: bytes = b"") -> SeededDice:
    """Return the same dice before their first draw, or others for a purpose of its own."""
    return SeededDice(dice._seed + purpose, int.from_bytes(dice._position, "big"))
