"""The bot plays better than chance."""

from itertools import islice

from pirates.capitan_bacon.decisions import asked_seat
from pirates.capitan_bacon.game import BACON
from pirates.dice import Dice, SeededDice
from pirates.outcomes import Outcome
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.capitan_bacon.tables import started

MATCHES = 100


def match_against_chance(seat: Seat, dice: Dice) -> Outcome:
    state = started(4, seed=bytes([dice.below(256), dice.below(256)]))
    while state.outcome is None:
        asked = asked_seat(state)
        assert asked is not None
        if asked == seat:
            move = BACON.bot(BACON.view(state, asked), tuple(islice(BACON.legal_moves(state, asked), 400)), dice)
        else:
            move = BACON.sample_move(state, asked, dice)
        state = fold(BACON.evolve, BACON.decide(state, move, dice), state) or state
    return state.outcome


def test_the_bot_wins_most_matches_against_three_who_play_by_lot() -> None:
    outcomes = [match_against_chance(index % 4, SeededDice(b"bot", index)) for index in range(MATCHES)]
    won = sum(index % 4 in outcome.winners for index, outcome in enumerate(outcomes))
    assert won >= 0.6 * MATCHES, f"the bot won only {won} of {MATCHES}"
