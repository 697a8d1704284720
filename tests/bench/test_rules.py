"""The rules alone: random playouts on one core, by that core's own time, so that a busy machine measures the same."""

import time

from pirates.commands import Start
from pirates.dice import SeededDice
from pirates.registry import GAMES
from pirates.replay import fold
from tests.bench.figures import tell

MARK = 15_000
ROUNDS = 5
SECONDS = 1.5
GAME = GAMES["capitan-bacon"]


def play_out(seed: bytes) -> int:
    """Play one match of four to its end with moves drawn by lots; return how many moves it had."""
    state = fold(GAME.evolve, GAME.decide(None, Start(GAME.options(), 4), SeededDice(seed, 0)))
    moves = 0
    while asked := GAME.decisions(state):
        dice = SeededDice(seed, moves + 1)
        events = GAME.decide(state, GAME.sample_move(state, asked[0].seat or 0, dice), dice)
        state = fold(GAME.evolve, events, state)
        moves += 1
    return moves


def test_moves_a_second_in_random_playouts() -> None:
    rates = []
    for number in range(ROUNDS):
        began, moves, match = time.process_time(), 0, 0
        while time.process_time() - began < SECONDS:
            moves += play_out(f"{number}/{match}".encode())
            match += 1
        rates.append(moves / (time.process_time() - began))
    tell("moves a second of one core in random playouts (best of rounds)", f"{max(rates):,.0f} (mark {MARK:,})")
    assert max(rates) >= MARK
