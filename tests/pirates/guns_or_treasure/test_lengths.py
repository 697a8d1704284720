"""Lengths: no match waits more often than the rulebook's numbers allow, and small ships come close to that."""

from itertools import product

import pytest

from pirates.commands import Command, Expire, Move, Resolve, Start
from pirates.decisions import Decision
from pirates.dice import SeededDice
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.moves import BuildShips, RetreatShip
from pirates.guns_or_treasure.pieces import ARMADA_SEATS, SEATS, Load, Options
from pirates.guns_or_treasure.state import Phase, State, may_retreat
from pirates.replay import fold

SWITCHES = [Options(*switches) for switches in product((False, True), repeat=5)]


def waits_of(options: Options, seats: int, seed: int, *, is_slow: bool) -> int:
    """Return how often a match waits that is played by lots or, if `is_slow`, with as many turns as may be."""
    state = _after(None, Start(options, seats), _dice(seed, 0))
    waits, waited = 0, frozenset[str]()
    for number in range(1, 3000):
        required = [each for each in GUNS.decisions(state) if each.required]
        if not required:
            return waits
        keys = frozenset(each.key for each in required if each.seat is not None)
        waits += bool(keys - waited)
        waited |= keys
        dice = _dice(seed, number)
        state = _after(state, _command(state, required[0], dice, is_slow=is_slow), dice)
    raise AssertionError("the match never ends")


def _after(state: State | None, command: Command, dice: SeededDice) -> State:
    after = fold(GUNS.evolve, GUNS.decide(state, command, dice), state)
    assert after is not None
    return after


def _dice(seed: int, number: int) -> SeededDice:
    return SeededDice(seed.to_bytes(32, "big"), number)


def _command(state: State, asked: Decision, dice: SeededDice, *, is_slow: bool) -> Command:
    if asked.seat is None:
        return Resolve(asked.key)
    if is_slow:
        return _slow_move(state, asked.seat, dice)
    return GUNS.sample_move(state, asked.seat, dice) if dice.below(4) else Expire(asked.seat, asked.key)


def _slow_move(state: State, seat: int, dice: SeededDice) -> Move:
    """Build six ships of two cards and retreat as soon as that is allowed."""
    if state.phase is Phase.TURN and may_retreat(state, seat):
        return RetreatShip(seat, state.fleets[seat][0].number)
    if state.phase is not Phase.BUILD:
        return GUNS.sample_move(state, seat, dice)
    bows: list[int | None] = [ship.number for ship in state.fleets[seat] if len(ship.cards) == 1]
    loads = zip(bows or [None] * 3, state.hands[seat], strict=False)
    return BuildShips(seat, tuple(Load(ship, (card,)) for ship, card in loads))


@pytest.mark.parametrize("seats", SEATS)
def test_no_match_waits_more_often_than_the_rulebook_allows(seats: int) -> None:
    for options in SWITCHES:
        if options.armada and seats not in ARMADA_SEATS:
            continue
        most = GUNS.waits(options, seats).most
        assert most is not None
        for is_slow in (False, True):
            assert waits_of(options, seats, 1, is_slow=is_slow) <= most, options


@pytest.mark.parametrize("seats", SEATS)
def test_who_builds_six_ships_and_retreats_comes_close_to_it(seats: int) -> None:
    """A seat's first turn is an attack, which takes two ships; the last fleet is run off without turns."""
    most = GUNS.waits(Options(), seats).most
    assert most == 4 + 6 * seats
    assert max(waits_of(Options(), seats, seed, is_slow=True) for seed in range(12)) >= 4 + 4 * seats
