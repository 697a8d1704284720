"""The eight house captains, both sides of each."""

from collections.abc import Mapping

import pytest

from pirates.events import redact
from pirates.guns_or_treasure.events.building import BuildingEnded, CardAdded, CardShifted, PowerForgone
from pirates.guns_or_treasure.events.marauding import (
    ArmadaHeld,
    BattleWon,
    BombsDefused,
    CardSeen,
    CleanedUp,
    LeftoversDiscarded,
    MaraudingBegan,
    ShipRetreated,
    ShipsExploded,
    ShipSpied,
    TreasureCaptured,
    TurnBegan,
)
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import Captain, Card, Options, Side
from pirates.guns_or_treasure.scoring import Strength, guns_of, total_of
from pirates.guns_or_treasure.state import Phase, State
from tests.pirates.guns_or_treasure.tables import asked, building, cards, closed, marauding, ref, seen, ship_of
from tests.scenario import Scenario, given

CAPTAINS = Options(captains=True)


def fight(
    own: str, other: str, crew: Mapping[Captain, Side], options: Options = CAPTAINS, armada: str = ""
) -> Scenario[State]:
    """Let seat 1's ship attack that of seat 2 (or of the Armada); each has another ship."""
    state = marauding(f"{own}/g1 t1", f"{other}/g2 t2", armada=armada, options=options, crew=crew)
    return given(GUNS, state=state).when_seat(0, "attack 1 > armada 1" if armada else "attack 1 > seat 2 ship 1")


def seconded(captain: Captain, side: Side) -> Mapping[Captain, Side]:
    """Seat 2 has this captain; the one of seat 1 has no power in a battle."""
    return {Captain.CROOK: "a", captain: side}


def alone(captain: Captain, side: Side) -> Mapping[Captain, Side]:
    """Seat 1 has this captain; the one of seat 2 has no power in a battle."""
    return {captain: side} if captain is Captain.CROOK else {captain: side, Captain.CROOK: "a"}


def test_hetty_side_a_has_two_guns_more_when_attacking() -> None:
    fight("g2 t1", "g4 t2", alone(Captain.HETTY, "a")).then_includes(
        BattleWon(ref(0, 1), ref(1, 1), 4, 4, cards("t1 t2"))
    )
    fight("g2 t1", "g1 t2", seconded(Captain.HETTY, "a")).then_includes(
        BattleWon(ref(0, 1), ref(1, 1), 2, 1, cards("t1 t2"))
    )


def test_hetty_side_b_has_two_guns_more_when_defending() -> None:
    fight("g3 t1", "g2 t2", seconded(Captain.HETTY, "b")).then_includes(
        BattleWon(ref(1, 1), ref(0, 1), 4, 3, cards("t1 t2"))
    )
    fight("g2 t1", "g3 t2", alone(Captain.HETTY, "b")).then_includes(
        BattleWon(ref(1, 1), ref(0, 1), 3, 2, cards("t1 t2"))
    )


def test_osric_side_a_wins_ties_when_defending_only() -> None:
    fight("g3 t1", "g3 t2", seconded(Captain.OSRIC, "a")).then_includes(
        BattleWon(ref(1, 1), ref(0, 1), 3, 3, cards("t1 t2"))
    )
    fight("g3 t1", "g3 t2", alone(Captain.OSRIC, "a")).then_includes(
        BattleWon(ref(0, 1), ref(1, 1), 3, 3, cards("t1 t2"))
    )


def test_osric_side_b_saves_the_lowest_treasure_of_a_ship_that_loses() -> None:
    story = fight("g5 t1", "g3 t4 t2", seconded(Captain.OSRIC, "b"))
    story.then_includes(BattleWon(ref(0, 1), ref(1, 1), 5, 3, cards("t1 t2 t4"), Card.TREASURE_2))
    assert story.state.stashes == (cards("t1 t4"), cards("t2"))


def test_osric_side_b_saves_nothing_from_a_bomb_nor_of_a_ship_without_treasure() -> None:
    fight("g5 t1", "b t4 t2", seconded(Captain.OSRIC, "b")).then_includes(ShipsExploded((ref(0, 1), ref(1, 1))))
    fight("g5 t1", "g1 g1", seconded(Captain.OSRIC, "b")).then_includes(
        BattleWon(ref(0, 1), ref(1, 1), 5, 2, cards("t1"))
    )


def test_osric_side_b_saves_a_card_from_the_armada_too() -> None:
    story = fight("g1 t3 t1", "g3 t2", alone(Captain.OSRIC, "b"), armada="g5 t5")
    story.then_includes(ArmadaHeld(ref(0, 1), ref(None, 1), 1, 5, Card.TREASURE_1))
    assert story.state.stashes == (cards("t1"), ())


def test_osric_side_b_saves_a_card_before_the_rest_is_captured() -> None:
    options = Options(captains=True, captured_treasure=True)
    story = fight("g5 t1", "g3 t4 t2", seconded(Captain.OSRIC, "b"), options)
    story.then_includes(TreasureCaptured(ref(0, 1), ref(1, 1), 5, 3, cards("t2 t4"), Card.TREASURE_2))
    assert ship_of(story.state, 0, 1) == cards("g5 t1 t4")
    assert story.state.stashes == ((), cards("t2"))


@pytest.mark.parametrize("crew", [alone(Captain.WILMA, "a"), seconded(Captain.WILMA, "a")])
def test_wilma_side_a_throws_the_bombs_of_her_first_explosion_overboard_and_guns_decide(
    crew: Mapping[Captain, Side],
) -> None:
    story = fight("g5 b t1", "g3 b t4", crew)
    wilma = 0 if Captain.WILMA is next(iter(crew)) else 1
    story.then_includes(
        BombsDefused(wilma, (ref(0, 1), ref(1, 1))), BattleWon(ref(0, 1), ref(1, 1), 5, 3, cards("t1 t4"))
    )
    assert story.state.discard.count(Card.BOMB) == 2


def test_wilma_side_a_does_so_once_and_not_for_others() -> None:
    state = marauding("g5 b t1/b t1", "g3 t4/g2 t2", "b t1/g1 t1", options=CAPTAINS, crew=alone(Captain.WILMA, "a"))
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1")
    assert seen(story.state, None).is_defused
    story = story.when_seat(1, "attack 2 > seat 1 ship 2")
    story.then_includes(ShipsExploded((ref(1, 2), ref(0, 2))))
    others = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1").when_seat(1, "attack 2 > seat 3 ship 1")
    others.then_includes(ShipsExploded((ref(1, 2), ref(2, 1))))


def test_wilma_side_b_saves_the_lowest_treasure_of_her_own_ship_that_explodes() -> None:
    story = fight("g5 b t3 t2", "g3 t1", alone(Captain.WILMA, "b"))
    story.then_includes(ShipsExploded((ref(0, 1), ref(1, 1)), 0, Card.TREASURE_2))
    assert story.state.stashes == (cards("t2"), ())
    fight("g5 b", "g3 t1", alone(Captain.WILMA, "b")).then_includes(ShipsExploded((ref(0, 1), ref(1, 1))))


def test_lou_side_a_looks_at_one_face_down_card_at_the_start_of_each_turn() -> None:
    crew = seconded(Captain.LOU, "a")
    state = marauding("g5 t1/g1 t1", "g1 t5/g2 t2", options=CAPTAINS, crew=crew)
    story = given(GUNS, state=state).when_seat(0, "attack 2 > seat 2 ship 1")
    assert story.events[-1] == TurnBegan(1, 2, looks=True)
    assert asked(story.state) == ((1, "look"),)
    looked = story.when_seat(1, "look seat 1 ship 1 card 2")
    event = CardSeen(1, ref(0, 1), 2, Card.TREASURE_1)
    looked.then(event)
    assert redact(event, 0) == CardSeen(1, ref(0, 1), 2, None)
    assert asked(looked.state) == ((1, "turn"),)
    assert seen(looked.state, 1).fleets[0][0].cards == cards("g5 t1")
    assert seen(looked.state, None).fleets[0][0].cards == (Card.GUN_5, None)


def test_lou_side_a_may_forgo_the_look_and_cannot_look_at_what_is_known() -> None:
    crew = seconded(Captain.LOU, "a")
    state = marauding("g5 t1/g1 t1", "g1 t5/g2 t2/g3 t3", options=CAPTAINS, crew=crew)
    story = given(GUNS, state=state).when_seat(0, "attack 2 > seat 2 ship 1")
    story.when_seat(1, "look seat 1 ship 1 card 1").refused("nothing_to_see")
    story.when_seat(1, "look seat 2 ship 2 card 2").refused("nothing_to_see")
    story.when_seat(1, "spy seat 1 ship 1").refused("wrong_moment")
    story.when_seat(1, "forgo").then(PowerForgone(1))


def test_lou_side_a_may_look_into_the_armada_but_not_at_her_own_card_there() -> None:
    crew = seconded(Captain.LOU, "a")
    options = Options(captains=True, armada=True)
    state = marauding("g5 t1/g1 t1", "g1 t5/g2 t2", armada="t5 g1 g2", options=options, crew=crew)
    story = given(GUNS, state=state).when_seat(0, "attack 2 > seat 2 ship 1")
    story.when_seat(1, "look armada 1 card 3").refused("nothing_to_see")
    story.when_seat(1, "look armada 1 card 2").then(CardSeen(1, ref(None, 1), 2, Card.GUN_1))


def cleaned(crew: Mapping[Captain, Side], *fleets: str, options: Options = CAPTAINS) -> Scenario[State]:
    """Close round 4: everybody places three Guns of 1 on the first ship and has three other cards left."""
    hands = ("g1 g1 g1 t4 t5 b",) * len(fleets)
    story = given(GUNS, state=building(*hands, fleets=fleets, number=4, options=options, crew=crew, deck="t1 t2 t3"))
    return closed(story, *["build g1+g1+g1>1"] * len(fleets))


def test_lou_side_b_looks_at_all_cards_of_one_rival_ship_after_the_clean_up() -> None:
    story = cleaned(seconded(Captain.LOU, "b"), "g2 t3/g4/t1 t2", "g3 t1")
    story = story.when_seat(0, "forgo")
    story.then(PowerForgone(0), LeftoversDiscarded(), CleanedUp((ref(0, 2),), spies=True))
    assert asked(story.state) == ((1, "spy"),)
    story.when_seat(1, "spy seat 2 ship 1").refused("nothing_to_see")
    spied = story.when_seat(1, "spy seat 1 ship 3")
    event = ShipSpied(1, ref(0, 3), cards("t1 t2"))
    spied.then_includes(event)
    assert redact(event, 0) == ShipSpied(1, ref(0, 3), None)
    assert seen(spied.state, 1).fleets[0][1].cards == cards("t1 t2")
    assert seen(spied.state, 1).fleets[0][0].cards[1] is None


def test_crook_side_a_may_add_one_leftover_card_at_the_clean_up() -> None:
    story = cleaned(alone(Captain.CROOK, "a"), "g2 t3/g4", "g3 t1")
    story.then_includes(BuildingEnded(repairs=True))
    assert asked(story.state) == ((0, "repairs"),)
    story.when_seat(0, "add g5 > 2").refused("not_in_hand")
    story.when_seat(0, "add t5 > 3").refused("no_such_ship")
    story.when_seat(0, "move t3 1 > 2").refused("other_captain")
    added = story.when_seat(0, "add t5 > 2")
    event = CardAdded(0, 2, Card.TREASURE_5)
    added.then_includes(event, CleanedUp((), spies=False))
    assert redact(event, 1) == CardAdded(0, 2, None)
    assert ship_of(added.state, 0, 2) == cards("g4 t5")


def test_crook_side_a_has_nothing_to_add_when_the_armada_took_the_leftovers() -> None:
    story = cleaned(alone(Captain.CROOK, "a"), "g2 t3", "g3 t1", options=Options(captains=True, armada=True))
    story = closed(story, "armada lots", "armada lots")
    story.then_includes(BuildingEnded(repairs=False))
    assert story.state.phase is Phase.TURN


def test_crook_side_b_may_move_one_face_down_card_between_two_ships() -> None:
    story = cleaned(alone(Captain.CROOK, "b"), "g2 t3/g4", "g3 t1")
    story.when_seat(0, "move g2 1 > 2").refused("not_aboard")
    story.when_seat(0, "move t3 1 > 1").refused("same_ship")
    story.when_seat(0, "add t5 > 2").refused("other_captain")
    moved = story.when_seat(0, "move t3 1 > 2")
    event = CardShifted(0, 1, 2, Card.TREASURE_3)
    moved.then_includes(event, CleanedUp((), spies=False))
    assert redact(event, 1) == CardShifted(0, 1, 2, None)
    assert (ship_of(moved.state, 0, 1), ship_of(moved.state, 0, 2)) == (cards("g2 g1 g1 g1"), cards("g4 t3"))


def test_sal_side_a_may_retreat_on_the_first_turn() -> None:
    state = marauding("g5 t1/g1 t1", "g1 t5/g2 t2", options=CAPTAINS, crew=alone(Captain.SAL, "a"))
    given(GUNS, state=state).when_seat(0, "retreat 1").then_includes(ShipRetreated(0, 1, cards("t1")))


def test_sal_side_b_keeps_ships_of_one_card() -> None:
    story = cleaned(seconded(Captain.SAL, "b"), "g2 t3/g4", "g3 t1/t5")
    story = story.when_seat(0, "forgo")
    story.then_includes(CleanedUp((ref(0, 2),), spies=False), MaraudingBegan((1, 0), "treasure"))
    assert ship_of(story.state, 1, 2) == cards("t5")


def test_pim_side_a_counts_guns_of_one_as_three() -> None:
    fight("g1 g1 t1", "g5 t2", alone(Captain.PIM, "a")).then_includes(
        BattleWon(ref(0, 1), ref(1, 1), 6, 5, cards("t1 t2"))
    )


def test_pim_side_b_counts_treasures_of_one_as_two_at_scoring() -> None:
    assert total_of(cards("t1 t1 t4"), (Captain.PIM, "b")) == 8
    assert total_of(cards("t1 t1 t4"), (Captain.PIM, "a")) == 6
    state = marauding("g5 t1", "", is_later=True, options=CAPTAINS, crew=alone(Captain.PIM, "b"))
    story = given(GUNS, state=state).when_seat(0, "retreat 1")
    assert story.outcome is not None
    assert story.outcome.scores == (2, 0)


def test_gunnar_side_a_has_three_guns_more_with_fewer_cards_than_the_other() -> None:
    fight("g2 t1", "g5 t2 t3", alone(Captain.GUNNAR, "a")).then_includes(
        BattleWon(ref(0, 1), ref(1, 1), 5, 5, cards("t1 t2 t3"))
    )
    fight("g2 t1", "g5 t2", alone(Captain.GUNNAR, "a")).then_includes(
        BattleWon(ref(1, 1), ref(0, 1), 5, 2, cards("t1 t2"))
    )


def test_gunnar_side_b_has_three_guns_more_for_a_ship_of_six_cards() -> None:
    fight("g1 g1 t1 t1 t1 t1", "g5 t2", alone(Captain.GUNNAR, "b")).then_includes(
        BattleWon(ref(0, 1), ref(1, 1), 5, 5, cards("t1 t1 t1 t1 t2"))
    )
    fight("g1 t1 t1 t1 t1", "g4 t2", alone(Captain.GUNNAR, "b")).then_includes(
        BattleWon(ref(1, 1), ref(0, 1), 4, 1, cards("t1 t1 t1 t1 t2"))
    )


def test_order_of_effects_bombs_then_printed_guns_then_bonuses_then_ties() -> None:
    """Gunnar's ship has fewer cards only before Wilma has thrown the bomb overboard."""
    crew: Mapping[Captain, Side] = {Captain.GUNNAR: "a", Captain.WILMA: "a"}
    fight("g3 t1", "g4 b t2", crew).then_includes(BattleWon(ref(1, 1), ref(0, 1), 4, 3, cards("t1 t2")))
    assert guns_of(Strength(cards("g1 g2"), (Captain.PIM, "a"), 2, attacks=True)) == 5


def test_if_both_sides_claim_a_tie_the_attacker_wins_unless_only_the_defender_has_a_power_for_it() -> None:
    fight("g3 t1", "g3 t2", {Captain.OSRIC: "a", Captain.HETTY: "a"}).then_includes(
        BattleWon(ref(0, 1), ref(1, 1), 3, 3, cards("t1 t2"))
    )


def test_the_armada_has_no_captain() -> None:
    story = fight("g3 t1", "g3 t2", alone(Captain.CROOK, "a"), armada="g3 t5")
    story.then_includes(BattleWon(ref(0, 1), ref(None, 1), 3, 3, cards("t1 t5")))
