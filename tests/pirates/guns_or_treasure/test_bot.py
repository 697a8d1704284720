"""The bot plays better than chance."""

from itertools import islice

import pytest

from pirates.commands import Command, Resolve
from pirates.decisions import Decision
from pirates.dice import Dice, SeededDice
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.state import State
from pirates.outcomes import Outcome
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.guns_or_treasure.tables import started

MOVES_WEIGHED = 300


def match_against_chance(seat: Seat, dice: Dice) -> Outcome:
    state = started(4, seed=bytes([dice.below(256), dice.below(256)]))
    while state.outcome is None:
        decision = next(each for each in GUNS.decisions(state) if each.required)
        command = _answer(state, decision, seat, dice)
        state = fold(GUNS.evolve, GUNS.decide(state, command, dice), state) or state
    return state.outcome


def _answer(state: State, decision: Decision, bot: Seat, dice: Dice) -> Command:
    if decision.seat is None:
        return Resolve(decision.key)
    if decision.seat != bot:
        return GUNS.sample_move(state, decision.seat, dice)
    moves = tuple(islice(GUNS.legal_moves(state, bot), MOVES_WEIGHED))
    return GUNS.bot(GUNS.view(state, bot), moves, dice)


def share_won(matches: int) -> float:
    outcomes = [match_against_chance(index % 4, SeededDice(b"bot", index)) for index in range(matches)]
    return sum(index % 4 in outcome.winners for index, outcome in enumerate(outcomes)) / matches


def test_the_bot_wins_most_matches_against_three_who_play_by_lot() -> None:
    assert share_won(100) >= 0.6


@pytest.mark.slow
def test_the_bot_wins_most_of_400_matches_against_three_who_play_by_lot() -> None:
    assert share_won(400) >= 0.6
