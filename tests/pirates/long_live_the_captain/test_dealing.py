"""Dealing: batch by batch, by the first player."""

import pytest

from pirates.commands import Expire
from pirates.events import redact
from pirates.long_live_the_captain.events import (
    BatchDealt,
    BatchDrawn,
    BatchShown,
    BatchShownTo,
    DeckReshuffled,
    PiratesRevealed,
    SupplyRanOut,
)
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.state import Phase
from tests.pirates.long_live_the_captain.tables import asked, cards, dealing, resources, started
from tests.scenario import given

DECK = "map gold gold gold fish " + "silk " * 5 + "gunpowder " * 5
FIRST = cards("map gold gold gold fish")


def test_l1_the_first_player_draws_five_and_alone_sees_them() -> None:
    state = started(3)
    batches = [LIVE_LONG.view(state, viewer).batch for viewer in (0, 1, 2, None)]
    assert [batch is not None for batch in batches] == [viewer == state.first for viewer in (0, 1, 2, None)]
    assert {LIVE_LONG.view(state, viewer).batch_size for viewer in (0, 1, 2, None)} == {5}


def test_l1_the_first_player_names_who_gets_the_whole_batch() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "deal 2")
    story.then(BatchDealt(0, 1, 5, FIRST), BatchDrawn(0, 5, cards("silk " * 5)))
    assert resources(story.state, 1) == FIRST


def test_l1_the_first_player_may_keep_a_batch() -> None:
    given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "deal me").then_includes(
        BatchDealt(0, 0, 5, FIRST)
    )


def test_l1_nobody_gets_two_batches() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "deal 2")
    story.when_seat(0, "deal 2").refused("has_a_batch")


def test_l1_the_last_batch_is_forced_and_then_the_pirates_come() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "deal 2").when_seat(0, "deal 3")
    assert story.events[:4] == (
        BatchDealt(0, 2, 5, cards("silk " * 5)),
        BatchDrawn(0, 5, cards("gunpowder " * 5)),
        BatchDealt(0, 0, 5, cards("gunpowder " * 5)),
        PiratesRevealed((1, 2, 3, 4)),
    )


def test_only_giver_and_receiver_know_what_was_dealt() -> None:
    dealt = BatchDealt(0, 1, 5, FIRST)
    assert [redact(dealt, viewer).cards is not None for viewer in (0, 1, 2, None)] == [True, True, False, False]


def test_a_batch_may_be_shown_to_all_before_it_is_dealt() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "show").then(BatchShown(0, FIRST))
    assert {LIVE_LONG.view(story.state, viewer).batch is not None for viewer in (0, 1, 2, None)} == {True}
    story.when_seat(0, "show").refused("already_shown")


def test_a_batch_may_be_shown_to_one_player_alone() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "show 3")
    story.then(BatchShownTo(0, 2, FIRST))
    shown = [LIVE_LONG.view(story.state, viewer).batch is not None for viewer in (0, 1, 2, None)]
    assert shown == [True, False, True, False]
    story.when_seat(0, "show 3").refused("cannot_be_shown")
    story.when_seat(0, "show 1").refused("cannot_be_shown")


def test_what_was_shown_is_not_the_next_batch() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "show").when_seat(0, "deal 2")
    assert LIVE_LONG.view(story.state, 2).batch is None


def test_resources_once_given_cannot_be_given_again() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "deal 2")
    assert story.state.served == (1,)
    assert [LIVE_LONG.write(move) for move in LIVE_LONG.legal_moves(story.state, 0)] == [
        "deal 1",
        "deal 3",
        "deal lots",
        "show",
        "show 2",
        "show 3",
    ]


def test_time_running_out_deals_by_lots() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when(Expire(0, "1.1:deal"), dice=[2])
    story.then_includes(BatchDealt(0, 2, 5, FIRST))


def test_only_the_first_player_deals() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK))
    story.when_seat(1, "deal 2").refused("not_first")
    story.when_seat(0, "bribe none").refused("wrong_moment")


def test_l2_a_short_deck_is_filled_up_from_the_discards() -> None:
    state = dealing("", "", "", deck="gold " * 5 + "silk", discard="fish fish fish fish fish fish")
    story = given(LIVE_LONG, state=state).when_seat(0, "deal 1", dice=[0, 0, 0, 0, 0])
    story.then_includes(DeckReshuffled(tuple(cards("fish " * 6))), BatchDrawn(0, 5, cards("silk fish fish fish fish")))
    assert len(story.state.deck) == 2
    assert story.state.discard == ()


def test_l2_without_any_card_the_batch_is_what_there_is_even_none() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck="gold " * 5 + "silk silk")).when_seat(0, "deal 1")
    story.then_includes(BatchDrawn(0, 2, cards("silk silk")))
    story = story.when_seat(0, "deal 2").then_includes(BatchDealt(0, 1, 2, cards("silk silk")), SupplyRanOut())
    assert story.state.phase is Phase.BRIBE


@pytest.mark.parametrize(("seats", "shown"), [(3, 4), (4, 4), (5, 5)])
def test_four_pirates_are_shown_and_five_in_a_game_of_five(seats: int, shown: int) -> None:
    state = dealing(*([""] * seats), deck="gold " * 30)
    for seat in range(1, seats):
        state = given(LIVE_LONG, state=state).when_seat(0, f"deal {seat + 1}").state
    assert len(state.pirates) == shown
    assert state.pirates == tuple(range(1, shown + 1))


def test_all_are_asked_for_bribes_once_the_pirates_lie_open() -> None:
    story = given(LIVE_LONG, state=dealing("", "", "", deck=DECK)).when_seat(0, "deal 2").when_seat(0, "deal 3")
    assert asked(story.state) == ((0, "bribe"), (1, "bribe"), (2, "bribe"))
