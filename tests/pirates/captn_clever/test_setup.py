"""Setting up: the board, the fleets, who places what and when."""

from itertools import combinations

import pytest

from pirates.captn_clever.events import ChoosingBegan, FleetPlaced
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import (
    BAYS,
    CROSSED_BY,
    ENDS,
    FLEETS,
    ISLAND_OF,
    ISLANDS,
    PIERS,
    TREASURE_AT,
    Colour,
    Options,
    Treasure,
    connected,
)
from pirates.commands import Expire, Start
from tests.pirates.captn_clever.tables import SEAT_1_STARTS, asked, seen, started
from tests.scenario import Scenario, given

QUARTER_TURN = {1: 3, 2: 6, 3: 9, 4: 2, 5: 5, 6: 8, 7: 1, 8: 4, 9: 7}


def placed(options: Options = SEAT_1_STARTS) -> Scenario:  # type: ignore[type-arg]
    story = given(CLEVER, state=started(4, options))
    for seat, words in enumerate(("1 1-2", "9 8-9", "7 4-7", "3 2-6")):
        story = story.when_seat(seat, f"place {words}")
    return story


def test_there_are_four_fleets_of_a_captain_a_ship_and_nine_treasure_cards() -> None:
    state = started(4)
    assert [crew.colour for crew in state.crews] == ["red", "blue", "yellow", "green"]
    assert all(crew.cards == tuple(Treasure) for crew in state.crews)
    assert len(Treasure) == 9


def test_islands_and_cards_show_the_same_nine_treasures() -> None:
    assert {TREASURE_AT[island] for island in ISLANDS} == set(Treasure)
    assert all(TREASURE_AT[ISLAND_OF[treasure]] is treasure for treasure in Treasure)


def test_the_house_board_joins_every_pair_of_neighbours_by_a_bay_with_piers_of_two_colours() -> None:
    rows = {island: divmod(island - 1, 3) for island in ISLANDS}
    pairs = [
        (here, there)
        for here, there in combinations(ISLANDS, 2)
        if max(abs(a - b) for a, b in zip(rows[here], rows[there], strict=True)) == 1
    ]
    assert sorted(ENDS.values()) == pairs
    assert len(BAYS) == 20
    assert all(len(PIERS[bay]) == 2 for bay in BAYS)


@pytest.mark.parametrize("colour", Colour)
def test_each_fleet_of_the_house_board_alone_could_join_all_islands(colour: Colour) -> None:
    assert len(FLEETS[colour]) == 10
    assert connected(1, FLEETS[colour]) == tuple(range(2, 10))
    assert {end for bay in FLEETS[colour] for end in ENDS[bay]} == set(ISLANDS)


def test_the_house_fleets_are_quarter_turns_of_one_another() -> None:
    fleet, turns = set(FLEETS[Colour.RED]), []
    for _ in Colour:
        turns.append(fleet)
        fleet = {"-".join(sorted(str(QUARTER_TURN[end]) for end in ENDS[bay])) for bay in fleet}
    assert fleet == set(FLEETS[Colour.RED])
    assert all(set(bays) in turns for bays in FLEETS.values())


def test_four_pairs_of_house_bays_cross_and_no_fleet_has_both_bays_of_a_pair() -> None:
    assert len(CROSSED_BY) == 8
    assert all(CROSSED_BY[CROSSED_BY[bay]] == bay for bay in CROSSED_BY)
    assert not [bay for bay in CROSSED_BY if set(PIERS[bay]) & set(PIERS[CROSSED_BY[bay]])]


def test_everybody_hands_the_own_cards_to_the_neighbour_on_the_right() -> None:
    state = placed().state
    assert seen(state, 0).receiver == 1
    assert seen(state, 0).holds == state.crews[1].cards == tuple(Treasure)
    assert seen(state, 0).giver == 3


def test_c16_each_in_turn_places_captain_and_ship_from_the_starter_round_the_table() -> None:
    story = given(CLEVER, state=started(3, Options(starter=1)))
    for seat, words in ((1, "9 8-9"), (2, "7 4-7"), (0, "1 1-2")):
        assert asked(story.state) == ((seat, "place"),)
        story = story.when_seat(seat, f"place {words}")
    story.then(FleetPlaced(0, 1, "1-2"), ChoosingBegan())


def test_captains_are_placed_on_any_free_island_one_on_each() -> None:
    story = given(CLEVER, state=started(4, Options(starter=0))).when_seat(0, "place 1 1-2")
    assert seen(story.state, 1).free_islands == (2, 3, 4, 5, 6, 7, 8, 9)
    story.when_seat(1, "place 1 8-9").refused("island_occupied").when_seat(1, "place 2 8-9").then(
        FleetPlaced(1, 2, "8-9")
    )


def test_ships_are_placed_between_piers_of_their_own_colour() -> None:
    story = given(CLEVER, state=started(4, Options(starter=0)))
    assert seen(story.state, 0).free_bays == FLEETS[Colour.RED]
    story.when_seat(0, "place 1 1-4").refused("not_your_piers")


def test_only_one_ship_is_placed_in_a_bay() -> None:
    story = given(CLEVER, state=started(4, Options(starter=0))).when_seat(0, "place 1 2-5")
    story.when_seat(1, "place 2 2-5").refused("bay_occupied")


def test_a_ship_is_a_bridge_between_two_islands() -> None:
    assert connected(1, ("1-2",)) == (2,)
    assert connected(2, ("1-2",)) == (1,)
    assert connected(3, ("1-2",)) == ()


def test_c17_with_three_the_fourth_fleet_stays_in_the_box() -> None:
    state = started(3)
    assert [crew.colour for crew in state.crews] == ["red", "blue", "yellow"]
    assert seen(state, 0).giver == 2


def test_c18_the_giver_is_whoever_plays_before_one() -> None:
    state = started(4)
    assert [seen(state, seat).giver for seat in range(4)] == [3, 0, 1, 2]


def test_c23_the_host_may_name_who_starts() -> None:
    assert started(4, Options(starter=2)).starter == 2
    assert asked(started(4, Options(starter=2))) == ((2, "place"),)


def test_c23_lots_name_the_starter_if_the_host_does_not() -> None:
    assert {started(3, seed=bytes([seed])).starter for seed in range(40)} == {0, 1, 2}


def test_c23_a_starter_who_does_not_sit_here_is_refused() -> None:
    given(CLEVER).when(Start(Options(starter=3), 3)).refused("unknown_starter")


@pytest.mark.parametrize("seats", [-1, 0, 2, 5])
def test_three_or_four_can_play(seats: int) -> None:
    given(CLEVER).when(Start(Options(), seats)).refused("wrong_seats")


def test_a_match_starts_once_and_nothing_happens_before() -> None:
    given(CLEVER).when(Expire(0, "1:turn")).refused("not_started")
    given(CLEVER, state=started(3)).when(Start(Options(), 3)).refused("already_started")
