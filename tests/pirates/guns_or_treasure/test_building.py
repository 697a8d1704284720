"""The four building rounds, and what is discarded after them."""

from itertools import permutations

import pytest

from pirates.commands import Expire, Resolve
from pirates.decisions import open_to
from pirates.dice import SeededDice
from pirates.events import redact
from pirates.guns_or_treasure.events.building import (
    CardsDrawn,
    CardsPlaced,
    PlanRevised,
    PlanSealed,
    RoundBegan,
)
from pirates.guns_or_treasure.events.marauding import CleanedUp
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.moves import BuildShips
from pirates.guns_or_treasure.pieces import SHIP_CARDS, BuildPlan, Card, Load, Placed
from pirates.guns_or_treasure.rules.legal import legal_moves
from pirates.guns_or_treasure.rules.plans import build_plans
from pirates.guns_or_treasure.state import Phase
from tests.pirates.guns_or_treasure.tables import (
    NAMES,
    asked,
    building,
    cards,
    closed,
    hand,
    marauding,
    reveal_key,
    sealed_by_all,
    seen,
    ship_of,
    started,
)
from tests.pirates.guns_or_treasure.variants import components
from tests.scenario import given

FIRST = ("g1 g2 g3 t1 t2 b", "g4 g5 t3 t4 t5 b")
LATER = ("g1 g2 t1 t2 t3 b", "g4 g5 t3 t4 t5 b")


def test_a_card_begins_a_new_ship_face_up_or_goes_face_down_on_a_ship() -> None:
    story = closed(given(GUNS, state=building(*FIRST)), "build g3>new, t2>1, b>1", "build t5+g5>new, t3>new")
    placed = CardsPlaced(0, (Placed(1, Card.GUN_3, 2),), (cards("t2 b"),))
    story.then_includes(placed)
    assert [ship.cards for ship in seen(story.state, 1).fleets[0]] == [(Card.GUN_3, None, None)]
    assert [ship.cards for ship in seen(story.state, None).fleets[1]] == [(Card.TREASURE_3,), (Card.TREASURE_5, None)]


def test_each_player_places_exactly_three_cards_of_their_own_hand() -> None:
    story = given(GUNS, state=building(*FIRST))
    story.when_seat(0, "build g1>new, g2>new").refused("place_three")
    story.when_seat(0, "build g1+g2+g3+t1>new").refused("place_three")
    story.when_seat(0, "build g1+g1+g2>new").refused("not_in_hand")
    story.when_seat(0, "build g5+g1+g2>new").refused("not_in_hand")
    story.when(BuildShips(0, (Load(3, cards("g1 g2 g3")),))).refused("no_such_ship")
    story.when(BuildShips(0, (Load(None, ()), Load(None, cards("g1 g2 g3"))))).refused("place_three")


def test_one_may_go_back_to_an_earlier_ship_after_starting_a_new_one() -> None:
    story = given(GUNS, state=building(*LATER, fleets=("g5 / t5", "g3 g3"), number=2))
    story = closed(story, "build g1>new, g2>1, t1>2", "build lots")
    assert [ship.cards for ship in story.state.fleets[0]] == [cards("g5 g2"), cards("t5 t1"), cards("g1")]


def test_cards_already_placed_stay_where_they_are() -> None:
    story = closed(given(GUNS, state=building(*LATER, fleets=("g5 t5", "g3 g3"), number=2)), "build lots", "build lots")
    assert story.state.fleets[0][0].cards[:2] == cards("g5 t5")


def test_owners_may_look_at_their_face_down_cards_at_any_time() -> None:
    state = building(*LATER, fleets=("g5 t5 b", "g3 g3"), number=2)
    assert seen(state, 0).fleets[0][0].cards == cards("g5 t5 b")
    assert seen(marauding("g5 t5 b", "g1 g1"), 0).fleets[0][0].cards == cards("g5 t5 b")


def test_all_count_the_cards_of_a_ship_and_see_its_bow() -> None:
    state = building(*LATER, fleets=("g5 t5 b", "g3 g3"), number=2)
    assert seen(state, 1).fleets[0][0].cards == seen(state, None).fleets[0][0].cards == (Card.GUN_5, None, None)


def test_ships_of_one_card_may_wait_between_the_rounds() -> None:
    story = closed(given(GUNS, state=building(*FIRST)), "build g1>new, g2>new, g3>new", "build lots")
    assert [ship.cards for ship in story.state.fleets[0]] == [cards("g1"), cards("g2"), cards("g3")]


def test_after_a_round_each_draws_three_cards_and_the_lead_passes_to_the_left() -> None:
    story = closed(
        given(GUNS, state=building(*FIRST, deck="t1 t2 t3 g1 g2 g3")), "build g1+g2+g3>new", "build g4+g5+b>new"
    )
    story.then_includes(RoundBegan(2, 1), CardsDrawn(1, 3, cards("t1 t2 t3")), CardsDrawn(0, 3, cards("g1 g2 g3")))
    assert story.state.hands[0] == hand("t1 t2 b g1 g2 g3")
    assert asked(story.state) == ((0, "build"), (1, "build"))


def test_g1_nobody_draws_after_round_4_and_three_cards_are_left_over() -> None:
    story = given(GUNS, state=building(*LATER, fleets=("g5 t5", "t5 g3"), number=4))
    story = closed(story, "build g1+g2+t1>1", "build g4+g5+b>1")
    assert not [event for event in story.events if isinstance(event, CardsDrawn)]
    assert len(story.state.discard) == 6


def test_by_the_end_of_round_4_each_has_played_twelve_of_fifteen_cards_and_six_use_all_ninety() -> None:
    state, position = started(6), 1
    while state.phase is Phase.BUILD:
        position += 1
        sealed = sealed_by_all(given(GUNS, state=state), *["build lots"] * 6)
        events = GUNS.decide(sealed.state, Resolve(reveal_key(sealed.state)), SeededDice(b"six", position))
        state = given(GUNS, *events, state=sealed.state).state
    assert state.deck == ()
    placed = sum(len(ship.cards) for fleet in state.fleets for ship in fleet)
    assert placed + len(state.discard) == 90
    assert components(state) == {card: SHIP_CARDS.count(card) for card in Card}


def test_g2_each_round_is_sealed_and_all_placements_are_shown_together() -> None:
    story = given(GUNS, state=building(*FIRST)).when_seat(0, "build g3>new, t2>1, b>1")
    assert seen(story.state, 1) == seen(given(GUNS, state=building(*FIRST)).when_seat(0, "build lots").state, 1)
    assert seen(story.state, 1).has_sealed == (True, False)
    assert story.state.fleets == ((), ())
    assert asked(story.state) == ((1, "build"),)
    assert asked(story.when_seat(1, "build lots").state) == ((None, "reveal"),)


def test_g2_several_cards_may_go_on_one_ship_in_one_round_in_the_order_given() -> None:
    story = given(GUNS, state=building(*LATER, fleets=("g5", "g3 g3"), number=2))
    assert ship_of(closed(story, "build t1>1, b>1, g1>1", "build lots").state, 0, 1) == cards("g5 t1 b g1")
    assert ship_of(closed(story, "build b>1, g1>1, t1>1", "build lots").state, 0, 1) == cards("g5 b g1 t1")


def test_g2_only_the_order_on_each_ship_tells_plans_apart() -> None:
    one = BuildShips(0, (Load(2, cards("g1")), Load(1, cards("b")), Load(None, cards("t1"))))
    same = BuildShips(0, (Load(None, cards("t1")), Load(1, cards("b")), Load(2, cards("g1"))))
    parted = BuildShips(0, (Load(1, cards("b")), Load(1, cards("g1")), Load(1, cards("t1"))))
    assert one == same
    assert parted == BuildShips(0, (Load(1, cards("b g1 t1")),))
    assert BuildShips(0, (Load(1, cards("b g1")), Load(2, cards("t1")))) != BuildShips(
        0, (Load(1, cards("g1 b")), Load(2, cards("t1")))
    )


@pytest.mark.parametrize("ships", [(), (1,), (1, 2), (1, 2, 4, 5)])
@pytest.mark.parametrize("held", ["g1 g2 g3 t1 t2 b", "g1 g1 g1 t1 t1 b", "b b b b b b"])
def test_every_different_plan_is_listed_once(held: str, ships: tuple[int, ...]) -> None:
    listed = list(build_plans(hand(held), ships))
    told = {BuildShips(0, plan) for plan in listed}
    assert len(listed) == len(told)
    assert told == {BuildShips(0, plan) for plan in _all_plans(held, ships)}


def _all_plans(held: str, ships: tuple[int, ...]) -> list[tuple[Load, ...]]:
    """List plans in the slow and obvious way: card after card, each on a ship, a ship begun before it, or a new one."""
    plans = []
    for chosen in set(permutations(cards(held), 3)):
        partial: list[list[tuple[int | None, tuple[Card, ...]]]] = [[(ship, ()) for ship in ships]]
        for card in chosen:
            partial = [
                [*plan[:place], (plan[place][0], (*plan[place][1], card)), *plan[place + 1 :]]
                if place < len(plan)
                else [*plan, (None, (card,))]
                for plan in partial
                for place in range(len(plan) + 1)
            ]
        plans += [tuple(Load(ship, on) for ship, on in plan if on) for plan in partial]
    return plans


def test_the_first_plans_of_the_list_use_every_card_and_every_ship() -> None:
    state = building(*LATER, fleets=("g5 / t5 / g4 g4", "g3 g3"), number=2)
    first = [move for move, _ in zip(legal_moves(state, 0), range(300), strict=False) if isinstance(move, BuildShips)]
    loads = [load for move in first for load in move.loads or ()]
    assert {load.ship for load in loads} == {None, 1, 2, 3}
    assert {card for load in loads for card in load.cards} == set(hand(LATER[0]))


def test_the_order_of_sealing_changes_neither_result_nor_reveal_nor_text() -> None:
    plans = ("build g3+t2+b>new", "build lots", "build g1+g2>new, t1>new")
    worlds = []
    for order in permutations(range(3)):
        story = given(GUNS, state=building(FIRST[0], FIRST[1], FIRST[0]))
        for seat in order:
            story = story.when_seat(seat, plans[seat])
        events = GUNS.decide(story.state, Resolve(reveal_key(story.state)), SeededDice(b"reveal", 5))
        told = [GUNS.narrate(redact(event, 1), NAMES, 1) for event in events]
        worlds.append((story.state, events, told))
    assert all(world == worlds[0] for world in worlds)


def test_a_sealed_plan_may_be_revised_until_the_reveal_and_only_its_seat_learns_of_it() -> None:
    story = sealed_by_all(given(GUNS, state=building(*FIRST)), "build g3+t2+b>new", "build lots")
    keys = {each.key for each in open_to(GUNS.decisions(story.state), 0)}
    revised = story.when_seat(0, "build g1+g2+g3>new")
    event = revised.events[0]
    assert isinstance(event, PlanRevised)
    assert redact(event, 1) == redact(event, None) == PlanRevised(None, None)
    assert redact(event, 0) == event
    assert not keys & {each.key for each in open_to(GUNS.decisions(revised.state), 0)}
    assert asked(revised.state) == ((None, "reveal"),)
    shown = revised.when(Resolve(reveal_key(revised.state)))
    assert ship_of(shown.state, 0, 1) == cards("g1 g2 g3")
    given(GUNS, state=shown.state).when(Resolve(reveal_key(revised.state))).refused("nothing_to_resolve")


def test_a_sealed_plan_is_read_by_its_seat_alone() -> None:
    story = given(GUNS, state=building(*FIRST)).when_seat(0, "build g3+t2+b>new")
    event = story.events[0]
    assert isinstance(event, PlanSealed)
    assert redact(event, 1) == redact(event, None) == PlanSealed(0, None)
    assert seen(story.state, 0).plan is not None
    assert seen(story.state, 1).plan is None


def test_the_clock_closes_no_round_before_all_have_sealed() -> None:
    story = given(GUNS, state=building(*FIRST)).when_seat(0, "build lots")
    story.when(Resolve("1.round1:build:reveal")).refused("nothing_to_resolve")


def test_who_is_late_builds_by_lots_that_complete_ships_first() -> None:
    state = building(*LATER, fleets=("g5 / t5", "g3 g3"), number=4)
    key = next(each.key for each in open_to(GUNS.decisions(state), 0))
    story = given(GUNS, state=state).when(Expire(0, key)).then(PlanSealed(0, BuildPlan(None)))
    story = story.when_seat(1, "build lots")
    shown = story.when(Resolve(reveal_key(story.state)))
    assert all(len(ship.cards) > 1 for fleet in shown.state.fleets for ship in fleet)
    assert CleanedUp((), spies=False) in shown.events


def test_who_is_late_after_sealing_keeps_the_sealed_plan() -> None:
    story = given(GUNS, state=building(*FIRST)).when_seat(0, "build g3+t2+b>new")
    key = next(each.key for each in open_to(GUNS.decisions(story.state), 0))
    assert story.when(Expire(0, key)).state.sealed == story.state.sealed


def test_leftover_cards_and_ships_of_one_card_are_discarded_after_round_4() -> None:
    story = given(GUNS, state=building(*LATER, fleets=("g5 / t5", "t5 g3"), number=4))
    story = closed(story, "build g1>new, g2+t1>1", "build g4+g5+b>1")
    lost = next(event.lost for event in story.events if isinstance(event, CleanedUp))
    assert [(ref.owner, ref.number) for ref in lost] == [(0, 2), (0, 3)]
    assert story.state.hands == ((), ())
    assert [ship.cards for ship in story.state.fleets[0]] == [cards("g5 g2 t1")]


def test_g3_more_than_six_ships_may_be_begun_and_a_fleet_may_end_with_none() -> None:
    story = given(GUNS, state=building(*LATER, fleets=("g1/g2/g3/g4/g5/t1/t2/t3/t4", "t5 g3"), number=4))
    story = closed(story, "build g1>new, g2>new, t1>new", "build g4+g5+b>1")
    assert story.state.fleets[0] == ()
    assert story.state.phase is Phase.OVER


def test_g4_a_bomb_may_be_a_bow_which_all_see_and_alone_it_is_incomplete() -> None:
    story = closed(given(GUNS, state=building(*FIRST)), "build b>new, g1+g2>new", "build lots")
    assert seen(story.state, 1).fleets[0][0].cards == (Card.BOMB,)
    last = given(GUNS, state=building(*LATER, fleets=("b / g1 t1", "t5 g3"), number=4))
    ended = closed(last, "build g1+g2+t1>2", "build g4+g5+b>1")
    assert ship_of(ended.state, 0, 1) is None
