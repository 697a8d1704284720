"""A seat that never comes: whatever the game and the seat count, its match still ends by the rules."""

import pytest

from pirates.commands import Command, Expire, Resolve, Start
from pirates.decisions import Decision
from pirates.dice import SeededDice
from pirates.game import AnyGame
from pirates.registry import GAMES
from pirates.replay import fold

MOST_ACTS = 6000
TABLES = [(slug, seats) for slug, game in GAMES.items() for seats in game.seats]


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_match_with_a_seat_that_only_makes_default_moves_ends(slug: str, seats: int) -> None:
    game, chance = GAMES[slug], f"never {slug} {seats}".encode()
    state = fold(game.evolve, game.decide(None, Start(game.options(), seats), SeededDice(chance, 1)), None)
    for number in range(2, MOST_ACTS):
        asked = [each for each in game.decisions(state) if each.required]
        if not asked:
            break
        command = _answer(game, state, asked[0], number)
        state = fold(game.evolve, game.decide(state, command, SeededDice(chance, number)), state)
    assert game.outcome(state) is not None


def _answer(game: AnyGame, state: object, question: Decision, number: int) -> Command:
    if question.seat is None:
        return Resolve(question.key)
    if question.seat == 0:
        return Expire(question.seat, question.key)
    return game.sample_move(state, question.seat, SeededDice(b"the others", number))
