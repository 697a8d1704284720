"""Given, when, then: a rules test in three short paragraphs.

given(GAME, *events).when_seat(0, "shovel 7", dice=[2]).then(IslandTaken(seat=0, island=7, card="map"))
given(GAME, state=state).when(PlayShovel(seat=1, island=7)).refused("not_your_turn")
"""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec
import pytest

from pirates.commands import Command
from pirates.dice import Dice, SeededDice
from pirates.errors import RulesError
from pirates.events import Event
from pirates.game import Game
from pirates.outcomes import Outcome
from pirates.replay import fold
from pirates.seats import Seat

S = TypeVar("S", bound=msgspec.Struct)


class ScriptedDice:
    """Dice that fall as written down; a number beyond its limit, or one too few, fails the test."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = list(numbers)
        self._used = 0

    def below(self, limit: int) -> int:
        if not self.unused:
            pytest.fail(f"The dice ran out: throw {self._used + 1} was asked for, below {limit}.")
        number = self.unused[0]
        self._used += 1
        if not 0 <= number < limit:
            pytest.fail(f"Throw {self._used} is written down as {number}, but the rules asked for one below {limit}.")
        return number

    @property
    def unused(self) -> list[int]:
        return self._numbers[self._used :]


class Scenario(Generic[S]):
    """Where a story stands: the State, and what the last command caused or why it was refused."""

    def __init__(
        self,
        game: Game[S, Any, Any],
        state: S | None,
        events: tuple[Event, ...] = (),
        refusal: RulesError | None = None,
    ) -> None:
        self._game = game
        self._state = state
        self._events = events
        self._refusal = refusal

    def when(self, command: Command, dice: Iterable[int] | None = None) -> "Scenario[S]":
        """Give the rules a command; `dice` lists what they shall throw, and all of it must be used."""
        self._must_not_be_refused()
        thrown = None if dice is None else ScriptedDice(dice)
        try:
            events = self._game.decide(self._state, command, thrown or _any_dice())
        except RulesError as refusal:
            return Scenario(self._game, self._state, refusal=refusal)
        if thrown and thrown.unused:
            pytest.fail(f"The rules never threw the dice {thrown.unused}.")
        return Scenario(self._game, fold(self._game.evolve, events, self._state), events)

    def when_seat(self, seat: Seat, notation: str, dice: Iterable[int] | None = None) -> "Scenario[S]":
        """Let a seat write a move in notation; an unreadable one counts as refused."""
        try:
            move = self._game.parse(notation, self.state, seat)
        except RulesError as refusal:
            return Scenario(self._game, self._state, refusal=refusal)
        return self.when(move, dice)

    def then(self, *events: Event) -> "Scenario[S]":
        """Check that exactly these Events happened, in this order."""
        self._must_not_be_refused()
        assert list(self._events) == list(events)
        return self

    def then_includes(self, *events: Event) -> "Scenario[S]":
        """Check that these Events happened, in this order, whatever happened between them."""
        self._must_not_be_refused()
        happened = iter(self._events)
        for event in events:
            assert event in happened, f"{event} is not there, or not in this order, in {list(self._events)}"
        return self

    def refused(self, code: str) -> "Scenario[S]":
        """Check that the command was refused for this reason; the story goes on as if it had not been asked."""
        assert self._refusal is not None, f"expected the refusal {code}, got {list(self._events)}"
        assert self._refusal.code == code, f"expected the refusal {code}, got {self._refusal.code}: {self._refusal}"
        return Scenario(self._game, self._state)

    @property
    def state(self) -> S:
        """The State now."""
        self._must_not_be_refused()
        if self._state is None:
            pytest.fail("Nothing has happened yet, so there is no State.")
        return self._state

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last command caused."""
        self._must_not_be_refused()
        return self._events

    @property
    def outcome(self) -> Outcome | None:
        """How the Match ended, if it has."""
        return self._game.outcome(self.state)

    def _must_not_be_refused(self) -> None:
        if self._refusal is not None:
            pytest.fail(f"The command was refused: {self._refusal.code}: {self._refusal.sentence}")


def given(game: Game[S, Any, Any], *events: Event, state: S | None = None) -> Scenario[S]:
    """Begin where `events` lead from `state`, or from nothing."""
    return Scenario(game, fold(game.evolve, events, state))


def _any_dice() -> Dice:
    return SeededDice(b"scenario", 1)
