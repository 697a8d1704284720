"""Setting up: cards, captains, hands, leader."""

from collections import Counter

import pytest

from pirates.commands import Expire, Start
from pirates.dice import SeededDice
from pirates.events import redact
from pirates.guns_or_treasure.events.building import CardsDrawn, GameBegan, RoundBegan, SidesShown, Started
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import POWERS, SEATS, SHIP_CARDS, Captain, Options
from tests.pirates.guns_or_treasure.tables import asked, closed, seen, started
from tests.scenario import given

CAPTAINS = Options(captains=True)


def test_there_are_90_ship_cards_and_8_captains_with_a_power_on_each_side() -> None:
    assert len(SHIP_CARDS) == 90
    assert len(Captain) == 8
    assert all(set(POWERS[captain]) == {"a", "b"} for captain in Captain)


def test_the_house_counts_of_guns_treasure_and_bombs() -> None:
    copies = Counter(SHIP_CARDS)
    assert [copies[card] for card in ("g1", "g2", "g3", "g4", "g5")] == [9, 9, 8, 8, 8]  # type: ignore[index]
    assert [copies[card] for card in ("t1", "t2", "t3", "t4", "t5")] == [9, 9, 8, 8, 8]  # type: ignore[index]
    assert copies["b"] == 6  # type: ignore[index]
    assert sum(card.guns for card in SHIP_CARDS) == sum(card.treasure for card in SHIP_CARDS) == 123


def test_six_cards_are_dealt_to_each_and_the_rest_is_the_deck() -> None:
    for seats in SEATS:
        state = started(seats)
        assert [len(hand) for hand in state.hands] == [6] * seats
        assert len(state.deck) == 90 - 6 * seats


def test_the_cards_are_shuffled() -> None:
    assert started(2, seed=b"one").deck != started(2, seed=b"two").deck


def test_the_simpler_game_without_captains_is_the_default() -> None:
    assert Options() == Options(captains=False, longer=False, bluff=False, captured_treasure=False, armada=False)
    assert started(3).captains == ()
    assert asked(started(3)) == ((0, "build"), (1, "build"), (2, "build"))


def test_each_player_is_dealt_a_captain_of_their_own() -> None:
    state = started(6, CAPTAINS)
    assert len(set(state.captains)) == 6
    assert started(6, CAPTAINS, seed=b"other").captains != state.captains


def test_each_player_chooses_a_side_and_all_captains_are_shown_together() -> None:
    story = given(GUNS, state=started(3, CAPTAINS))
    assert asked(story.state) == ((0, "sides"), (1, "sides"), (2, "sides"))
    assert all(hand == () for hand in story.state.hands)
    half = story.when_seat(0, "side b").when_seat(2, "side a")
    assert [captain.side for captain in seen(half.state, 0).captains] == [None, None, None]
    shown = closed(story, "side b", "side a", "side b")
    assert shown.events[0] == SidesShown(("b", "a", "b"))
    assert [captain.side for captain in seen(shown.state, None).captains] == ["b", "a", "b"]
    assert asked(shown.state) == ((0, "build"), (1, "build"), (2, "build"))


def test_the_start_is_told_without_a_word_on_what_lies_hidden() -> None:
    events = GUNS.decide(None, Start(Options(), 2), SeededDice(b"start", 1))
    assert [type(event) for event in events] == [Started, GameBegan, RoundBegan, CardsDrawn, CardsDrawn]
    begun = redact(events[1], 0)
    assert isinstance(begun, GameBegan)
    assert begun.deck is None


def test_g18_the_host_may_name_the_leader() -> None:
    assert started(4, Options(leader=2)).leader == 2


def test_g18_lots_name_the_leader_if_the_host_does_not() -> None:
    assert {started(3, seed=bytes([seed])).leader for seed in range(40)} == {0, 1, 2}


def test_g18_a_leader_who_does_not_sit_here_is_refused() -> None:
    given(GUNS).when(Start(Options(leader=4), 3)).refused("unknown_leader")


@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    given(GUNS).when(Start(Options(), seats)).refused("wrong_seats")


@pytest.mark.parametrize("bluff", [False, True])
def test_g28_the_armada_needs_a_table_of_five_or_fewer(bluff: bool) -> None:
    given(GUNS).when(Start(Options(armada=True, bluff=bluff), 6)).refused("no_armada")
    assert started(5, Options(armada=True, bluff=bluff)).options.armada


def test_a_match_starts_once_and_nothing_happens_before() -> None:
    given(GUNS).when(Expire(0, "1.round1:build:seat1.0")).refused("not_started")
    given(GUNS, state=started(2)).when(Start(Options(), 2)).refused("already_started")
