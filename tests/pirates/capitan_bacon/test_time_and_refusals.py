"""Time running out, and refusals that tell what to do instead."""

import pytest

from pirates.capitan_bacon.events import CardStolen, HandBuried, IslandTaken, MirrorDeclined, Passed, TurnEnded
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.moves import DigIsland, EndTurn, Pass, StealCard
from pirates.capitan_bacon.pieces import Card
from pirates.commands import Expire, Move, Resolve
from pirates.errors import RulesError
from tests.pirates.capitan_bacon.tables import cards, table
from tests.scenario import Scenario, ScriptedDice, given


def expire(story: Scenario) -> Scenario:  # type: ignore[type-arg]
    (question,) = [each for each in BACON.decisions(story.state) if each.required]
    assert question.seat is not None
    return story.when(Expire(question.seat, question.key), dice=[0])


def test_whoever_lets_the_time_run_out_passes() -> None:
    given(BACON, state=table("map map map map map", "map")).when(Expire(0, "1.1:turn")).then_includes(Passed(0))


def test_time_running_out_after_a_card_ends_the_turn() -> None:
    story = given(BACON, state=table("shovel shovel", "map")).when_seat(0, "shovel 1")
    story.when(Expire(0, "1.3:more")).then_includes(TurnEnded(0))


def test_time_running_out_lets_an_attack_happen_and_lots_choose() -> None:
    story = expire(given(BACON, state=table("rod map", "map sack")).when_seat(0, "rod 2"))
    story.then_includes(MirrorDeclined(1), CardStolen(0, 1, Card.MAP))


def test_time_running_out_steals_by_lots_through_the_spyglass() -> None:
    story = given(BACON, state=table("spyglass", "map sack")).when_seat(0, "spyglass 2").when_seat(1, "no mirror")
    expire(story).then_includes(CardStolen(0, 1, Card.MAP))


def test_time_running_out_keeps_the_island_looked_at_last() -> None:
    story = given(BACON, state=table("map", "rod")).when_seat(0, "map 2").when_seat(0, "look 3")
    (question,) = [each for each in BACON.decisions(story.state) if each.required]
    story.when(Expire(0, question.key)).then_includes(IslandTaken(0, 3, Card.MIRROR))


def test_time_running_out_buries_a_shown_hand_by_lots() -> None:
    story = given(BACON, state=table("ballast", "map sack", islands="map")).when_seat(0, "ballast 2")
    story = expire(story.when_seat(1, "no mirror"))
    story.then_includes(HandBuried(1, (2, 3), cards("sack map")))


def test_a_question_that_is_closed_or_of_another_seat_cannot_expire() -> None:
    story = given(BACON, state=table("map", "rod"))
    story.when(Expire(0, "0.9:turn")).refused("decision_closed")
    story.when(Expire(1, "1.1:turn")).refused("decision_closed")


def test_there_is_no_sealed_phase_to_resolve() -> None:
    given(BACON, state=table("map", "rod")).when(Resolve("1.1:turn")).refused("nothing_to_resolve")


def test_only_the_seat_that_is_asked_may_answer_and_only_what_is_asked() -> None:
    story = given(BACON, state=table("map", "rod"))
    story.when_seat(1, "pass").refused("not_your_turn")
    story.when(EndTurn(0)).refused("wrong_moment")
    story.when(StealCard(0)).refused("wrong_moment")
    story.when(Pass(5)).refused("no_such_seat")


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    given(BACON, state=table("map", "rod")).when(DigIsland(0, 1)).refused("not_in_hand")


def test_a_move_of_another_game_is_not_understood() -> None:
    class Sing(Move, frozen=True):
        pass

    given(BACON, state=table("map", "rod")).when(Sing(0)).refused("unknown_move")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_refusal_is_a_sentence_that_says_what_to_do(seat: int) -> None:
    state = table("map", "rod")
    for text in ("end", "rod 2", "shovel 99", "mirror", "steal sack", "keep", "look 1", "arrange map"):
        move = BACON.parse(text, state, seat)
        with pytest.raises(RulesError) as caught:
            BACON.decide(state, move, ScriptedDice(()))
        assert caught.value.sentence.endswith(".")
        assert caught.value.code.isidentifier()
