"""The bot plays better than chance, and gives tasks with thought."""

import pytest

from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.moves import GiveTask, Sail
from pirates.captn_clever.pieces import Options
from pirates.commands import Resolve
from pirates.dice import Dice, SeededDice
from pirates.outcomes import Outcome
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.captn_clever.tables import seen, started, table

MATCHES = 400
SHARE = 0.9


def match_against_chance(seat: Seat, dice: Dice) -> Outcome:
    state = started(4, seed=bytes([dice.below(256), dice.below(256)]))
    while state.outcome is None:
        decision = next(each for each in CLEVER.decisions(state) if each.required)
        if decision.seat is None:
            command = Resolve(decision.key)
        elif decision.seat == seat:
            command = CLEVER.bot(CLEVER.view(state, seat), tuple(CLEVER.legal_moves(state, seat)), dice)  # type: ignore[assignment]
        else:
            command = CLEVER.sample_move(state, decision.seat, dice)  # type: ignore[assignment]
        state = fold(CLEVER.evolve, CLEVER.decide(state, command, dice), state) or state
    return state.outcome


@pytest.mark.slow
def test_the_bot_wins_nine_of_ten_matches_against_three_who_play_by_lot() -> None:
    outcomes = [match_against_chance(index % 4, SeededDice(b"bot", index)) for index in range(MATCHES)]
    won = sum(outcome.winners == (index % 4,) for index, outcome in enumerate(outcomes))
    assert won >= SHARE * MATCHES, f"the bot won only {won} of {MATCHES}"


def test_the_bot_lands_on_its_task_if_it_can() -> None:
    state = table(("1 3-6", "pearl"), ("9 8-9", "ruby"), ("7 4-7", "sabre"))
    move = CLEVER.bot(seen(state, 0), tuple(CLEVER.legal_moves(state, 0)), SeededDice(b"bot", 1))
    assert move == Sail(0, "1-2", 2)


def test_the_bot_gives_a_task_that_is_hard_to_reach() -> None:
    state = table(("1 1-2", "pearl"), ("9 8-9", ""), ("7 4-7", "sabre"), current=1)
    move = CLEVER.bot(seen(state, 0), tuple(CLEVER.legal_moves(state, 0)), SeededDice(b"bot", 1))
    assert isinstance(move, GiveTask)
    assert move.treasure in {"anchor", "ruby", "sabre"}


def test_the_bot_agrees_to_a_draw_once_it_can_be_agreed() -> None:
    options = Options(draw_after=1)
    dice = SeededDice(b"bot", 1)
    state = table(("1 1-2", "pearl"), ("9 8-9", "ruby"), ("7 4-7", "sabre"), options=options)
    state = type(state)(**{name: getattr(state, name) for name in state.__struct_fields__} | {"draw_open": True})
    first = CLEVER.bot(seen(state, 1), tuple(CLEVER.legal_moves(state, 1)), dice)
    assert CLEVER.write(first) == "draw yes"
