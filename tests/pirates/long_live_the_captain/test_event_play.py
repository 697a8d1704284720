"""Event cards that change how a round is played: 09, 11, 12, 14, 15 and 17."""

import pytest
from msgspec.structs import replace

from pirates.commands import Resolve
from pirates.events import redact
from pirates.long_live_the_captain.events import (
    BatchDrawn,
    BribesRevealed,
    CardsTaken,
    EventRevealed,
    PirateSettled,
    PiratesRevealed,
    PiratesShuffled,
    RoundBegan,
)
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import HOME_CARDS, Verdict
from pirates.long_live_the_captain.state import State
from tests.pirates.long_live_the_captain.tables import (
    CODD,
    NED,
    SALLY,
    TOM,
    cards,
    dealing,
    last_round,
    resolved,
    resources,
    settled,
    table,
)
from tests.scenario import Scenario, given

NOTHING = ("none", "none", "none")


def next_round(state: State, event: int) -> Scenario[State]:
    """Go on to a round with that event."""
    return resolved(replace(state, event_deck=(event,)), *["none"] * state.seats)


def test_l18_event_09_takes_two_cards_by_lots_from_the_right_before_anything_is_dealt() -> None:
    story = next_round(table("gold gold", "silk silk", "map map"), 9)
    kinds = [type(event) for event in story.events]
    assert kinds.index(EventRevealed) < kinds.index(CardsTaken) < kinds.index(BatchDrawn)
    assert [resources(story.state, seat) for seat in range(3)] == [
        cards(each) for each in ("map map", "gold gold", "silk silk")
    ]


def test_l18_all_take_from_hands_as_they_stood() -> None:
    story = next_round(table("gold gold gold", "", "map"), 9)
    story.then_includes(
        CardsTaken(1, 0, 2, cards("gold gold")), CardsTaken(2, 1, 0, ()), CardsTaken(0, 2, 1, cards("map"))
    )


def test_l18_event_09_takes_neither_apples_nor_bribe_cards() -> None:
    story = next_round(table("", "", ""), 9)
    assert all(event.count == 0 for event in story.events if isinstance(event, CardsTaken))
    assert set(story.state.hands) == {HOME_CARDS}


def test_l18_only_the_two_know_what_was_taken() -> None:
    taken = CardsTaken(1, 0, 2, cards("gold map"))
    assert [redact(taken, viewer).cards is not None for viewer in (0, 1, 2, None)] == [True, True, False, False]


def test_l20_event_11_shuffles_after_the_reveal_and_piles_keep_their_numbers() -> None:
    state = table("fish fish", "gunpowder gunpowder", "", pirates=(NED, TOM, SALLY, CODD), event=11)
    story = resolved(last_round(state), "1: fish fish", "1: gunpowder gunpowder", "none", dice=[3, 2, 0])
    story.then_includes(
        BribesRevealed(story.events[0].plans),  # type: ignore[attr-defined]
        PiratesShuffled((TOM, NED, SALLY, CODD)),
    )
    made = settled(story)
    assert (made.pirate, made.verdict, made.winner) == (TOM, Verdict.ALONE, 1)


def test_l21_event_11_gives_losers_their_resources_back() -> None:
    state = table("fish fish fish", "fish fish gold", "", event=11)
    story = resolved(last_round(state), "1: fish fish fish", "1: fish fish gold", "none", dice=[3, 2, 1])
    assert settled(story).winner == 0
    assert resources(story.state, 0) == ()
    assert resources(story.state, 1) == cards("fish fish gold")


def test_l21_event_11_gives_all_back_on_a_tie_or_when_nobody_pays() -> None:
    state = table("fish fish silk", "fish fish", "gold", event=11)
    story = resolved(last_round(state), "1: fish fish; 2: silk", "1: fish fish", "3: gold", dice=[3, 2, 1])
    assert settled(story).verdict is Verdict.TIED
    assert [resources(story.state, seat) for seat in range(3)] == [
        cards(each) for each in ("fish fish silk", "fish fish", "gold")
    ]
    assert story.state.discard == ()


def test_l21_event_11_keeps_only_poison_that_killed() -> None:
    state = table("poison gold", "fish fish", "", event=11)
    story = resolved(last_round(state), "1: poison gold", "1: fish fish", "none", dice=[3, 2, 1])
    assert settled(story).verdict is Verdict.POISONED
    assert story.state.discard == cards("poison")
    assert resources(story.state, 0) == cards("gold")
    assert resources(story.state, 1) == cards("fish fish")


def test_l22_event_11_points_won_at_an_earlier_place_count_later() -> None:
    state = table("fish fish fish gunpowder", "fish gunpowder", "", pirates=(SALLY, NED, TOM, CODD), event=11)
    plans = ("1: fish fish; 2: fish gunpowder", "2: fish gunpowder", "none")
    story = resolved(last_round(state), *plans, dice=[3, 2, 0])
    assert [settled(story, place).pirate for place in (1, 2)] == [NED, SALLY]
    made = settled(story, 2)
    assert (made.verdict, made.winner) == (Verdict.SMALLEST_CREW, 1)


def test_l23_event_12_deals_two_instead_of_five() -> None:
    story = next_round(table("", "", ""), 12)
    assert story.events[-1] == BatchDrawn(1, 2, cards("fish fish"))
    story = story.when_seat(1, "deal 1").when_seat(1, "deal 2")
    assert [len(resources(story.state, seat)) for seat in range(3)] == [2, 2, 2]


def test_l25_event_14_a_lone_bribe_comes_back_win_or_lose() -> None:
    state = table("fish fish", "silk", "", event=14)
    story = resolved(last_round(state), "1: fish fish", "2: silk", "none")
    assert [settled(story, place).winner for place in (1, 2)] == [0, None]
    assert [resources(story.state, seat) for seat in (0, 1)] == [cards("fish fish"), cards("silk")]
    assert story.state.discard == ()


def test_l25_event_14_bribes_of_two_players_are_spent() -> None:
    state = table("fish fish", "silk", "", event=14)
    story = resolved(last_round(state), "1: fish fish", "1: silk", "none")
    assert sorted(story.state.discard) == sorted(cards("fish fish silk"))


def test_l25_event_14_apples_do_not_make_a_second_bribe_and_unwanted_cards_do() -> None:
    for other, spent in (("1: apple", ""), ("1: nothing", ""), ("1: gold", "fish fish gold")):
        story = resolved(last_round(table("fish fish", "gold", "", event=14)), "1: fish fish", other, "none")
        assert sorted(story.state.discard) == sorted(cards(spent))


def test_l25_event_14_a_lone_poison_kills_and_comes_back() -> None:
    story = resolved(last_round(table("poison", "", "", event=14)), "1: poison", "none", "none")
    assert settled(story).verdict is Verdict.POISONED
    assert resources(story.state, 0) == cards("poison")


def test_l26_event_15_allows_one_pile() -> None:
    state = table("fish fish silk", "", "", event=15)
    given(LIVE_LONG, state=state).when_seat(0, "bribe 1: fish; 2: fish").refused("too_many_piles")
    given(LIVE_LONG, state=state).when_seat(0, "bribe 1: 2 fish").then_includes()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_l30_event_17_shows_two_pirates_at_any_number_of_players(seats: int) -> None:
    state = dealing(*[""] * seats, deck="gold " * 30, event=17, pirates=(5, 6, 7, 8, 9))
    for seat in range(1, seats):
        state = given(LIVE_LONG, state=state).when_seat(0, f"deal {seat + 1}").state
    assert state.pirates == (5, 6)
    assert state.pirate_deck == (9, 8, 7)


def test_l30_event_17_only_two_pirates_choose() -> None:
    state = table("fish fish", "", "", pirates=(NED, SALLY), event=17)
    story = resolved(state, "1: fish fish", "none", "none")
    assert len([event for event in story.events if isinstance(event, PirateSettled)]) == 2


def test_the_event_card_is_turned_up_first_and_leaves_the_game_with_its_round() -> None:
    story = next_round(table("", "", "", event=12), 19)
    assert story.state.spent_events == (12,)
    assert story.state.event == 19
    kinds = [type(event) for event in story.events]
    assert kinds.index(RoundBegan) + 1 == kinds.index(EventRevealed)


def test_an_event_does_not_outlast_its_round() -> None:
    story = next_round(table("", "", "", event=12), 19)
    assert isinstance(story.events[-1], BatchDrawn)
    assert story.events[-1].count == 5


def test_pirates_come_after_the_dealing() -> None:
    story = next_round(table("", "", ""), 19)
    assert not any(isinstance(event, PiratesRevealed) for event in story.events)
    story = story.when_seat(1, "deal 1").when_seat(1, "deal 2")
    assert any(isinstance(event, PiratesRevealed) for event in story.events)


def test_the_clock_reveals_only_once() -> None:
    story = resolved(table("", "", ""), *NOTHING)
    story.when(Resolve("1:reveal")).refused("nothing_to_resolve")
