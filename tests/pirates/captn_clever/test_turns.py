"""Turns: the ship, the captain, and the ways between islands."""

import pytest

from pirates.captn_clever.events import CaptainMoved, CaptainStayed, ShipMoved, TurnBegan
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.moves import Sail
from pirates.captn_clever.pieces import CROSSED_BY, FLEETS, Colour, Options
from pirates.captn_clever.rules.targets import landings, ship_bays
from pirates.captn_clever.state import State
from tests.pirates.captn_clever.tables import asked, table, with_crew
from tests.scenario import Scenario, given

ALL = (0, 1, 2, 3)


def sea() -> State:
    """Red on 1, Blue on 9, Yellow on 7, Green on 5; ships join 1-2, 9-8-5 and 7-4."""
    return table(("1 1-2", "crown"), ("9 8-9", "ruby"), ("7 4-7", "sabre"), ("5 5-8", "anchor"))


def story(state: State | None = None) -> Scenario:  # type: ignore[type-arg]
    return given(CLEVER, state=state or sea())


def test_turns_go_round_the_table_clockwise() -> None:
    told = story()
    for seat, words in enumerate(("captain 2", "captain 8", "captain 4", "captain 9")):
        assert asked(told.state) == ((seat, "turn"),)
        told = told.when_seat(seat, words)
    told.then(CaptainMoved(3, ALL, 9, None), TurnBegan(0, 5))


def test_c1_the_ship_moves_first_and_then_the_captain() -> None:
    story().when_seat(0, "ship 1-5 captain 8").then(
        ShipMoved(0, "1-2", "1-5"), CaptainMoved(0, ALL, 8, None), TurnBegan(1, 2)
    )


def test_the_ship_may_be_left_where_it_is() -> None:
    story().when_seat(0, "captain 2").then(CaptainMoved(0, ALL, 2, None), TurnBegan(1, 2))


def test_the_ship_moves_once_a_turn() -> None:
    moved = story().when_seat(0, "ship 1-5 captain 8")
    moved.when_seat(0, "ship 1-2 captain stays").refused("not_your_turn")
    assert Sail.__struct_fields__ == ("seat", "ship", "captain")


def test_a_move_has_no_place_for_the_figures_of_others() -> None:
    story().when_seat(1, "captain 8").refused("not_your_turn")
    moved = story().when_seat(0, "ship 1-5 captain 8").state
    assert moved.crews[1:] == sea().crews[1:]


def test_a_ship_sails_any_distance() -> None:
    assert ship_bays(sea(), 0) == tuple(bay for bay in FLEETS[Colour.RED] if bay != "1-2")
    story().when_seat(0, "ship 6-9 captain 2").refused("not_connected").when_seat(0, "ship 6-9 captain stays").then(
        ShipMoved(0, "1-2", "6-9"), CaptainStayed(0), TurnBegan(1, 2)
    )


def test_c7_a_ship_docks_between_piers_of_its_own_colour_only() -> None:
    story().when_seat(0, "ship 1-4 captain 4").refused("not_your_piers")


def test_c7_staying_in_the_same_bay_is_not_moving_there() -> None:
    story().when_seat(0, "ship 1-2 captain 2").refused("same_bay")


def test_c7_a_ship_can_always_stay() -> None:
    offered = [move.ship for move in CLEVER.legal_moves(sea(), 0) if isinstance(move, Sail)]
    assert offered.count("stays") == 2
    story().when_seat(0, "captain 2").then_includes(CaptainMoved(0, ALL, 2, None))


def test_c6_no_other_ship_may_lie_in_the_bay() -> None:
    state = with_crew(sea(), 1, ship="4-8")
    assert "4-8" not in ship_bays(state, 0)
    story(state).when_seat(0, "ship 4-8 captain 2").refused("bay_occupied")


def test_c6_no_ship_may_lie_across_the_bay() -> None:
    state = with_crew(sea(), 1, ship="2-4")
    assert "1-5" not in ship_bays(state, 0)
    story(state).when_seat(0, "ship 1-5 captain 5").refused("bay_crossed")


def test_c8_a_ship_does_not_stand_in_its_own_way() -> None:
    state = table(("1 1-5", "crown"), ("9 8-9", "ruby"), ("7 4-7", "sabre"), options=Options(any_piers=True))
    assert CROSSED_BY["1-5"] == "2-4"
    story(state).when_seat(0, "ship 2-4 captain stays").then_includes(ShipMoved(0, "1-5", "2-4"))


def test_islands_must_be_connected_by_a_ship() -> None:
    story().when_seat(0, "captain 3").refused("not_connected")


def test_ships_of_others_carry_a_captain_too() -> None:
    state = with_crew(with_crew(sea(), 0, ship="6-9"), 3, ship="1-2")
    story(state).when_seat(0, "captain 2").then_includes(CaptainMoved(0, ALL, 2, None))


def test_a_chain_of_ships_carries_a_captain_a_long_way() -> None:
    state = with_crew(with_crew(sea(), 1, ship="2-4", captain=3), 3, ship="1-2", captain=6)
    state = with_crew(state, 0, ship="7-8")
    assert landings(state, 0) == (2, 4, 8)
    story(state).when_seat(0, "captain 8").then_includes(CaptainMoved(0, ALL, 8, None))


def test_captains_land_on_islands_not_on_ships() -> None:
    story().when_seat(0, "captain 1-2").refused("island_needed")


def test_c5_a_captain_passes_any_number_of_others() -> None:
    state = with_crew(with_crew(sea(), 0, ship="1-5"), 1, captain=8)
    assert landings(state, 0) == (9,)
    story(state).when_seat(0, "captain 9").then_includes(CaptainMoved(0, ALL, 9, None))


def test_a_captain_stops_on_a_free_island_only() -> None:
    state = with_crew(sea(), 0, ship="1-5")
    story(state).when_seat(0, "captain 5").refused("island_occupied")


def test_c4_a_captain_must_end_on_another_island() -> None:
    story().when_seat(0, "captain 1").refused("same_island")


def test_a_captain_who_can_move_must() -> None:
    story().when_seat(0, "stay").refused("must_move")
    story().when_seat(0, "ship 1-5").refused("must_move")


def test_c2_a_captain_who_cannot_move_stays_and_the_turn_is_over() -> None:
    state = with_crew(sea(), 0, ship="3-6")
    story(state).when_seat(0, "stay").then(CaptainStayed(0), TurnBegan(1, 2))


def test_c2_a_captain_with_occupied_islands_in_reach_only_stays() -> None:
    state = with_crew(sea(), 1, captain=2)
    story(state).when_seat(0, "stay").then(CaptainStayed(0), TurnBegan(1, 2))


def test_c3_a_ship_may_cut_its_own_captain_off_who_then_stays() -> None:
    story().when_seat(0, "ship 3-6 captain stays").then(ShipMoved(0, "1-2", "3-6"), CaptainStayed(0), TurnBegan(1, 2))


def test_lots_choose_for_a_captain_whose_ship_stays_only() -> None:
    story().when_seat(0, "ship 1-5 captain lots").refused("say_where")
    story().when_seat(0, "captain lots").then_includes(CaptainMoved(0, ALL, 2, None))


def test_c3_whether_a_captain_can_move_is_judged_after_the_ship() -> None:
    story(with_crew(sea(), 0, ship="3-6")).when_seat(0, "ship 1-2 captain stays").refused("must_move")


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_only_the_seat_on_turn_is_asked_to_sail(seat: int) -> None:
    assert not list(CLEVER.legal_moves(sea(), seat))
