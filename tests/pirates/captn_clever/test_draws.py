"""Draws by consent, after many rounds without a treasure."""

from msgspec.structs import replace

from pirates.captn_clever.events import DrawAnswered, DrawLapsed, DrawOpened, MatchEnded, TreasureWon, TurnBegan
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import Options
from pirates.captn_clever.state import State
from pirates.outcomes import Outcome
from tests.pirates.captn_clever.tables import PLAIN, asked, may_answer, seen, table
from tests.scenario import Scenario, given

DRAWS = ((0, "draw"), (1, "draw"), (2, "draw"))


def calm(rounds: int = 30, options: Options = PLAIN) -> State:
    """The last turn before so many rounds have passed without a treasure; it is seat 3's (index 2)."""
    return table(
        ("1 1-2", "pearl", "crown"),
        ("9 8-9", "anchor"),
        ("7 4-7", "sabre"),
        current=2,
        turn=rounds * 3,
        options=options,
    )


def open_story() -> Scenario:  # type: ignore[type-arg]
    return given(CLEVER, state=calm()).when_seat(2, "captain 4")


def test_c22_after_thirty_rounds_without_a_treasure_everybody_may_agree_to_a_draw() -> None:
    story = open_story().then_includes(TurnBegan(0, 91), DrawOpened(30))
    assert may_answer(story.state) == DRAWS
    assert asked(story.state) == ((0, "turn"),)


def test_c22_not_a_turn_earlier() -> None:
    story = given(CLEVER, state=replace(calm(), turn=89)).when_seat(2, "captain 4")
    assert may_answer(story.state) == ()
    story.when_seat(0, "draw yes").refused("no_draw_now")


def test_c22_the_rounds_count_from_the_last_treasure() -> None:
    story = given(CLEVER, state=replace(calm(), calm_since=1)).when_seat(2, "captain 4")
    assert may_answer(story.state) == ()


def test_c22_the_host_may_agree_on_another_number_of_rounds() -> None:
    story = given(CLEVER, state=calm(4, Options(draw_after=4))).when_seat(2, "captain 4")
    story.then_includes(DrawOpened(4))
    assert Options().draw_after == 30


def test_c22_nothing_is_forced_and_the_match_goes_on() -> None:
    story = open_story().when_seat(0, "draw no").then(DrawAnswered(0, agrees=False))
    story.when_seat(0, "ship 1-5 captain 5").then_includes(TurnBegan(1, 92))


def test_c22_once_all_agree_the_match_is_drawn_and_shared_by_all() -> None:
    story = open_story().when_seat(1, "draw yes").when_seat(2, "draw yes")
    assert [crew.draw for crew in seen(story.state, None).crews] == [None, True, True]
    story = story.when_seat(0, "draw yes")
    story.then(DrawAnswered(0, agrees=True), MatchEnded(Outcome((0, 1, 2), ((0, 1, 2),), (1, 0, 0), "draw")))
    assert CLEVER.decisions(story.state) == ()


def test_c22_consent_can_be_taken_back() -> None:
    story = open_story().when_seat(1, "draw yes").when_seat(2, "draw yes").when_seat(1, "draw no")
    assert story.when_seat(0, "draw yes").outcome is None


def test_c22_the_offer_lapses_as_soon_as_a_treasure_is_won() -> None:
    story = open_story().when_seat(1, "draw yes").when_seat(0, "captain 2")
    assert isinstance(story.events[1], TreasureWon)
    story.then_includes(DrawLapsed(), TurnBegan(1, 92))
    assert not [each for each in may_answer(story.state) if each[1] == "draw"]
    assert not story.state.draw_open
    assert all(crew.draw is None for crew in story.state.crews)
