"""Setting up: decks, hands, first player, and the house lists."""

from collections import Counter

import pytest

from pirates.commands import Expire, Resolve, Start
from pirates.dice import SeededDice
from pirates.long_live_the_captain.events import BatchDrawn, EventRevealed, RoundBegan, Started
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import (
    EVENT_CARDS,
    HOME_CARDS,
    PIRATES,
    RESOURCE_COPIES,
    STARTING_HAND,
    Card,
    Options,
)
from pirates.long_live_the_captain.view import View
from tests.pirates.long_live_the_captain.tables import asked, started
from tests.scenario import given

WEIGHTS = {Card.FISH: 2, Card.GUNPOWDER: 2, Card.GOLD: 3, Card.SILK: 3, Card.POISON: 5}


def test_there_are_130_resources_36_pirates_and_20_event_cards() -> None:
    assert dict(RESOURCE_COPIES) == {"map": 8, "poison": 9, "silk": 25, "gold": 23, "gunpowder": 30, "fish": 35}
    assert (sum(RESOURCE_COPIES.values()), len(PIRATES), len(EVENT_CARDS)) == (130, 36, 20)


def test_everybody_has_five_bribe_cards_and_five_rotten_apples() -> None:
    assert Counter(HOME_CARDS) == {"apple": 5, "bribe1": 1, "bribe2": 1, "bribe3": 1, "bribe4": 1, "bribe5": 1}


def test_everybody_takes_one_of_each_resource_and_the_rest_is_the_deck() -> None:
    state = started(4, Options(first=0))
    assert set(state.hands) == {STARTING_HAND}
    assert Counter(STARTING_HAND) - Counter(HOME_CARDS) == dict.fromkeys(RESOURCE_COPIES, 1)
    assert len(state.deck) + len(state.batch) == 130 - 4 * 6


def test_all_three_decks_are_shuffled() -> None:
    one, two = started(4, seed=b"one"), started(4, seed=b"two")
    assert one.deck != two.deck
    assert one.pirate_deck != two.pirate_deck
    assert one.event_deck != two.event_deck


def test_l37_the_host_may_name_the_first_player() -> None:
    story = given(LIVE_LONG).when(Start(Options(first=2), 3))
    assert story.state.first == 2
    assert asked(story.state) == ((2, "deal"),)


def test_l37_lots_name_the_first_player_if_the_host_does_not() -> None:
    assert {started(3, seed=bytes([seed])).first for seed in range(40)} == {0, 1, 2}


def test_l37_a_first_player_who_does_not_sit_here_is_refused() -> None:
    given(LIVE_LONG).when(Start(Options(first=4), 3)).refused("unknown_first")


@pytest.mark.parametrize("seats", [-1, 0, 2, 6])
def test_three_to_five_can_play(seats: int) -> None:
    given(LIVE_LONG).when(Start(Options(), seats)).refused("wrong_seats")


def test_a_match_starts_once_and_nothing_happens_before() -> None:
    given(LIVE_LONG).when(Expire(0, "1.1:deal")).refused("not_started")
    given(LIVE_LONG, state=started(3)).when(Start(Options(), 3)).refused("already_started")
    given(LIVE_LONG, state=started(3)).when(Resolve("1:reveal")).refused("nothing_to_resolve")


def test_the_start_tells_only_what_lies_open() -> None:
    events = LIVE_LONG.decide(None, Start(Options(first=1), 3), SeededDice(b"start", 1))
    assert [type(event) for event in events][:3] == [Started, RoundBegan, EventRevealed]
    assert isinstance(events[-1], BatchDrawn)


def test_without_event_cards_none_is_ever_revealed() -> None:
    state = started(3, Options(events=False))
    assert state.event is None
    assert state.event_deck == ()


def test_the_house_pirates_want_two_cards_at_least_of_three_kinds_at_most_and_no_map() -> None:
    for pirate in PIRATES.values():
        assert sum(need.count for need in pirate.needs) >= 2
        assert len(pirate.needs) <= 3
        assert all(need.card is not Card.MAP for need in pirate.needs)


def test_the_house_pirates_all_differ_and_their_points_follow_what_they_want() -> None:
    assert len({pirate.needs for pirate in PIRATES.values()}) == len({pirate.name for pirate in PIRATES.values()}) == 36
    for pirate in PIRATES.values():
        weight = sum(WEIGHTS[need.card] * need.count for need in pirate.needs)
        assert pirate.points == (weight + 1) // 2


def test_the_house_pirates_add_up() -> None:
    wants: Counter[Card] = Counter()
    for pirate in PIRATES.values():
        wants.update({need.card: need.count for need in pirate.needs})
    assert wants == {"fish": 35, "gunpowder": 30, "gold": 22, "silk": 25, "poison": 6}
    assert sum(pirate.points for pirate in PIRATES.values()) == 161
    assert sum(all(need.card is not Card.POISON for need in pirate.needs) for pirate in PIRATES.values()) == 30


def test_the_house_events_change_each_common_resource_up_and_down_once() -> None:
    changes = {(card.changed, card.by) for card in EVENT_CARDS.values() if card.changed}
    assert changes == {(card, by) for card in ("silk", "gold", "gunpowder", "fish") for by in (1, -1)}
    assert [EVENT_CARDS[number].changed for number in range(1, 9)] == [
        card for card in ("silk", "gold", "gunpowder", "fish") for _ in (1, -1)
    ]


def test_l39_hands_are_secret_and_crews_are_open() -> None:
    state = started(3)
    assert LIVE_LONG.view(state, None).hand is None
    assert LIVE_LONG.view(state, 1).hand is not None
    assert LIVE_LONG.view(state, 1).hands is None
    assert len(LIVE_LONG.view(state, None).crews) == 3
    assert "deck" not in View.__struct_fields__
