"""The Spanish Armada."""

import pytest
from msgspec.structs import replace

from pirates.events import redact
from pirates.guns_or_treasure.events.building import ArmadaManned, ArmadaSighted, DeckReshuffled
from pirates.guns_or_treasure.events.marauding import (
    ArmadaHeld,
    BattleWon,
    ShipRetreated,
    ShipsExploded,
    TreasureCaptured,
)
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import Card, Options
from pirates.guns_or_treasure.state import State
from tests.pirates.guns_or_treasure.tables import asked, building, cards, closed, marauding, ref, seen, ship_of
from tests.scenario import Scenario, given

ARMADA = Options(armada=True)


def sighted(deck: str = "t5 g5 b", options: Options = ARMADA) -> Scenario[State]:
    state = building(
        "g1 g2 g3 t1 t2 b", "g4 g4 g4 t3 t4 b", fleets=("g1 t1", "g1 g2"), number=4, deck=deck, options=options
    )
    return closed(given(GUNS, state=state), "build g1+g2+g3>1", "build g4+g4+g4>1")


def test_g29_three_cards_of_the_deck_are_the_bows_and_all_see_them() -> None:
    story = sighted()
    story.then_includes(ArmadaSighted(cards("t5 g5 b")))
    assert [ship.cards for ship in seen(story.state, None).armada] == [cards("t5"), cards("g5"), cards("b")]
    assert asked(story.state) == ((0, "armada"), (1, "armada"))


def test_g29_each_adds_one_leftover_card_to_each_ship_in_secret() -> None:
    story = closed(sighted(), "armada t1 t2 b", "armada b t3 t4")
    manned = ArmadaManned(0, cards("t1 t2 b"))
    story.then_includes(manned)
    assert redact(manned, 1) == ArmadaManned(0, None)
    assert [ship_of(story.state, None, number) for number in (1, 2, 3)] == [
        cards("t5 t1 b"),
        cards("g5 t2 t3"),
        cards("b b t4"),
    ]
    assert seen(story.state, 0).armada[0].cards == (Card.TREASURE_5, Card.TREASURE_1, None)
    assert seen(story.state, 1).armada[0].cards == (Card.TREASURE_5, None, Card.BOMB)
    assert seen(story.state, None).armada[0].cards == (Card.TREASURE_5, None, None)


def test_the_armada_takes_the_place_of_discarding_leftovers() -> None:
    assert closed(sighted(), "armada t1 t2 b", "armada b t3 t4").state.discard == ()


@pytest.mark.parametrize("plan", ["armada t1 t2", "armada t1 t2 b b"])
def test_the_armada_gets_three_cards_of_each(plan: str) -> None:
    sighted().when_seat(0, plan).refused("man_three")


def test_the_armada_gets_cards_of_the_own_hand() -> None:
    sighted().when_seat(0, "armada t1 t2 t5").refused("not_in_hand")


def test_g28_with_an_empty_deck_the_bows_come_from_the_shuffled_discard_pile() -> None:
    state = building(
        "g1 g2 g3 t1 t2 b", "g4 g4 g4 t3 t4 b", fleets=("g1 t1", "g1 g2"), number=4, deck="", options=ARMADA
    )
    story = given(GUNS, state=replace(state, discard=cards("t1 t2 t3")))
    shown = closed(story, "build g1+g2+g3>1", "build g4+g4+g4>1")
    assert [type(event) for event in shown.events].count(DeckReshuffled) == 1
    assert sorted(ship.cards[0] for ship in shown.state.armada) == list(cards("t1 t2 t3"))


def test_the_armada_may_be_attacked_by_any_player_and_never_attacks() -> None:
    state = marauding("g5 t1 / g1 t1", "g1 t1", armada="g1 t5 g1")
    story = given(GUNS, state=state).when_seat(0, "attack 1 > armada 1")
    story.then_includes(BattleWon(ref(0, 1), ref(None, 1), 5, 2, cards("t1 t5")))
    assert asked(story.state) == ((1, "turn"),)


def test_g30_a_bomb_on_an_armada_ship_destroys_both() -> None:
    for armada in ("b t5", "t5 b"):
        story = given(GUNS, state=marauding("g5 t1 / g1 t1", "g1 t1", armada=armada)).when_seat(
            0, "attack 1 > armada 1"
        )
        story.then_includes(ShipsExploded((ref(0, 1), ref(None, 1))))
        assert story.state.stashes == ((), ())


def test_g31_ties_with_the_armada_go_to_the_attacker() -> None:
    story = given(GUNS, state=marauding("g3 t1 / g1 t1", "g1 t1", armada="g3 t5")).when_seat(0, "attack 1 > armada 1")
    story.then_includes(BattleWon(ref(0, 1), ref(None, 1), 3, 3, cards("t1 t5")))


def test_g31_with_captured_treasure_the_armadas_treasure_goes_aboard() -> None:
    options = Options(armada=True, captured_treasure=True)
    state = marauding("g3 t1 / g1 t1", "g1 t1", armada="g3 t5", options=options)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > armada 1")
    story.then_includes(TreasureCaptured(ref(0, 1), ref(None, 1), 3, 3, cards("t5")))
    assert ship_of(story.state, 0, 1) == cards("g3 t1 t5")


@pytest.mark.parametrize("captured", [False, True])
def test_g32_who_loses_to_the_armada_loses_the_ship_and_nobody_scores(captured: bool) -> None:
    options = Options(armada=True, captured_treasure=captured)
    state = marauding("g2 t1 / g1 t1", "g1 t1", armada="g3 t5", options=options)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > armada 1")
    story.then_includes(ArmadaHeld(ref(0, 1), ref(None, 1), 2, 3))
    assert story.state.armada == ()
    assert story.state.stashes == ((), ())
    assert sorted(story.state.discard) == sorted(cards("g2 t1 g3 t5"))


def test_g33_attacking_the_armada_meets_the_duty_of_the_first_turn() -> None:
    story = given(GUNS, state=marauding("g5 t1 / g1 t1", "g1 t1", armada="g1 t5")).when_seat(0, "attack 1 > armada 1")
    assert story.state.acted == (True, False)


def test_g33_with_only_the_armada_left_to_attack_a_first_turn_must_attack_it() -> None:
    story = given(GUNS, state=marauding("g5 t1 / g1 t1", "", armada="g1 t5"))
    story.when_seat(0, "retreat 1").refused("attack_first")
    assert asked(story.when_seat(0, "attack 1 > armada 1").state) == ()


def test_a_last_fleet_may_still_attack_the_armada_or_retreat() -> None:
    story = given(GUNS, state=marauding("g5 t1 / g1 t1", "", armada="g1 t5 / g1 t4", is_later=True))
    story = story.when_seat(0, "retreat 2")
    assert asked(story.state) == ((0, "turn"),)


def test_g34_armada_ships_left_at_the_end_count_for_nobody() -> None:
    story = given(GUNS, state=marauding("g5 t1", "", armada="g1 t5", is_later=True)).when_seat(0, "retreat 1")
    story.then_includes(ShipRetreated(0, 1, cards("t1")))
    assert story.outcome is not None
    assert story.outcome.scores == (1, 0)


def test_g35_armada_bows_do_not_count_for_the_turn_order() -> None:
    state = building(
        "g1 g2 g3 t1 t2 b", "g4 g4 g4 t3 t4 b", fleets=("g1 t1", "t1 g2"), number=4, deck="t5 t5 t5", options=ARMADA
    )
    shown = closed(
        closed(given(GUNS, state=state), "build g1+g2+g3>1", "build g4+g4+g4>1"), "armada lots", "armada lots"
    )
    assert shown.state.order == (1, 0)
