"""Time running out, and refusals that tell what to do instead."""

import pytest

from pirates.captn_clever.events import CaptainMoved, CaptainStayed, FirstTaskSealed, FleetPlaced, TurnBegan
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.moves import GiveTask, Place, Sail
from pirates.captn_clever.pieces import Options, Sealed
from pirates.captn_clever.state import State
from pirates.commands import Expire, Move, Resolve
from pirates.errors import RulesError
from tests.pirates.captn_clever.tables import started, table, with_crew
from tests.scenario import ScriptedDice, given

ALL = (0, 1, 2)


def sea() -> State:
    return table(("1 1-2", "crown"), ("9 8-9", "ruby"), ("7 4-7", "sabre"))


def test_whoever_lets_the_time_run_out_leaves_the_ship_and_lots_move_the_captain() -> None:
    state = with_crew(sea(), 1, ship="2-5")
    given(CLEVER, state=state).when(Expire(0, "1:turn"), dice=[1]).then(CaptainMoved(0, ALL, 5, None), TurnBegan(1, 2))


def test_time_running_out_for_a_captain_who_cannot_move_ends_the_turn() -> None:
    state = with_crew(sea(), 0, ship="3-6")
    given(CLEVER, state=state).when(Expire(0, "1:turn"), dice=[]).then(CaptainStayed(0), TurnBegan(1, 2))


def test_time_running_out_before_the_voyage_places_by_lots() -> None:
    story = given(CLEVER, state=started(3, Options(starter=0)))
    story.when(Expire(0, "seat1:place"), dice=[4, 0]).then(FleetPlaced(0, 5, "1-2"))


def test_time_running_out_seals_a_first_task_by_lots_drawn_at_the_reveal() -> None:
    story = given(CLEVER, state=started(3, Options(starter=0)))
    for seat, words in enumerate(("1 1-2", "9 8-9", "7 4-7")):
        story = story.when_seat(seat, f"place {words}")
    story = story.when(Expire(0, "seat1.0:first-task"), dice=[]).then(FirstTaskSealed(0, Sealed(None)))
    story = story.when_seat(1, "task pearl").when_seat(2, "task crown").when(Resolve("first-tasks:reveal"), dice=[8])
    assert story.state.crews[1].task == "sabre"


def test_a_question_that_is_closed_or_of_another_seat_cannot_expire() -> None:
    story = given(CLEVER, state=sea())
    story.when(Expire(0, "0:turn")).refused("decision_closed")
    story.when(Expire(1, "1:turn")).refused("decision_closed")


def test_nothing_can_be_revealed_during_turns() -> None:
    given(CLEVER, state=sea()).when(Resolve("1:turn")).refused("nothing_to_resolve")


def test_only_what_is_asked_can_be_answered() -> None:
    story = given(CLEVER, state=sea())
    story.when_seat(1, "captain 8").refused("not_your_turn")
    story.when(Place(0, 1, "1-2")).refused("wrong_moment")
    story.when(GiveTask(0)).refused("no_task_due")
    story.when(Sail(5)).refused("no_such_seat")
    given(CLEVER, state=started(3, Options(starter=0))).when(Sail(0)).refused("wrong_moment")
    given(CLEVER, state=started(3, Options(starter=0))).when(Place(1)).refused("not_your_turn")


def test_a_bay_that_is_not_on_the_board_is_refused() -> None:
    given(CLEVER, state=sea()).when(Sail(0, "1-9", 2)).refused("no_such_bay")
    given(CLEVER, state=sea()).when(Sail(0, "2-1", 2)).refused("no_such_bay")


def test_a_move_of_another_game_is_not_understood() -> None:
    class Sing(Move, frozen=True):
        pass

    given(CLEVER, state=sea()).when(Sing(0)).refused("unknown_move")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_refusal_is_a_sentence_that_says_what_to_do(seat: int) -> None:
    state = sea()
    for text in (
        "captain 9",
        "captain 1",
        "stay",
        "ship 1-4 captain 4",
        "ship 1-2",
        "task pearl",
        "draw yes",
        "place lots",
    ):
        move = CLEVER.parse(text, state, seat)
        with pytest.raises(RulesError) as caught:
            CLEVER.decide(state, move, ScriptedDice(()))
        assert caught.value.sentence.endswith(".")
        assert caught.value.code.isidentifier()
