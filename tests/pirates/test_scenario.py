"""Given, when, then says what happened, and fails loudly where the story does not hold."""

import pytest

from tests.pirates.toy_game import ROBBERS
from tests.pirates.toy_pieces import (
    BidsOpened,
    CardDrawn,
    CardStolen,
    DrawCard,
    Options,
    RobberyTried,
    RobSeat,
    ToyStarted,
)
from tests.scenario import ScriptedDice, given

START = ToyStarted(Options(), ((1, 2), (3, 0)), (5, 6))
OPENED = BidsOpened((0, 1), 1)
Failed = pytest.fail.Exception


def test_a_story_is_told_in_notation_and_goes_on() -> None:
    (
        given(ROBBERS, START, OPENED)
        .when_seat(1, "rob 0")
        .then(RobberyTried(1, 0))
        .when_seat(0, "yield", dice=[1])
        .then(CardStolen(1, 0, 2))
        .when(DrawCard(0))
        .then_includes(CardDrawn(0, 5))
    )


def test_a_story_may_begin_with_a_state_and_shows_its_state_and_events() -> None:
    state = given(ROBBERS, START, OPENED).state
    story = given(ROBBERS, state=state).when(DrawCard(1))
    assert story.events == (CardDrawn(1, 5),)
    assert story.state.hands == ((1, 2), (3, 0, 5))
    assert story.outcome is None


def test_a_refusal_is_expected_by_its_code_and_the_story_goes_on_before_it() -> None:
    opened = given(ROBBERS, START, OPENED)
    opened.when(DrawCard(0)).refused("illegal_move").when(DrawCard(1)).then(CardDrawn(1, 5))
    opened.when_seat(1, "belay").refused("unreadable_move")


def test_an_unexpected_answer_fails() -> None:
    opened = given(ROBBERS, START, OPENED)
    with pytest.raises(AssertionError, match="expected the refusal"):
        opened.when(DrawCard(1)).refused("illegal_move")
    with pytest.raises(AssertionError, match="expected the refusal mutiny"):
        opened.when(DrawCard(0)).refused("mutiny")
    with pytest.raises(Failed, match="was refused: illegal_move"):
        opened.when(RobSeat(1, 1)).then()
    with pytest.raises(AssertionError, match="not in this order"):
        opened.when(DrawCard(1)).then_includes(CardDrawn(1, 5), RobberyTried(1, 0))
    with pytest.raises(AssertionError):
        opened.when(DrawCard(1)).then()


def test_dice_fall_as_written_and_not_otherwise() -> None:
    dice = ScriptedDice([2, 0])
    assert (dice.below(3), dice.unused) == (2, [0])
    assert dice.below(1) == 0
    with pytest.raises(Failed, match="ran out"):
        dice.below(6)
    with pytest.raises(Failed, match="written down as 6"):
        ScriptedDice([6]).below(6)
    with pytest.raises(Failed, match="never threw"):
        given(ROBBERS, START, OPENED).when(DrawCard(1), dice=[3])
