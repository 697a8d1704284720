"""The contract, part four: a Move may be taken back only if nobody learned anything by it and no chance was used."""

from itertools import zip_longest
from typing import Any

from pirates.commands import Move
from pirates.dice import SeededDice
from pirates.errors import RulesError
from pirates.events import Event, redact, secrets_of
from pirates.fingerprints import canonical_json
from pirates.game import AnyGame
from pirates.seats import Seat
from tests.pirates.trial import Playout, Step, Trial, attempt

POSITIONS = 12


class CountedDice:
    """Dice that count how often they are thrown."""

    def __init__(self, seed: bytes, position: int) -> None:
        self._dice = SeededDice(seed, position)
        self.thrown = 0

    def below(self, limit: int) -> int:
        self.thrown += 1
        return self._dice.below(limit)


def check_taking_back(trial: Trial, playout: Playout) -> None:
    """A quiet Move throws no dice, shows nobody a secret, and is quiet whatever its seat does not know."""
    quiet = [step for step in playout.steps[1:] if is_quiet(trial.game, step)]
    for step in quiet[:: max(1, len(quiet) // POSITIONS)]:
        _check_chance(trial.game, playout, step)
        assert isinstance(step.command, Move)
        for event in step.events:
            assert type(event) not in trial.reveals, f"{event} could be taken back, and brings things to light"
            _check_shown(event, step.command.seat, playout)
    for step in playout.sampled(POSITIONS):
        if isinstance(step.command, Move):
            _check_offer(trial, playout, step, step.command.seat)


def is_quiet(game: AnyGame, step: Step) -> bool:
    """Whether a step is a Move that could be taken back."""
    return isinstance(step.command, Move) and game.is_quiet(step.events)


def _check_chance(game: AnyGame, playout: Playout, step: Step) -> None:
    dice = CountedDice(playout.seed, step.position)
    assert attempt(game, step.before, step.command, dice) == step.events
    assert dice.thrown == 0, f"{step.command} could be taken back, and threw dice at {step.position}"


def _check_shown(event: Event, mover: Seat, playout: Playout) -> None:
    for viewer in playout.viewers:
        known = redact(event, viewer)
        open_to_viewer = [name for name, _ in secrets_of(type(event)) if getattr(known, name) is not None]
        witnessed = [name for name in open_to_viewer if name != "glimpsed"]
        assert viewer == mover or not witnessed, f"{event} could be taken back, and shows {viewer} {witnessed}"


def _check_offer(trial: Trial, playout: Playout, step: Step, mover: Seat) -> None:
    """Redeal what the mover does not know: the offer stays, and of a quiet Move all that the mover is told."""
    other = trial.swap_hidden(step.before, mover, playout.dice("take back", step.position))
    there = attempt(trial.game, other, step.command, SeededDice(playout.seed, step.position))
    assert not isinstance(there, RulesError)
    here_quiet, there_quiet = trial.game.is_quiet(step.events), trial.game.is_quiet(there)
    assert here_quiet == there_quiet, f"whether {step.command} can be taken back tells what {mover} may not know"
    if here_quiet:
        for pair in zip_longest(step.events, there):
            told: list[Any] = [event and canonical_json(redact(event, mover)) for event in pair]
            assert told[0] == told[1], f"{mover} learns something by {step.command} at {step.position}: {told}"
