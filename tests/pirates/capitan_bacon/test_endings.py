"""Running out, complete sets, and who wins."""

import pytest

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardsDrawn,
    DeckReshuffled,
    GalleonBoarded,
    IslandsLaid,
    MatchEnded,
    TurnBegan,
)
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.moves import Pass, SetStandingOrder
from pirates.capitan_bacon.pieces import Card, StandingOrder
from pirates.capitan_bacon.scoring import complete_set
from pirates.commands import Expire, Resolve
from tests.pirates.capitan_bacon.tables import cards, hand, seen, table
from tests.scenario import given


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("chest chest+piggy", "chest chest+piggy chest+barrel"),
        ("diamond diamond+gold", "diamond diamond+gold diamond+sack"),
        ("piggy piggy chest+piggy", "piggy piggy chest+piggy piggy+sack"),
        ("gold gold diamond+gold", "gold gold diamond+gold gold+sack"),
        ("barrel barrel barrel barrel", "barrel barrel barrel barrel gold+barrel"),
        ("sack sack sack piggy+sack", "sack sack sack piggy+sack gold+sack"),
    ],
)
def test_a_set_is_complete_with_the_listed_number_and_doubles_count_as_both(short: str, full: str) -> None:
    assert complete_set(hand(short)) is None
    assert complete_set(hand(full)) is not None


def test_whoever_completes_a_set_wins_at_once() -> None:
    story = given(BACON, state=table("boarding chest chest+piggy", "sack sack", "gold", galleon="chest+barrel gold"))
    outcome = story.when_seat(0, "boarding").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranking, outcome.reason) == ((0,), ((0,), (1,), (2,)), "set")


def test_b25_a_set_completed_outside_the_own_turn_wins_at_once() -> None:
    state = table("rod chest+barrel", "mirror chest chest+piggy", "gold gold")
    story = given(BACON, state=state).when_seat(0, "rod 2").when_seat(1, "mirror", dice=[0])
    assert story.outcome is not None
    assert (story.outcome.winners, story.outcome.reason) == ((1,), "set")


def test_b25_a_set_completed_by_the_draw_after_a_drop_ballast_wins_at_once() -> None:
    state = table("ballast map", "rod map", deck="piggy piggy chest+piggy piggy+sack map map")
    story = given(BACON, state=state).when_seat(0, "ballast 2").when_seat(1, "no mirror").when_seat(1, "arrange lots")
    story.then_includes(CardsDrawn(1, 4, cards("piggy piggy chest+piggy piggy+sack")))
    assert story.outcome is not None
    assert (story.outcome.winners, story.outcome.reason) == ((1,), "set")


def test_cards_enter_a_hand_one_at_a_time_so_that_the_first_complete_set_ends_the_match() -> None:
    state = table("piggy piggy piggy", "map", deck="piggy map map")
    story = given(BACON, state=state).when_seat(0, "pass")
    story.then_includes(CardsDrawn(0, 1, cards("piggy")))
    assert story.outcome is not None
    assert story.outcome.reason == "set"


def test_taking_the_last_galleon_card_ends_the_match() -> None:
    story = given(BACON, state=table("boarding", "sack sack", galleon="gold")).when_seat(0, "boarding")
    story.then_includes(GalleonBoarded(0, Card.GOLD, None))
    assert story.outcome is not None
    assert (story.outcome.winners, story.outcome.scores, story.outcome.reason) == ((1,), (1, 2), "galleon")


def test_b26_a_set_completed_by_the_last_galleon_card_comes_first() -> None:
    state = table("boarding chest chest+piggy", "sack sack gold+sack gold+barrel", galleon="chest+barrel")
    story = given(BACON, state=state).when_seat(0, "boarding")
    assert story.outcome is not None
    assert (story.outcome.winners, story.outcome.reason) == ((0,), "set")


def test_b26_a_set_completed_by_the_last_card_drawn_comes_before_the_run_out() -> None:
    story = given(BACON, state=table("piggy piggy piggy", "map", deck="piggy")).when_seat(0, "pass")
    assert story.outcome is not None
    assert story.outcome.reason == "set"


def test_a_card_that_cannot_be_drawn_ends_the_match() -> None:
    story = given(BACON, state=table("sack", "map", deck="rod")).when_seat(0, "pass")
    story.then_includes(CardsDrawn(0, 1, cards("rod")))
    assert story.outcome is not None
    assert (story.outcome.winners, story.outcome.reason) == ((0,), "run-out")


def test_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    story = given(BACON, state=table("map map map", "map", deck="rod", discard="shovel mirror"))
    story.when_seat(0, "pass", dice=[1]).then_includes(
        CardsDrawn(0, 1, cards("rod")),
        DeckReshuffled(cards("shovel mirror")),
        CardsDrawn(0, 1, cards("mirror")),
        TurnBegan(1, 2),
    )


def test_b21_without_islands_eight_new_ones_are_laid_at_once() -> None:
    state = table("shovel shovel", "map", islands="sack", deck="map map map map map map map map rod")
    story = given(BACON, state=state).when_seat(0, "shovel 1")
    story.then_includes(CardDiscarded(Card.SHOVEL), IslandsLaid((2, 3, 4, 5, 6, 7, 8, 9), cards("map " * 8)))
    assert story.state.current == 0
    assert not any(island.face for island in seen(story.state, 0).islands)


def test_b22_new_islands_are_laid_one_by_one_through_a_reshuffle() -> None:
    state = table("shovel shovel", "map", islands="sack", deck="map map map", discard="rod rod rod rod rod")
    story = given(BACON, state=state).when_seat(0, "shovel 1")
    laid = [event for event in story.events if isinstance(event, IslandsLaid)]
    assert [event.islands for event in laid] == [(2, 3, 4), (5, 6, 7, 8, 9)]


def test_b22_too_few_cards_for_new_islands_end_the_match() -> None:
    state = table("shovel shovel", "map", islands="sack", deck="map map map", discard="rod rod")
    story = given(BACON, state=state).when_seat(0, "shovel 1")
    assert story.outcome is not None
    assert story.outcome.reason == "run-out"


def test_b23_cards_drawn_after_a_drop_ballast_count_and_buried_ones_do_not() -> None:
    state = table("ballast map", "sack sack gold", "gold gold", deck="barrel rod")
    story = given(BACON, state=state).when_seat(0, "ballast 2").when_seat(1, "no mirror").when_seat(1, "arrange lots")
    assert story.outcome is not None
    assert (story.outcome.winners, story.outcome.scores, story.outcome.reason) == ((2,), (0, 1, 2), "run-out")


def test_b24_a_drop_ballast_is_not_shuffled_in_for_its_own_draw_but_a_mirror_is() -> None:
    state = table("ballast map rod", "mirror", "map", deck="map map")
    story = given(BACON, state=state).when_seat(0, "ballast 2").when_seat(1, "mirror").when_seat(0, "arrange lots")
    story.then_includes(DeckReshuffled(cards("mirror")), CardsDrawn(0, 1, cards("mirror")))


def test_b24_a_shovel_that_took_the_last_island_is_shuffled_in() -> None:
    state = table("shovel shovel", "map", islands="sack", deck="map map map map map map map")
    story = given(BACON, state=state).when_seat(0, "shovel 1")
    story.then_includes(DeckReshuffled(cards("shovel")))
    assert story.outcome is None


def test_b27_doubles_count_two_and_most_treasures_in_hand_win() -> None:
    state = table("boarding", "gold+sack piggy", "sack sack", galleon="gold", islands="chest+piggy")
    outcome = given(BACON, state=state).when_seat(0, "boarding").outcome
    assert outcome is not None
    assert outcome.scores == (1, 3, 2)
    assert outcome.ranking == ((1,), (2,), (0,))


def test_b27_a_tie_shares_the_win() -> None:
    state = table("boarding", "gold+sack", "sack sack", galleon="gold")
    outcome = given(BACON, state=state).when_seat(0, "boarding").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ((1, 2), ((1, 2), (0,)))


def test_six_hands_are_counted_regardless_of_kind() -> None:
    hands = "boarding gold+sack barrel sack", "barrel sack sack", "sack barrel gold", "gold+sack sack barrel"
    state = table(*hands, "gold+barrel piggy+sack sack", "gold+sack piggy+barrel chest+piggy", galleon="diamond")
    outcome = given(BACON, state=state).when_seat(0, "boarding").outcome
    assert outcome is not None
    assert outcome.scores == (5, 3, 3, 4, 5, 6)
    assert outcome.ranking == ((5,), (0, 4), (3,), (1, 2))


def test_once_over_all_hands_lie_open_and_nothing_more_is_played() -> None:
    story = given(BACON, state=table("boarding", "sack sack", galleon="gold")).when_seat(0, "boarding")
    assert seen(story.state, None).hands == (hand("gold"), hand("sack sack"))
    assert isinstance(story.events[-1], MatchEnded)
    assert BACON.decisions(story.state) == ()
    for command in (Pass(0), Expire(0, "1.1:turn"), Resolve("x"), SetStandingOrder(1, StandingOrder("never"))):
        story.when(command).refused("match_over")
