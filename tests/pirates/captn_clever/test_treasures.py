"""Treasures: how they are won, what lies open of them, and the end."""

from pirates.captn_clever.events import CaptainMoved, MatchEnded, TreasureWon, TurnBegan
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import Options, Treasure
from pirates.captn_clever.scoring import outcome_by_treasures
from pirates.captn_clever.state import State
from pirates.outcomes import Outcome
from tests.pirates.captn_clever.tables import PLAIN, asked, seen, table, with_crew
from tests.scenario import given

ALL = (0, 1, 2)
EIGHT = "anchor crown spyglass chest goblet ruby compass sabre"
BY_THE_BOOK = Options(memory="by-the-book")


def sea(task: str = "pearl", won: str = "", options: Options = PLAIN) -> State:
    return table(("1 1-2", task, won), ("9 8-9", "anchor", "crown chest"), ("7 4-7", "sabre", "ruby"), options=options)


def test_landing_on_the_island_of_the_task_wins_its_card() -> None:
    story = given(CLEVER, state=sea()).when_seat(0, "captain 2")
    story.then(CaptainMoved(0, ALL, 2, None), TreasureWon(0, 1, ALL, Treasure.PEARL, None), TurnBegan(1, 2))
    assert story.state.crews[0].won == ("pearl",)
    assert story.state.crews[0].task is None


def test_the_card_is_won_over_ships_that_lay_there_already_too() -> None:
    state = with_crew(with_crew(sea(), 0, ship="6-9"), 1, ship="1-2")
    given(CLEVER, state=state).when_seat(0, "captain 2").then_includes(TreasureWon(0, 1, ALL, Treasure.PEARL, None))


def test_the_card_is_won_over_a_ship_that_sailed_this_turn_too() -> None:
    state = with_crew(sea(), 0, ship="6-9")
    given(CLEVER, state=state).when_seat(0, "ship 1-2 captain 2").then_includes(
        TreasureWon(0, 1, ALL, Treasure.PEARL, None)
    )


def test_landing_elsewhere_wins_nothing() -> None:
    story = given(CLEVER, state=sea("crown")).when_seat(0, "captain 2")
    story.then(CaptainMoved(0, ALL, 2, None), TurnBegan(1, 2))
    assert story.state.crews[0].task == "crown"


def test_c9_passing_over_the_island_of_the_task_wins_nothing() -> None:
    state = with_crew(sea(), 1, ship="2-5")
    given(CLEVER, state=state).when_seat(0, "captain 5").then(CaptainMoved(0, ALL, 5, None), TurnBegan(1, 2))


def test_c10_standing_on_the_island_of_the_task_wins_nothing_until_one_comes_back() -> None:
    state = sea("anchor")
    given(CLEVER, state=state).when_seat(0, "captain 1").refused("same_island")
    story = given(CLEVER, state=with_crew(state, 0, ship="3-6")).when_seat(0, "stay")
    assert story.state.crews[0].won == ()
    away = given(CLEVER, state=state).when_seat(0, "captain 2").when_seat(1, "captain 8").when_seat(2, "captain 4")
    away.when_seat(0, "captain 1").then_includes(TreasureWon(0, 1, ALL, Treasure.ANCHOR, None))


def test_c11_one_treasure_a_turn_the_new_task_counts_from_the_next() -> None:
    story = given(CLEVER, state=sea()).when_seat(0, "captain 2").when_seat(2, "task pearl").refused("card_not_left")
    story = story.when_seat(2, "task crown")
    assert story.state.crews[0].won == ("pearl",)
    assert asked(story.state) == ((1, "turn"),)


def test_c12_an_occupied_island_of_the_task_must_be_waited_for() -> None:
    state = with_crew(sea(), 1, captain=2)
    given(CLEVER, state=state).when_seat(0, "captain 2").refused("island_occupied")


def test_after_a_treasure_the_neighbour_on_the_right_gives_a_new_task() -> None:
    story = given(CLEVER, state=sea()).when_seat(0, "captain 2").when_seat(1, "captain 8").when_seat(2, "captain 4")
    assert asked(story.state) == ((2, "task"),)


def test_won_cards_lie_face_up_in_a_stack_with_the_newest_on_top() -> None:
    shown = seen(sea(), None).crews[1]
    assert (shown.won_count, shown.top) == (2, "chest")


def test_c19_rivals_see_only_the_open_card_where_they_must_remember_by_themselves() -> None:
    state = sea(options=BY_THE_BOOK)
    assert seen(state, 2).crews[1].won is None
    assert seen(state, 2).crews[1].top == "chest"
    assert seen(state, 2).crews[1].won_count == 2


def test_c19_owner_and_giver_may_look_through_a_stack() -> None:
    state = sea(options=BY_THE_BOOK)
    assert seen(state, 1).crews[1].won == ("crown", "chest")
    assert seen(state, 0).crews[1].won == ("crown", "chest")


def test_c20_the_ninth_card_ends_the_match_at_once() -> None:
    story = given(CLEVER, state=sea("pearl", EIGHT)).when_seat(0, "captain 2")
    story.then(
        CaptainMoved(0, ALL, 2, None),
        TreasureWon(0, 9, ALL, Treasure.PEARL, None),
        MatchEnded(Outcome((0,), ((0,), (1,), (2,)), (9, 2, 1), "treasures")),
    )
    assert CLEVER.decisions(story.state) == ()
    story.when_seat(1, "captain 8").refused("match_over")


def test_c20_there_are_no_equal_turns_and_those_behind_are_ranked_by_treasures_level_ones_together() -> None:
    state = table(("1 1-2", "", f"{EIGHT} pearl"), ("9 8-9", "anchor", "crown"), ("7 4-7", "sabre", "ruby"))
    assert outcome_by_treasures(state, 0) == Outcome((0,), ((0,), (1, 2)), (9, 1, 1), "treasures")


def test_at_the_end_all_cards_lie_open() -> None:
    state = given(CLEVER, state=sea("pearl", EIGHT, BY_THE_BOOK)).when_seat(0, "captain 2").state
    shown = seen(state, None).crews
    assert [crew.task for crew in shown] == [None, "anchor", "sabre"]
    assert [crew.won and len(crew.won) for crew in shown] == [9, 2, 1]
    assert [crew.captain for crew in shown] == [2, 9, 7]
