"""What the bot does with its rarer cards: Drop Ballast is played, Mirrors wait for an attack."""

from collections.abc import Iterator
from itertools import islice

import pytest

from pirates.capitan_bacon.decisions import asked_seat
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.moves import BuryCards, DeclineMirror, DropBallast, PlayMirror
from pirates.capitan_bacon.pieces import TREASURES_ON, Card, Options
from pirates.capitan_bacon.state import Phase, State
from pirates.commands import Move
from pirates.dice import SeededDice
from pirates.replay import fold
from tests.pirates.capitan_bacon.tables import seen, started

MATCHES = 24
Acts = list[tuple[int, State, Move]]


@pytest.fixture(scope="module")
def acts() -> Acts:
    """All that bots alone do in seeded matches of three to five, with the match and where it stood."""
    return [(match, state, move) for match in range(MATCHES) for state, move in acts_of_bots(match)]


def acts_of_bots(seed: int) -> Iterator[tuple[State, Move]]:
    state, dice = started(3 + seed % 3, Options(express=seed % 4 == 0), bytes([seed])), SeededDice(b"bots", seed)
    while state.outcome is None:
        asked = asked_seat(state)
        assert asked is not None
        move = BACON.bot(seen(state, asked), tuple(islice(BACON.legal_moves(state, asked), 300)), dice)
        yield state, move
        state = fold(BACON.evolve, BACON.decide(state, move, dice), state) or state


def test_drop_ballast_is_used_in_most_matches_in_which_a_bot_can_play_it(acts: Acts) -> None:
    held = {match for match, state, move in acts if _may_play(state, move, Card.DROP_BALLAST)}
    used = {match for match, _, move in acts if isinstance(move, DropBallast)}
    assert len(held) >= MATCHES / 2
    assert len(used) >= 0.5 * len(held)


def test_drop_ballast_is_kept_for_hands_with_treasure(acts: Acts) -> None:
    struck = [state.hands[move.victim] for _, state, move in acts if isinstance(move, DropBallast)]
    treasures = [sum(len(TREASURES_ON[card]) for card in hand) for hand in struck]
    assert sum(treasures) >= 2 * len(treasures)


def _may_play(state: State, move: Move, card: Card) -> bool:
    return state.phase is Phase.TURN and card in state.hands[move.seat]


def test_mirrors_are_kept_for_windows_as_long_as_there_is_anything_but_treasure_to_part_with(acts: Acts) -> None:
    held = 0
    for _, state, move in acts:
        hand = state.hands[move.seat]
        if not _may_play(state, move, Card.MIRROR):
            continue
        held += 1
        if isinstance(move, BuryCards) and Card.MIRROR in move.cards:
            assert all(card is Card.MIRROR or TREASURES_ON[card] for card in hand), f"{move} out of {hand}"
    assert held >= 2 * MATCHES


def test_a_mirror_answers_every_attack_that_it_can(acts: Acts) -> None:
    answers = [move for _, state, move in acts if state.phase is Phase.MIRROR and Card.MIRROR in state.hands[move.seat]]
    assert len(answers) >= MATCHES
    assert {type(move) for move in answers} == {PlayMirror}
    assert any(isinstance(move, DeclineMirror) for _, _, move in acts)


def test_more_mirrors_are_played_than_buried(acts: Acts) -> None:
    buried = sum(move.cards.count(Card.MIRROR) for _, _, move in acts if isinstance(move, BuryCards))
    assert sum(isinstance(move, PlayMirror) for _, _, move in acts) >= 3 * buried
