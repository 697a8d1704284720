"""The simplified variant, and any matching piers."""

from pirates.captn_clever.events import TaskDrawn, TreasureWon, TurnBegan
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import BAYS, CROSSED_BY, Options, Treasure
from pirates.captn_clever.rules.targets import ship_bays
from pirates.events import redact
from tests.pirates.captn_clever.tables import asked, may_answer, seen, started, table
from tests.scenario import Scenario, given

SIMPLE = Options(simplified=True, starter=0)
ALL = (0, 1, 2)


def begun() -> Scenario:  # type: ignore[type-arg]
    story = given(CLEVER, state=started(3, SIMPLE))
    for seat, words in enumerate(("1 1-2", "9 8-9", "7 4-7")):
        story = story.when_seat(seat, f"place {words}")
    return story


def test_c21_everybody_keeps_an_own_shuffled_stack() -> None:
    one, other = started(3, SIMPLE, seed=b"one"), started(3, SIMPLE, seed=b"two")
    assert [crew.cards for crew in one.crews] != [crew.cards for crew in other.crews]
    assert all(sorted(crew.cards) == sorted(Treasure) for crew in one.crews)


def test_c21_all_look_at_their_top_card_once_captains_and_ships_stand() -> None:
    story = begun()
    tops = [crew.cards[-1] for crew in started(3, SIMPLE).crews]
    story.then_includes(*(TaskDrawn(seat, top) for seat, top in enumerate(tops)), TurnBegan(0, 1))
    assert asked(story.state) == ((0, "turn"),)


def test_c21_a_top_card_is_shown_to_nobody_else() -> None:
    story = begun()
    for viewer in (1, 2, None):
        assert seen(story.state, viewer).crews[0].task is None
        drawn = [event for event in story.events if isinstance(event, TaskDrawn) and event.seat == 0]
        assert [redact(event, viewer).treasure for event in drawn] == [None]
    assert seen(story.state, 0).crews[0].task == story.state.crews[0].task


def test_c21_nobody_sees_what_the_stacks_hold() -> None:
    begin = started(3, SIMPLE)
    assert all(seen(begin, viewer).holds == () for viewer in (0, 1, 2, None))


def test_c21_whoever_finds_a_treasure_reveals_it_and_looks_at_the_next_card() -> None:
    state = table(("1 1-2", "pearl"), ("9 8-9", "anchor"), ("7 4-7", "sabre"), options=SIMPLE)
    story = given(CLEVER, state=state).when_seat(0, "captain 2")
    story.then_includes(TreasureWon(0, 1, ALL, Treasure.PEARL, None), TaskDrawn(0, Treasure.SABRE), TurnBegan(1, 2))
    assert may_answer(story.state) == ()


def test_c21_nobody_gives_tasks() -> None:
    story = begun()
    story.when_seat(2, "task pearl").refused("no_task_due")
    assert seen(story.state, 0).giver is None
    assert seen(story.state, 0).receiver is None


def test_c21_a_neighbour_may_not_look_through_a_stack_of_won_cards() -> None:
    options = Options(simplified=True, memory="by-the-book")
    state = table(("1 1-2", "pearl"), ("9 8-9", "anchor", "crown chest"), ("7 4-7", "sabre"), options=options)
    assert seen(state, 0).crews[1].won is None
    assert seen(state, 1).crews[1].won == ("crown", "chest")


def test_any_matching_piers_open_every_bay_to_every_ship_as_an_option() -> None:
    options = Options(any_piers=True)
    state = table(("1 1-2", "pearl"), ("9 8-9", "anchor"), ("7 4-7", "sabre"), options=options)
    assert set(ship_bays(state, 0)) == set(BAYS) - {"1-2", "8-9", "4-7"}
    given(CLEVER, state=state).when_seat(0, "ship 1-4 captain 4")


def test_any_matching_piers_still_keep_ships_from_crossing() -> None:
    options = Options(any_piers=True)
    state = table(("1 1-5", "pearl"), ("9 8-9", "anchor"), ("7 4-7", "sabre"), options=options)
    assert CROSSED_BY["1-5"] not in ship_bays(state, 1)
    given(CLEVER, state=state).when_seat(0, "ship 4-7 captain stays").refused("bay_occupied")


def test_own_piers_are_the_rule_unless_agreed_otherwise() -> None:
    assert not Options().any_piers
    assert not Options().simplified
