"""Tasks: what givers choose, sealed at first, and who knows of it."""

from itertools import permutations

import pytest

from pirates.captn_clever.events import FirstTaskChanged, FirstTaskSealed, TaskGiven, TreasureWon, TurnBegan
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import Options, Sealed, Treasure
from pirates.captn_clever.state import State
from pirates.commands import Expire, Resolve
from pirates.events import redact
from pirates.fingerprints import canonical_json
from tests.pirates.captn_clever.tables import NAMES, asked, may_answer, seen, started, table
from tests.scenario import Scenario, given

REVEAL = Resolve("first-tasks:reveal")
PLACES = ("1 1-2", "9 8-9", "7 4-7", "3 2-6")
WORDS = ("task sabre", "task lots", "task pearl", "task crown")


def choosing() -> Scenario:  # type: ignore[type-arg]
    story = given(CLEVER, state=started(4, Options(starter=0)))
    for seat, words in enumerate(PLACES):
        story = story.when_seat(seat, f"place {words}")
    return story


def sealed_in(order: tuple[int, ...]) -> Scenario:  # type: ignore[type-arg]
    story = choosing()
    for seat in order:
        story = story.when_seat(seat, WORDS[seat])
    return story


def just_won(cards_left: int = 5) -> Scenario:  # type: ignore[type-arg]
    """Seat 1 (index 0) has just won the Pearl; `cards_left` are left to give."""
    before = ("anchor", "crown", "spyglass", "chest", "goblet", "ruby", "compass", "sabre")
    won = " ".join(before[: 8 - cards_left])
    state = table(("1 1-2", "pearl", won), ("9 8-9", "anchor"), ("7 4-7", "sabre"))
    return given(CLEVER, state=state).when_seat(0, "captain 2")


def test_c15_first_tasks_are_chosen_by_all_at_once_after_captains_and_ships_stand() -> None:
    story = choosing()
    assert asked(story.state) == ((0, "first-task"), (1, "first-task"), (2, "first-task"), (3, "first-task"))
    assert seen(story.state, None).waiting == (0, 1, 2, 3)


def test_everybody_chooses_a_task_for_the_neighbour_on_the_left() -> None:
    story = sealed_in((0, 1, 2, 3)).when(REVEAL, dice=[4])
    story.then(
        TaskGiven(0, 3, Treasure.CROWN),
        TaskGiven(1, 0, Treasure.SABRE),
        TaskGiven(2, 1, Treasure.CHEST),
        TaskGiven(3, 2, Treasure.PEARL),
        TurnBegan(0, 1),
    )
    assert [crew.task for crew in story.state.crews] == ["crown", "sabre", "chest", "pearl"]


def test_a_first_task_can_be_thought_over_until_the_clock_hands_all_out() -> None:
    story = choosing().when_seat(0, "task sabre")
    story.then(FirstTaskSealed(0, Sealed(Treasure.SABRE)))
    assert may_answer(story.state) == ((0, "revise"),)
    story = story.when_seat(0, "task pearl").then(FirstTaskChanged(0, Sealed(Treasure.PEARL)))
    for seat in (1, 2, 3):
        story = story.when_seat(seat, "task crown")
    assert asked(story.state) == ((None, "reveal"),)
    assert story.when(REVEAL).state.crews[1].task == "pearl"


def test_the_clock_hands_nothing_out_before_all_have_chosen() -> None:
    sealed_in((0, 1, 2)).when(REVEAL).refused("nothing_to_resolve")


def test_who_has_chosen_is_public_and_nothing_else_of_it() -> None:
    one, other = choosing().when_seat(0, "task sabre"), choosing().when_seat(0, "task pearl")
    for viewer in (1, 2, 3, None):
        assert seen(one.state, viewer) == seen(other.state, viewer)
        assert [crew.has_sealed for crew in seen(one.state, viewer).crews] == [True, False, False, False]
        here, there = redact(one.events[0], viewer), redact(other.events[0], viewer)
        assert canonical_json(here) == canonical_json(there)
        assert CLEVER.narrate(here, NAMES, viewer) == "Anna has chosen a first task."
    assert seen(one.state, 0).chosen == "sabre"


def test_a_change_of_mind_does_not_say_whose_it_was() -> None:
    (changed,) = choosing().when_seat(0, "task sabre").when_seat(0, "task pearl").events
    assert CLEVER.narrate(redact(changed, 1), NAMES, 1) == "A first task was changed."


def test_all_orders_of_the_same_choices_give_the_same_state_reveal_and_text() -> None:
    told: set[tuple[str, ...]] = set()
    states: list[State] = []
    for order in permutations(range(4)):
        story = sealed_in(order).when(REVEAL, dice=[7])
        states.append(story.state)
        viewers = (0, 1, 2, 3, None)
        told.add(tuple(CLEVER.narrate(redact(each, v), NAMES, v) for each in story.events for v in viewers))
    assert all(state == states[0] for state in states)
    assert len(told) == 1


def test_c13_giver_and_receiver_know_a_task_and_nobody_else() -> None:
    state = table(("1 1-2", "crown"), ("9 8-9", "ruby"), ("7 4-7", "sabre"), ("5 5-8", "anchor"))
    knows = [[crew.task is not None for crew in seen(state, viewer).crews] for viewer in (0, 1, 2, 3, None)]
    assert knows == [
        [True, True, False, False],
        [False, True, True, False],
        [False, False, True, True],
        [True, False, False, True],
        [False, False, False, False],
    ]
    assert all(crew.has_task for crew in seen(state, None).crews)


def test_c14_the_giver_may_choose_at_once_and_the_match_goes_on_meanwhile() -> None:
    story = just_won()
    assert asked(story.state) == ((1, "turn"),)
    assert may_answer(story.state) == ((2, "task"),)
    story = story.when_seat(2, "task sabre").then(TaskGiven(0, 2, Treasure.SABRE))
    assert may_answer(story.state) == ()


def test_c14_the_giver_must_choose_when_the_receivers_turn_has_come() -> None:
    story = just_won().when_seat(1, "captain 8").when_seat(2, "captain 4")
    assert asked(story.state) == ((2, "task"),)
    assert seen(story.state, None).waiting == (2,)
    story.when_seat(0, "captain 1").refused("task_missing")
    assert asked(story.when_seat(2, "task sabre").state) == ((0, "turn"),)


def test_c14_the_question_for_a_task_keeps_its_key_when_it_becomes_due() -> None:
    story = just_won()
    (early,) = [each for each in CLEVER.decisions(story.state) if each.kind == "task"]
    (due,) = CLEVER.decisions(story.when_seat(1, "captain 8").when_seat(2, "captain 4").state)
    assert early.key == due.key == "seat1.5:task"
    assert (early.required, due.required) == (False, True)


def test_c14_when_time_runs_out_lots_choose_the_task() -> None:
    story = just_won().when_seat(1, "captain 8").when_seat(2, "captain 4")
    (due,) = CLEVER.decisions(story.state)
    left = story.state.crews[0].cards
    story.when(Expire(2, due.key), dice=[2]).then(TaskGiven(0, 2, left[2]))


def test_c14_the_last_card_is_given_by_itself() -> None:
    story = just_won(cards_left=1)
    story.then_includes(TaskGiven(0, 2, Treasure.SABRE), TurnBegan(1, 2))
    assert may_answer(story.state) == ()


def test_a_giver_chooses_freely_among_the_cards_that_are_left_and_no_others() -> None:
    story = just_won()
    left = story.state.crews[0].cards
    assert "pearl" not in left
    for card in left:
        story.when_seat(2, f"task {card}").then(TaskGiven(0, 2, card))
    story.when_seat(2, "task pearl").refused("card_not_left")
    story.when_seat(0, "task pearl").refused("no_task_due")


def test_a_task_once_given_stays() -> None:
    just_won().when_seat(2, "task sabre").when_seat(2, "task ruby").refused("no_task_due")


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_new_task_is_told_to_giver_and_receiver_alone(viewer: int | None) -> None:
    (given_task,) = just_won().when_seat(2, "task sabre").events
    told = CLEVER.narrate(redact(given_task, viewer), NAMES, viewer)
    assert ("Sabre" in told) == (viewer in (0, 2))


def test_the_treasure_won_is_not_given_again() -> None:
    story = just_won()
    assert TreasureWon(0, 4, (0, 1, 2), Treasure.PEARL, None) in story.events
    assert "pearl" not in story.state.crews[0].cards
