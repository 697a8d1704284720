"""Deciding: the checks that the rules of every Game share, made before the Game's own rules are called."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pirates.commands import Command, Expire, Move, Resolve, Start
from pirates.decisions import Decision, find_decision
from pirates.dice import Dice
from pirates.errors import IllegalMove, MalformedMove
from pirates.events import Event
from pirates.outcomes import Outcome
from pirates.seats import Seat
from pirates.wording import gettext as _


class Played(Protocol):
    """The part of a State that every Game has."""

    @property
    def seats(self) -> int:
        """The number of seats in the Match."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the Match ended; None while it runs."""
        ...


S = TypeVar("S", bound=Played)
R = TypeVar("R")
P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[S]):
    """A Game's own rules, one function for each kind of Command. `resolve` closes a sealed phase, if there are any."""

    title: str
    decisions: Callable[[S], tuple[Decision, ...]]
    start: Callable[[Start[Any], Dice], tuple[Event, ...]]
    move: Callable[[S, Move, Dice], tuple[Event, ...]]
    resolve: Callable[[S, Dice], tuple[Event, ...]] | None = None


def decide_by(rules: Rules[S], state: S | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    """Return the Events that `command` causes under `rules`; raises MalformedMove or IllegalMove."""
    if state is None:
        if isinstance(command, Start):
            return rules.start(command, dice)
        raise IllegalMove("not_started", _("The match has not started yet; wait until the host starts it."))
    if state.outcome is not None:
        raise IllegalMove("match_over", _("The match is over; nothing can be played any more."))
    if isinstance(command, Move):
        return _move(rules, state, command, dice)
    if isinstance(command, Expire):
        return _move(rules, state, _default_of(rules, state, command), dice)
    if isinstance(command, Resolve):
        return _resolve(rules, state, command, dice)
    if isinstance(command, Start):
        raise IllegalMove("already_started", _("The match has started already; play on."))
    raise MalformedMove("unknown_command", _("This is not a command of {game}.").format(game=rules.title))


def outcome_of(state: Played) -> Outcome | None:
    """Return how the Match ended, or None while it runs."""
    return state.outcome


def rule_for(move: Move, table: Mapping[type[Move], R], title: str) -> R:
    """Return the entry of `table` for this kind of Move; raises MalformedMove if the Game has no such Move."""
    found = table.get(type(move))
    if found is None:
        raise MalformedMove("unknown_move", _("This is not a move of {game}.").format(game=title))
    return found


def check_moment(phase: P, phases: Container[P], asked: Mapping[P, str]) -> None:
    """Raise IllegalMove (`wrong_moment`), with the sentence in `asked`, if `phase` is not one of `phases`."""
    if phase not in phases:
        raise IllegalMove("wrong_moment", _(asked[phase]))


def check_turn(asked: Seat, seat: Seat) -> None:
    """Raise IllegalMove (`not_your_turn`) if `seat` is not the seat that is `asked`."""
    if asked != seat:
        raise IllegalMove(
            "not_your_turn", _("Wait: it is for seat {seat} to answer now.").format(seat=asked + 1), waits_for=asked
        )


def _move(rules: Rules[S], state: S, move: Move, dice: Dice) -> tuple[Event, ...]:
    if move.seat not in range(state.seats):
        raise IllegalMove(
            "no_such_seat", _("This match has seats 1 to {seats}; choose one of them.").format(seats=state.seats)
        )
    return rules.move(state, move, dice)


def _default_of(rules: Rules[S], state: S, command: Expire) -> Move:
    decision = find_decision(rules.decisions(state), command.key)
    if decision is None or decision.seat != command.seat or decision.default is None:
        raise IllegalMove("decision_closed", _("That question is not open any more; look at what is asked now."))
    return decision.default


def _resolve(rules: Rules[S], state: S, command: Resolve, dice: Dice) -> tuple[Event, ...]:
    decision = find_decision(rules.decisions(state), command.key)
    if rules.resolve is None or decision is None or decision.seat is not None:
        raise IllegalMove("nothing_to_resolve", _("There is nothing to reveal now; wait until everybody has sealed."))
    return rules.resolve(state, dice)
