"""Scoring, ties, and the longer game."""

import pytest
from msgspec.structs import replace

from pirates.guns_or_treasure.events.building import CardsDrawn, GameBegan
from pirates.guns_or_treasure.events.marauding import CaptainFlipped, GameScored, MatchEnded
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import SHIP_CARDS, Captain, Options
from pirates.guns_or_treasure.scoring import outcome_of_match, ranked
from pirates.guns_or_treasure.state import State
from tests.pirates.guns_or_treasure.tables import asked, cards, hand, marauding, seen, started
from tests.scenario import Scenario, given

LONGER = Options(longer=True)


def ending(*stashes: str, order: tuple[int, ...], options: Options = Options()) -> Scenario[State]:  # noqa: B008
    """Let seat 1 bring home its last, empty ship: the stashes decide."""
    fleets = ["g1 g1", *[""] * (len(stashes) - 1)]
    state = marauding(*fleets, is_later=True, options=options)
    state = replace(state, stashes=tuple(hand(words) for words in stashes), order=order)
    return given(GUNS, state=state).when_seat(0, "retreat 1")


def test_the_most_treasure_in_the_stash_wins() -> None:
    story = ending("t1 t1", "t5", "t1", order=(0, 1, 2))
    assert story.outcome is not None
    assert story.outcome.winners == (1,)
    assert story.outcome.ranking == ((1,), (0,), (2,))
    assert story.outcome.scores == (2, 5, 1)
    assert story.outcome.reason == "treasure"


def test_a_tie_goes_to_the_most_treasure_cards() -> None:
    story = ending("t2 t3", "t5", "t1 t2 t2", order=(1, 2, 0))
    assert story.outcome is not None
    assert story.outcome.ranking == ((2,), (0,), (1,))
    assert story.outcome.reason == "treasure-cards"


def test_then_to_who_went_first_in_the_marauding() -> None:
    story = ending("t2 t3", "t1 t4", "t1", order=(1, 2, 0))
    assert story.outcome is not None
    assert story.outcome.winners == (1,)
    assert story.outcome.reason == "turn-order"


def test_g17_if_none_of_them_went_first_the_earlier_in_turn_order_wins() -> None:
    story = ending("t2 t3", "t1 t4", "t1", order=(2, 0, 1))
    assert story.outcome is not None
    assert story.outcome.ranking == ((0,), (1,), (2,))


def test_all_without_treasure_are_told_apart_by_turn_order() -> None:
    assert ranked(((), ()), (0, 0), (1, 0)) == ((1, 0), "turn-order")


def test_stashes_are_opened_at_scoring() -> None:
    story = ending("t2 t3", "t5", "t1", order=(0, 1, 2))
    story.then_includes(
        GameScored(1, (cards("t2 t3"), cards("t5"), cards("t1")), (5, 5, 1), (0, 1, 2), "treasure-cards")
    )
    assert seen(story.state, None).results[0].stashes == (cards("t2 t3"), cards("t5"), cards("t1"))


def test_g19_the_longer_game_goes_on_until_somebody_has_won_two() -> None:
    story = ending("t5", "t1", order=(0, 1), options=LONGER)
    assert story.outcome is None
    assert story.state.wins == (1, 0)
    assert story.state.game == 2
    assert asked(story.state) == ((0, "build"), (1, "build"))


def test_g19_the_next_game_begins_with_all_cards_and_the_winner_leads() -> None:
    story = ending("t1", "t5", order=(0, 1), options=LONGER)
    begun = next(event for event in story.events if isinstance(event, GameBegan))
    assert (begun.game, begun.leader) == (2, 1)
    assert sorted(begun.deck or ()) == sorted(SHIP_CARDS)
    assert [event.count for event in story.events if isinstance(event, CardsDrawn)] == [6, 6]
    assert story.state.stashes == ((), ())
    assert story.state.fleets == ((), ())


def test_g19_the_second_win_ends_the_match() -> None:
    state = marauding("g1 g1", "", is_later=True, options=LONGER)
    state = replace(state, wins=(1, 1), stashes=(hand("t1"), hand("t5")), game=3)
    story = given(GUNS, state=state).when_seat(0, "retreat 1")
    assert story.events[-1] == MatchEnded(outcome_of_match((1, 2)))
    assert story.outcome is not None
    assert (story.outcome.winners, story.outcome.scores, story.outcome.reason) == ((1,), (1, 2), "two-wins")


def test_g19_all_begin_with_side_a_and_the_winner_of_a_game_flips_the_captain() -> None:
    assert started(3, Options(longer=True, captains=True)).sides == ("a", "a", "a")
    crew = {Captain.HETTY: "a", Captain.OSRIC: "a"}
    state = marauding("g1 g1", "", is_later=True, options=Options(longer=True, captains=True), crew=crew)  # type: ignore[arg-type]
    state = replace(state, stashes=(hand("t1"), hand("t5")))
    story = given(GUNS, state=state).when_seat(0, "retreat 1")
    story.then_includes(CaptainFlipped(1, "b"))
    assert story.state.sides == ("a", "b")
    assert story.state.captains == state.captains


def test_g19_without_captains_wins_are_counted_just_so() -> None:
    story = ending("t1", "t5", order=(0, 1), options=LONGER)
    assert not [event for event in story.events if isinstance(event, CaptainFlipped)]


@pytest.mark.parametrize(("wins", "ranking"), [((2, 1, 0), ((0,), (1,), (2,))), ((0, 2, 0), ((1,), (0, 2)))])
def test_the_others_are_ranked_by_their_wins(wins: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]) -> None:
    assert outcome_of_match(wins).ranking == ranking
