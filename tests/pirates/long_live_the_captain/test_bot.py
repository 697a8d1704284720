"""The bot plays better than chance, from its View alone."""

import os
from itertools import islice

import pytest

from pirates.commands import Command, Resolve
from pirates.decisions import Decision, awaited_seats
from pirates.dice import Dice, SeededDice, pick
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.moves import AcceptOffer, RefuseOffer
from pirates.long_live_the_captain.state import State
from pirates.outcomes import Outcome
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.long_live_the_captain.tables import started, table
from tests.scenario import given

MATCHES, MANY = 40, 400
WEIGHED = 300


def match_against_chance(seat: Seat, dice: Dice) -> Outcome:
    state = started(4, seed=bytes([dice.below(256), dice.below(256)]))
    while state.outcome is None:
        decisions = LIVE_LONG.decisions(state)
        command = _answer(state, decisions, seat, dice)
        state = fold(LIVE_LONG.evolve, LIVE_LONG.decide(state, command, dice), state) or state
    return state.outcome


def _answer(state: State, decisions: tuple[Decision, ...], bot: Seat, dice: Dice) -> Command:
    awaited = awaited_seats(decisions)
    if not awaited:
        return Resolve(decisions[0].key)
    asked = pick(dice, awaited)
    if asked != bot:
        return LIVE_LONG.sample_move(state, asked, dice)
    return LIVE_LONG.bot(
        LIVE_LONG.view(state, asked), tuple(islice(LIVE_LONG.legal_moves(state, asked), WEIGHED)), dice
    )


def won_of(matches: int) -> int:
    outcomes = [match_against_chance(index % 4, SeededDice(b"bot", index)) for index in range(matches)]
    return sum(index % 4 in outcome.winners for index, outcome in enumerate(outcomes))


def test_the_bot_wins_most_matches_against_three_who_play_by_lot() -> None:
    assert won_of(MATCHES) >= 0.6 * MATCHES


@pytest.mark.slow
@pytest.mark.skipif("SLOW" not in os.environ, reason="plays 400 matches: SLOW=1 asks for it")
@pytest.mark.timeout(0)
def test_the_bot_wins_most_of_four_hundred_matches() -> None:
    assert won_of(MANY) >= 0.6 * MANY


def test_the_bot_takes_an_offer_worth_more_than_it_costs_and_turns_others_down() -> None:
    for text, kind in (("offer 1: map for fish", AcceptOffer), ("offer 1: fish for map", RefuseOffer)):
        state = given(LIVE_LONG, state=table("fish map", "fish map", "")).when_seat(1, text).state
        moves = tuple(islice(LIVE_LONG.legal_moves(state, 0), WEIGHED))
        assert isinstance(LIVE_LONG.bot(LIVE_LONG.view(state, 0), moves, SeededDice(b"bot", 1)), kind)


def test_the_bot_pays_for_the_best_pirates_it_can_have() -> None:
    state = table("fish fish silk silk silk", "", "", pirates=(1, 21, 2, 3))
    moves = tuple(islice(LIVE_LONG.legal_moves(state, 0), WEIGHED))
    chosen = LIVE_LONG.bot(LIVE_LONG.view(state, 0), moves, SeededDice(b"bot", 1))
    assert "2: 3 silk" in LIVE_LONG.write(chosen)
