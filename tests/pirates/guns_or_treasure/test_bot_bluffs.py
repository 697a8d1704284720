"""The bot bluffs: nobody can rely on its ships, and it relies on nobody's."""

from collections.abc import Iterator
from itertools import islice

import pytest

from pirates.commands import Command, Resolve
from pirates.dice import SeededDice
from pirates.guns_or_treasure.bot.fleets import bombs_unseen
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.moves import AttackShip, BuildShips
from pirates.guns_or_treasure.pieces import SHIP_CARDS, Card, Options
from pirates.guns_or_treasure.state import Phase, State
from pirates.replay import fold
from tests.pirates.guns_or_treasure.tables import building, marauding, seen, started

MATCHES = 30
DECKS_SHARE = SHIP_CARDS.count(Card.BOMB) / len(SHIP_CARDS)


def fleets_of_bots(options: Options) -> Iterator[State]:
    """Let bots alone build their fleets; yield where each match stands when marauding begins."""
    for seed in range(MATCHES):
        state, dice = started(4, options, bytes([seed])), SeededDice(b"bluff", seed)
        while state.phase is not Phase.TURN:
            asked = next(each for each in GUNS.decisions(state) if each.required)
            if asked.seat is None:
                command: Command = Resolve(asked.key)
            else:
                moves = tuple(islice(GUNS.legal_moves(state, asked.seat), 300))
                command = GUNS.bot(seen(state, asked.seat), moves, dice)
            state = fold(GUNS.evolve, GUNS.decide(state, command, dice), state) or state
        yield state


@pytest.mark.parametrize("options", [Options(), Options(armada=True), Options(bluff=True, armada=True)], ids=str)
def test_bots_load_bombs_at_about_the_decks_share_and_man_the_armada_with_no_more(options: Options) -> None:
    aboard, manned, carriers, matches = [], [], 0, 0
    for state in fleets_of_bots(options):
        matches += 1
        fleets = [ship.cards for fleet in state.fleets for ship in fleet]
        aboard += [card for cards in fleets for card in cards]
        manned += [card for ship in state.armada for card in ship.cards[1:]]
        carriers += any(Card.BOMB in cards[1:] for cards in fleets)
    assert 0.65 * DECKS_SHARE <= aboard.count(Card.BOMB) / len(aboard) <= 1.35 * DECKS_SHARE
    assert manned.count(Card.BOMB) <= 1.8 * DECKS_SHARE * len(manned)
    assert carriers >= 0.8 * matches, "in nearly every match some ship hides one"


def test_whether_a_bomb_goes_aboard_is_left_to_the_dice() -> None:
    state = building("b g1 g3 t2 t3 t5", "g1 g1 g1 g1 g1 g1")
    moves = tuple(islice(GUNS.legal_moves(state, 0), 300))
    plans = [GUNS.bot(seen(state, 0), moves, SeededDice(b"bluff", throw)) for throw in range(60)]
    loads = [load for plan in plans if isinstance(plan, BuildShips) for load in plan.loads or ()]
    assert 18 <= sum(Card.BOMB in load.cards for load in loads) <= 42
    assert not any(load.ship is None and load.cards[0] is Card.BOMB for load in loads), "at the bow it deceives nobody"


def test_the_bot_fears_bombs_in_the_armada_more_than_elsewhere() -> None:
    state = marauding("g5 g5 t1", "t3 g1 g1", armada="t3 g1 g1", is_later=False)
    for throw in range(10):
        move = GUNS.bot(seen(state, 0), tuple(GUNS.legal_moves(state, 0)), SeededDice(b"bluff", throw))
        assert isinstance(move, AttackShip)
        assert move.rival == 1


def test_the_bot_counts_the_bombs_it_has_seen() -> None:
    few = marauding("g5 g5", "t3 g1", "g1 t1")
    all_seen = marauding("g5 b b b b b b", "t3 g1", "g1 t1")
    assert bombs_unseen(seen(few, 0)) > DECKS_SHARE
    assert bombs_unseen(seen(all_seen, 0)) == 0.0
