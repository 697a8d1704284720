"""Captured Treasure."""

from itertools import pairwise

from pirates.guns_or_treasure.events.marauding import ShipRetreated, ShipsExploded, TreasureCaptured
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import Options
from tests.pirates.guns_or_treasure.tables import asked, cards, marauding, ref, seen, ship_of
from tests.pirates.guns_or_treasure.variants import TRIAL
from tests.pirates.trial import Variant, play
from tests.scenario import given

CAPTURED = Options(captured_treasure=True)


def test_g20_the_winner_keeps_its_cards_and_adds_the_losers_treasure() -> None:
    state = marauding("g4 t3 g1/g1 t1", "g3 t5 t1/g2 t2", options=CAPTURED)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(TreasureCaptured(ref(0, 1), ref(1, 1), 5, 3, cards("t1 t5")))
    assert ship_of(story.state, 0, 1) == cards("g4 t3 g1 t1 t5")
    assert story.state.discard == cards("g3")
    assert story.state.stashes == ((), ())


def test_g20_the_ship_stays_open_to_all() -> None:
    state = marauding("g4 t3 g1/g1 t1", "g3 t5 t1/g2 t2", options=CAPTURED)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1")
    assert seen(story.state, None).fleets[0][0].cards == cards("g4 t3 g1 t1 t5")
    assert seen(story.state, None).fleets[0][0].is_open


def test_a_defender_too_sails_on_with_what_it_captured() -> None:
    state = marauding("g1 t3/g1 t1", "g3 t5/g2 t2", options=CAPTURED)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(TreasureCaptured(ref(1, 1), ref(0, 1), 3, 1, cards("t3")))
    assert ship_of(story.state, 1, 1) == cards("g3 t5 t3")
    assert asked(story.state) == ((1, "turn"),)


def test_a_victorious_ship_may_attack_again_and_be_attacked_and_all_goes_to_the_new_winner() -> None:
    state = marauding("g4 t3/g1 t1", "g3 t5/g5 t2", "g1 t1/g2 t2", options=CAPTURED)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1")
    story = story.when_seat(1, "attack 2 > seat 1 ship 1")
    story.then_includes(TreasureCaptured(ref(1, 2), ref(0, 1), 5, 4, cards("t3 t5")))
    assert ship_of(story.state, 1, 2) == cards("g5 t2 t3 t5")


def test_g21_a_bomb_destroys_both_ships_and_all_that_was_captured() -> None:
    state = marauding("g4 t3/g1 t1", "g3 t5/g5 b", "g1 t1/g2 t2", options=CAPTURED)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1").when_seat(1, "attack 2 > seat 1 ship 1")
    story.then_includes(ShipsExploded((ref(1, 2), ref(0, 1))))
    assert sorted(story.state.discard) == sorted(cards("g3 g4 t3 t5 g5 b"))


def test_g22_each_turn_removes_a_ship_so_that_the_game_ends() -> None:
    for index in range(6):
        playout = play(TRIAL, Variant(4, CAPTURED), f"captured {index}".encode())
        sizes = [
            sum(map(len, step.after.fleets)) for step in playout.steps if step.after.order and step.after.game == 1
        ]
        assert all(later < earlier for earlier, later in pairwise(sizes))


def test_g23_a_retreat_brings_home_all_treasure_own_and_captured() -> None:
    state = marauding("g4 t3/g1 t1", "g3 t5/g2 t2", options=CAPTURED, is_later=True)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1").when_seat(1, "retreat 2")
    assert ShipRetreated(0, 1, cards("t3 t5")) in story.events
    assert story.outcome is not None
    assert story.outcome.scores == (9, 2)
