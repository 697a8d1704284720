"""Setting up: decks, Islands, hands, starter."""

from collections import Counter

import pytest

from pirates.capitan_bacon.events import HandDealt, Started, TurnBegan
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.pieces import GALLEON, NEEDED, PIRATE_DECK, TREASURES_ON, Card, Options, Treasure, pile_of
from pirates.commands import Expire, Start
from pirates.dice import SeededDice
from tests.pirates.capitan_bacon.tables import asked, seen, started
from tests.scenario import given


def treasures_of(pile: dict[Card, int]) -> Counter[Treasure]:
    return Counter(kind for card in pile_of(pile) for kind in TREASURES_ON[card])


def test_there_are_56_pirate_cards_and_16_galleon_cards() -> None:
    assert len(pile_of(PIRATE_DECK)) == 56
    assert len(pile_of(GALLEON)) == 16


def test_the_treasures_are_shared_out_between_the_decks_as_listed() -> None:
    assert treasures_of(dict(PIRATE_DECK)) == {"piggy": 1, "gold": 1, "barrel": 3, "sack": 3}
    assert treasures_of(dict(GALLEON)) == {"chest": 3, "diamond": 3, "piggy": 4, "gold": 4, "barrel": 5, "sack": 5}
    assert dict(NEEDED) == {"chest": 3, "diamond": 3, "piggy": 4, "gold": 4, "barrel": 5, "sack": 5}


def test_the_house_galleon_has_eight_different_doubles_and_favours_no_twin() -> None:
    doubles = [card for card in pile_of(GALLEON) if len(TREASURES_ON[card]) == 2]
    twin = {"chest": "diamond", "piggy": "gold", "barrel": "sack"}
    twin |= {there: here for here, there in twin.items()}
    swapped = Counter(frozenset(twin[kind] for kind in TREASURES_ON[card]) for card in pile_of(GALLEON))
    assert len(set(doubles)) == len(doubles) == 8
    assert swapped == Counter(frozenset(map(str, TREASURES_ON[card])) for card in pile_of(GALLEON))


def test_eight_islands_are_laid_and_five_cards_dealt_to_each() -> None:
    state = started(4)
    assert [island.number for island in state.islands] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [len(hand) for hand in state.hands] == [5, 5, 5, 5]
    assert len(state.deck) == 56 - 8 - 4 * 5


def test_the_galleon_lies_face_up_so_that_all_see_its_top_card() -> None:
    state = started(3)
    assert all(seen(state, viewer).top_card == state.galleon[-1] for viewer in (0, 1, 2, None))


def test_all_cards_come_from_shuffled_decks() -> None:
    first, second = started(2, seed=b"one"), started(2, seed=b"two")
    assert first.galleon != second.galleon
    assert first.deck != second.deck


def test_b28_the_host_may_name_who_starts() -> None:
    story = given(BACON).when(Start(Options(starter=2), 3))
    assert story.state.starter == story.state.current == 2
    assert story.events[-1] == TurnBegan(2, 1)
    assert asked(story.state) == ((2, "turn"),)


def test_b28_lots_name_the_starter_if_the_host_does_not() -> None:
    starters = {started(3, seed=bytes([seed])).starter for seed in range(40)}
    assert starters == {0, 1, 2}


def test_b28_a_starter_who_does_not_sit_here_is_refused() -> None:
    given(BACON).when(Start(Options(starter=4), 3)).refused("unknown_starter")


@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    given(BACON).when(Start(Options(), seats)).refused("wrong_seats")


def test_a_match_starts_once_and_nothing_happens_before() -> None:
    given(BACON).when(Expire(0, "1.1:turn")).refused("not_started")
    given(BACON, state=started(2)).when(Start(Options(), 2)).refused("already_started")


def test_the_start_is_told_without_a_word_on_what_lies_hidden() -> None:
    events = BACON.decide(None, Start(Options(), 2), SeededDice(b"start", 1))
    assert [type(event) for event in events] == [Started, HandDealt, HandDealt, TurnBegan]
