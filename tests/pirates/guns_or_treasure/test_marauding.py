"""Marauding: who goes first, attack or retreat, and battles."""

import pytest

from pirates.commands import Expire
from pirates.events import redact
from pirates.guns_or_treasure.events.marauding import (
    BattleJoined,
    BattleWon,
    MaraudingBegan,
    ShipRetreated,
    ShipsExploded,
    TurnBegan,
)
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import Card, Options
from pirates.guns_or_treasure.state import Phase, State
from tests.pirates.guns_or_treasure.tables import asked, building, cards, closed, marauding, ref, seen, ship_of
from tests.scenario import Scenario, given


def ordered(*fleets: str, dice: list[int] | None = None) -> Scenario[State]:
    """Let four bombs be placed on each fleet's first ship but none be a bow, and the clean-up fix the order."""
    hands = ("g1 g1 g1 g1 g1 g1",) * len(fleets)
    story = given(GUNS, state=building(*hands, fleets=fleets, number=4))
    return closed(story, *["build g1+g1+g1>1"] * len(fleets), dice=dice)


def test_g7_the_most_revealed_treasure_goes_first() -> None:
    story = ordered("t5 g1", "t3 g1/t3 g1", "t1 t5", dice=[])
    story.then_includes(MaraudingBegan((1, 2, 0), "treasure"), TurnBegan(1, 1))


def test_g7_a_tie_goes_to_the_most_revealed_guns() -> None:
    ordered("t3 g1/g2 g1", "t3 g1", "t3 g1/g4 g1", dice=[]).then_includes(MaraudingBegan((2, 0, 1), "guns"))


def test_g7_then_lots_decide() -> None:
    story = ordered("t3 g1", "t1 g1", "t3 g1", dice=[1])
    story.then_includes(MaraudingBegan((2, 0, 1), "lots"))


def test_g7_only_ships_that_are_complete_after_the_clean_up_count() -> None:
    ordered("t1 g1/t5", "t3 g1", dice=[]).then_includes(MaraudingBegan((1, 0), "treasure"))


def test_play_goes_round_clockwise_and_skips_who_has_no_ship() -> None:
    story = given(GUNS, state=marauding("g5 t1/g1 t1", "g1 t1", "g1 t1", is_later=True))
    assert story.when_seat(0, "attack 1 > seat 2 ship 1").state.current == 2
    assert story.when_seat(0, "attack 1 > seat 3 ship 1").state.current == 1


def test_g11_who_has_no_ship_left_before_the_first_turn_has_none() -> None:
    story = given(GUNS, state=marauding("g5 t1/g1 t1", "g1 t1", "g1 t1")).when_seat(0, "attack 1 > seat 2 ship 1")
    assert story.state.current == 2
    assert story.when_seat(2, "attack 1 > seat 1 ship 2").state.phase is Phase.OVER


def test_g12_each_must_attack_on_the_own_first_turn_and_may_retreat_later() -> None:
    state = marauding("g5 t1/g1 t1/g2 t3", "g1 t1/g1 t2/g1 t1", "g1 t1/g1 t3")
    story = given(GUNS, state=state)
    story.when_seat(0, "retreat 1").refused("attack_first")
    story = story.when_seat(0, "attack 1 > seat 2 ship 1")
    story.when_seat(1, "retreat 2").refused("attack_first")
    story = story.when_seat(1, "attack 2 > seat 3 ship 1").when_seat(2, "attack 2 > seat 1 ship 2")
    assert story.state.current == 0
    story.when_seat(0, "retreat 3").then_includes(ShipRetreated(0, 3, cards("t3")))


def test_g10_who_has_nobody_to_attack_may_retreat_on_the_first_turn() -> None:
    state = marauding("g5 t1/g1 t1", "")
    assert seen(state, 0).may_retreat
    given(GUNS, state=state).when_seat(0, "retreat 1").then_includes(ShipRetreated(0, 1, cards("t1")))


def test_an_attack_names_an_own_ship_and_a_ship_of_another() -> None:
    story = given(GUNS, state=marauding("g5 t1/g1 t1", "g1 t1"))
    story.when_seat(0, "attack 3 > seat 2 ship 1").refused("no_such_ship")
    story.when_seat(0, "attack 1 > seat 1 ship 2").refused("own_ship")
    story.when_seat(0, "attack 1 > seat 2 ship 2").refused("no_such_target")
    story.when_seat(0, "attack 1 > seat 5 ship 1").refused("no_such_target")
    story.when_seat(0, "attack 1 > armada 1").refused("no_such_target")
    story.when_seat(1, "attack 1 > seat 1 ship 1").refused("not_your_turn")


def test_the_ship_with_more_guns_wins_the_treasure_of_both_and_guns_are_discarded() -> None:
    """The example of the rulebook: 11 guns against 4, and 9 treasure in all."""
    state = marauding("g5 g4 g2 t3/g1 t1", "g1 g3 t5 t1/g2 t2")
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then(
        BattleJoined(ref(0, 1), ref(1, 1), cards("g5 g4 g2 t3"), cards("g1 g3 t5 t1")),
        BattleWon(ref(0, 1), ref(1, 1), 11, 4, cards("t1 t3 t5")),
        TurnBegan(1, 2),
    )
    assert story.state.stashes == (cards("t1 t3 t5"), ())
    assert sum(card.treasure for card in story.state.stashes[0]) == 9
    assert sorted(story.state.discard) == sorted(cards("g5 g4 g2 g1 g3"))
    assert ship_of(story.state, 0, 1) is ship_of(story.state, 1, 1) is None


def test_g9_a_defender_who_wins_stashes_the_treasure_of_both() -> None:
    story = given(GUNS, state=marauding("g1 t3/g1 t1", "g4 t5/g2 t2")).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(BattleWon(ref(1, 1), ref(0, 1), 4, 1, cards("t3 t5")))
    assert story.state.stashes == ((), cards("t3 t5"))


def test_if_guns_are_level_the_attacker_wins() -> None:
    story = given(GUNS, state=marauding("g4 t3/g1 t1", "g4 t5/g2 t2")).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(BattleWon(ref(0, 1), ref(1, 1), 4, 4, cards("t3 t5")))


def test_g8_no_guns_against_none_is_a_tie_that_the_attacker_wins() -> None:
    story = given(GUNS, state=marauding("t3 t1/g1 t1", "t5 t5/g2 t2")).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(BattleWon(ref(0, 1), ref(1, 1), 0, 0, cards("t1 t3 t5 t5")))


@pytest.mark.parametrize(("own", "other"), [("g5 b", "t5 t5"), ("g5 t5", "b t5"), ("t1 t1", "t5 b")])
def test_a_bomb_on_either_ship_destroys_both_and_nobody_wins(own: str, other: str) -> None:
    story = given(GUNS, state=marauding(f"{own}/g1 t1", f"{other}/g2 t2")).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(ShipsExploded((ref(0, 1), ref(1, 1))))
    assert story.state.stashes == ((), ())
    assert sorted(story.state.discard) == sorted((*cards(own), *cards(other)))


def test_g5_attacking_with_or_into_a_bomb_in_sight_is_allowed() -> None:
    story = given(GUNS, state=marauding("b t1/g1 t1", "b t5/g2 t2")).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(ShipsExploded((ref(0, 1), ref(1, 1))))


def test_g6_several_bombs_are_as_one() -> None:
    story = given(GUNS, state=marauding("g1 b b/g1 t1", "t5 b/g2 t2")).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(ShipsExploded((ref(0, 1), ref(1, 1))))
    assert story.state.discard.count(Card.BOMB) == 3


def test_a_retreat_stashes_the_treasure_and_discards_guns() -> None:
    story = given(GUNS, state=marauding("g5 t1 t2/g1 t1", "g1 t1", is_later=True)).when_seat(0, "retreat 1")
    assert story.state.stashes[0] == cards("t1 t2")
    assert story.state.discard == cards("g5")


def test_g14_a_bomb_aboard_does_not_spoil_a_retreat() -> None:
    story = given(GUNS, state=marauding("b t1 t2/g1 t1", "g1 t1", is_later=True)).when_seat(0, "retreat 1")
    assert story.state.stashes[0] == cards("t1 t2")
    assert story.state.discard == cards("b")


def test_g13_a_last_fleet_comes_home_by_itself() -> None:
    state = marauding("g5 t1/g1 t2/b t3", "g1 t1", is_later=True)
    story = given(GUNS, state=state).when_seat(0, "attack 1 > seat 2 ship 1")
    story.then_includes(ShipRetreated(0, 2, cards("t2")), ShipRetreated(0, 3, cards("t3")))
    assert story.state.phase is Phase.OVER
    assert story.outcome is not None
    assert story.outcome.scores == (7, 0)


def test_g15_with_two_players_each_battle_costs_both_a_ship() -> None:
    story = given(GUNS, state=marauding("g5 t1/g1 t1", "g1 t1/g1 t2")).when_seat(0, "attack 1 > seat 2 ship 1")
    assert [len(fleet) for fleet in story.state.fleets] == [1, 1]


def test_g16_both_ships_of_a_battle_are_shown_to_all() -> None:
    story = given(GUNS, state=marauding("g4 t3/g1 t1", "g4 t5/g2 t2")).when_seat(0, "attack 1 > seat 2 ship 1")
    assert redact(story.events[0], None) == story.events[0]


def test_g16_a_retreat_shows_nothing_and_stashes_stay_closed() -> None:
    story = given(GUNS, state=marauding("g5 t1 t2/g1 t1", "g1 t1/g2 t2", is_later=True)).when_seat(0, "retreat 1")
    event = story.events[0]
    assert redact(event, 1) == redact(event, None) == ShipRetreated(0, 1, None)
    other = given(GUNS, state=marauding("g5 b g1/g1 t1", "g1 t1/g2 t2", is_later=True)).when_seat(0, "retreat 1")
    assert seen(story.state, 1) == seen(other.state, 1)
    assert seen(story.state, 0).stash == cards("t1 t2")
    assert seen(story.state, 1).stash == ()


def test_who_is_late_retreats_with_the_first_ship_or_attacks_by_lots() -> None:
    first = given(GUNS, state=marauding("g5 t1/g1 t1", "g1 t1/g2 t2", "g1 t5"))
    story = first.when(Expire(0, "1.turn1:turn"), dice=[1, 2])
    assert isinstance(story.events[0], BattleJoined)
    assert (story.events[0].attacker, story.events[0].defender) == (ref(0, 2), ref(2, 1))
    later = given(GUNS, state=marauding("g5 t1/g1 t1", "g1 t1/g2 t2", is_later=True))
    later.when(Expire(0, "1.turn1:turn")).then_includes(ShipRetreated(0, 1, cards("t1")))


def test_lots_cannot_attack_where_there_is_no_target() -> None:
    given(GUNS, state=marauding("g5 t1/g1 t1", "")).when_seat(0, "attack lots").refused("no_target")


def test_an_attack_cannot_be_made_while_building() -> None:
    state = building("g1 g1 g1 g1 g1 g1", "g2 g2 g2 g2 g2 g2")
    given(GUNS, state=state).when_seat(0, "attack lots").refused("wrong_moment")
    assert asked(state) == ((0, "build"), (1, "build"))
    assert state.options == Options()
