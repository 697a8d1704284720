"""The rules alone: random playouts on one core, by that core's own time, so that a busy machine measures the same."""

import time
from itertools import count, islice
from typing import Any

import pytest

from pirates.commands import Command, Resolve, Start
from pirates.decisions import Decision
from pirates.dice import Dice, SeededDice
from pirates.game import AnyGame
from pirates.registry import GAMES
from pirates.replay import fold
from tests.bench.figures import tell

MARKS = {"capitan-bacon": 15_000, "guns-or-treasure": 10_000, "long-live-the-captain": 5_000, "captn-clever": 10_000}
ROUNDS = 5
SECONDS = 1.5
SEATS = 4
LISTED = 100
MOST_MS_TO_LIST = 50


def answer_to(game: AnyGame, state: Any, asked: Decision, dice: Dice) -> Command:
    """Return a move drawn by lots, or the clock's own answer."""
    return Resolve(asked.key) if asked.seat is None else game.sample_move(state, asked.seat, dice)


def play_out(game: AnyGame, seed: bytes) -> int:
    """Play one match of four to its end with moves drawn by lots; return how many moves it had."""
    state = fold(game.evolve, game.decide(None, Start(game.options(), SEATS), SeededDice(seed, 0)))
    for moves in count():
        asked = next((each for each in game.decisions(state) if each.required), None)
        if asked is None:
            return moves
        dice = SeededDice(seed, moves + 1)
        state = fold(game.evolve, game.decide(state, answer_to(game, state, asked, dice), dice), state)
    raise AssertionError("unreachable")


def rate_of(game: AnyGame, number: int) -> float:
    """Return the moves a second of one round."""
    began, moves = time.process_time(), 0
    for match in count():
        moves += play_out(game, f"{number}/{match}".encode())
        if time.process_time() - began >= SECONDS:
            break
    return moves / (time.process_time() - began)


@pytest.mark.parametrize("slug", MARKS)
def test_moves_a_second_in_random_playouts(slug: str) -> None:
    best = max(rate_of(GAMES[slug], number) for number in range(ROUNDS))
    tell(
        f"{slug}: moves a second of one core in random playouts (best of rounds)", f"{best:,.0f} (mark {MARKS[slug]:,})"
    )


@pytest.mark.parametrize("slug", MARKS)
def test_milliseconds_to_list_the_first_hundred_legal_moves(slug: str) -> None:
    game, seed, slowest = GAMES[slug], b"listing", 0.0
    state = fold(game.evolve, game.decide(None, Start(game.options(), SEATS), SeededDice(seed, 0)))
    for moves in range(400):
        asked = next((each for each in game.decisions(state) if each.required), None)
        if asked is None:
            break
        began = time.process_time()
        list(islice(game.legal_moves(state, asked.seat or 0), LISTED))
        slowest = max(slowest, time.process_time() - began)
        dice = SeededDice(seed, moves + 1)
        state = fold(game.evolve, game.decide(state, answer_to(game, state, asked, dice), dice), state)
    tell(
        f"{slug}: ms to list the first {LISTED} legal moves (slowest)", f"{1000 * slowest:.1f} (mark {MOST_MS_TO_LIST})"
    )
