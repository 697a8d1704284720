"""A game on trial: what the contract test must be told about it, and recorded playouts of it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, TypeAlias

import msgspec

from pirates.commands import Command, Expire, Move, Resolve, Start
from pirates.decisions import Decision
from pirates.dice import Dice, SeededDice, pick
from pirates.errors import RulesError
from pirates.events import Event
from pirates.game import AnyGame
from pirates.replay import fold
from pirates.seats import Seat

MOST_LEGAL_MOVES = 400

Manner: TypeAlias = Literal["by lot", "by bot"]


@dataclass(frozen=True)
class Variant:
    """One way to set a game up."""

    seats: int
    options: msgspec.Struct

    def __str__(self) -> str:
        chosen = msgspec.to_builtins(self.options)
        return "-".join([f"{self.seats}p", *(f"{name}={chosen[name]}" for name in chosen)])


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What only the game itself can tell: `tests/pirates/<game>/variants.py` fills one in, called TRIAL.

    `components` counts all pieces of a State. `swap_hidden` redeals what the seat (None: a spectator) may not know.
    `permute` moves seat s to seat permutation[s]. `hides_nothing` lists the Event types that are wholly public; every
    other one must mark a secret. `reveals` lists the public ones that may bring a hidden thing to light; the `rare`
    ones need not come up in a quick run. No playout has more than `longest` commands.
    """

    game: AnyGame
    variants: tuple[Variant, ...]
    reasons: frozenset[str]
    hides_nothing: frozenset[type[Event]]
    reveals: frozenset[type[Event]]
    rare: frozenset[type[Event]] = frozenset()
    longest: int
    components: Callable[[Any], Counter[Any]]
    swap_hidden: Callable[[Any, Seat | None, Dice], Any]
    permute: Callable[[Any, tuple[Seat, ...]], Any]


@dataclass(frozen=True)
class Step:
    """One accepted command of a playout; `before` is None at the start."""

    position: int
    before: Any
    command: Command
    events: tuple[Event, ...]
    after: Any


@dataclass(frozen=True)
class Playout:
    """One whole match; `steps[0]` is its Start."""

    variant: Variant
    seed: bytes
    steps: tuple[Step, ...]

    @property
    def seats(self) -> range:
        return range(self.variant.seats)

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        return (*self.seats, None)

    @property
    def events(self) -> Iterator[Event]:
        return (event for step in self.steps for event in step.events)

    def sampled(self, most: int) -> tuple[Step, ...]:
        """Return at most `most` steps after the first, evenly spread, with the last two always among them."""
        stride = max(1, len(self.steps) // most)
        return tuple(step for step in self.steps[1:] if step.position % stride == 0 or step in self.steps[-2:])

    def dice(self, purpose: str, position: int = 0) -> Dice:
        """Return dice of this playout's own for anything but the rules."""
        return SeededDice(self.seed + purpose.encode(), position)


def play(trial: Trial, variant: Variant, seed: bytes, manner: Manner = "by lot") -> Playout:
    """Play one match to its end, or fail if it has none."""
    command: Command | None = Start(variant.options, variant.seats)
    steps: list[Step] = []
    state = None
    while command is not None:
        assert len(steps) < trial.longest, f"no end after {trial.longest} commands"
        step = take_step(trial.game, state, command, seed, len(steps) + 1)
        steps.append(step)
        state = step.after
        command = _next_command(trial.game, state, SeededDice(seed + b"choice", len(steps)), manner)
    return Playout(variant, seed, tuple(steps))


def take_step(game: AnyGame, state: Any, command: Command, seed: bytes, position: int) -> Step:
    """Decide one command and fold what it caused."""
    events = attempt(game, state, command, SeededDice(seed, position))
    assert not isinstance(events, RulesError), f"{command} is refused at {position}: {events}"
    return Step(position, state, command, events, fold(game.evolve, events, state))


def some_legal_moves(game: AnyGame, state: Any, seat: Seat) -> tuple[Move, ...]:
    """Return the seat's legal moves; where there are very many, the first of them."""
    return tuple(islice(game.legal_moves(state, seat), MOST_LEGAL_MOVES))


def attempt(game: AnyGame, state: Any, command: Command, dice: Dice) -> tuple[Event, ...] | RulesError:
    """Return what the command causes, or why it is refused."""
    try:
        return game.decide(state, command, dice)
    except RulesError as refusal:
        return refusal


def _next_command(game: AnyGame, state: Any, dice: Dice, manner: Manner) -> Command | None:
    asked = game.decisions(state)
    if not asked:
        return None
    must = [each for each in asked if each.required]
    decision = pick(dice, must if must and dice.below(4) else asked)
    if decision.seat is None:
        return Resolve(decision.key)
    if decision.default is not None and dice.below(16) == 0:
        return Expire(decision.seat, decision.key)
    return _chosen_move(game, state, decision, dice, manner)


def _chosen_move(game: AnyGame, state: Any, decision: Decision, dice: Dice, manner: Manner) -> Move:
    assert decision.seat is not None
    if manner == "by bot":
        moves = some_legal_moves(game, state, decision.seat)
        return game.bot(game.view(state, decision.seat), moves, dice)
    return game.sample_move(state, decision.seat, dice)
