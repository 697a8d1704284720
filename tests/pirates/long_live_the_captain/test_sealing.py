"""Sealing: what may be sealed, and when the bribes are revealed."""

import pytest

from pirates.commands import Expire, Resolve
from pirates.decisions import open_to
from pirates.long_live_the_captain.events import BribesRevealed, BribesRevised, BribesSealed
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.moves import SealBribes
from pirates.long_live_the_captain.pieces import BRIBE_CARDS, Pile
from tests.pirates.long_live_the_captain.tables import asked, cards, hand, resources, sealed, table
from tests.scenario import given

STATE = table("fish fish silk", "gold", "map")


def test_a_player_may_make_two_piles() -> None:
    story = given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: 2 fish; 3: silk apple")
    story.then(BribesSealed(0, (Pile(1, cards("fish fish")), Pile(3, cards("silk apple")))))


def test_a_third_pile_is_refused() -> None:
    given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: fish; 2: fish; 3: silk").refused("too_many_piles")


def test_l36_nobody_has_to_bribe() -> None:
    given(LIVE_LONG, state=STATE).when_seat(0, "bribe none").then(BribesSealed(0, ()))
    given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: fish").then(BribesSealed(0, (Pile(1, cards("fish")),)))


def test_l8_a_pile_may_be_empty_or_hold_apples_only() -> None:
    given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: nothing; 2: 5 apple").then(
        BribesSealed(0, (Pile(1), Pile(2, cards("apple " * 5))))
    )


def test_a_resource_the_pirate_does_not_want_may_be_offered() -> None:
    given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: silk").then(BribesSealed(0, (Pile(1, cards("silk")),)))


def test_one_can_only_bribe_with_what_one_holds() -> None:
    for plan in ("1: gold", "1: 3 fish", "1: 2 fish; 2: fish", "1: 6 apple"):
        given(LIVE_LONG, state=STATE).when_seat(0, f"bribe {plan}").refused("not_in_hand")


def test_bribe_cards_only_point() -> None:
    given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: bribe2").refused("not_for_a_pile")


def test_l6_one_pile_for_one_pirate_even_with_a_traded_bribe_card() -> None:
    given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: fish; 1: silk").refused("one_pile_a_pirate")
    state = table("fish silk", "gold", "map")
    traded = given(LIVE_LONG, state=state).when_seat(1, "offer 1: bribe1 for nothing").when_seat(0, "accept 2.1")
    assert traded.state.hands[0].count(BRIBE_CARDS[0]) == 2
    traded.when_seat(0, "bribe 1: fish; 1: silk").refused("one_pile_a_pirate")


@pytest.mark.parametrize("number", [0, 5, 99])
def test_l7_a_pile_must_point_at_a_pirate_that_lies_there(number: int) -> None:
    given(LIVE_LONG, state=STATE).when_seat(0, f"bribe {number}: fish").refused("no_such_pirate")


def test_l7_under_event_17_piles_for_three_to_five_are_refused() -> None:
    state = table("fish", "gold", "map", pirates=(1, 2), event=17)
    given(LIVE_LONG, state=state).when_seat(0, "bribe 3: fish").refused("no_such_pirate")


def test_l9_only_whether_a_player_has_sealed_is_visible() -> None:
    views = []
    for plan in ("none", "1: 2 fish; 3: silk", "2: apple"):
        state = given(LIVE_LONG, state=STATE).when_seat(0, f"bribe {plan}").state
        views.append([LIVE_LONG.view(state, viewer) for viewer in (1, 2, None)])
        assert LIVE_LONG.view(state, 1).sealed == (True, False, False)
    assert views[0] == views[1] == views[2]


def test_l9_sealed_cards_stay_in_the_hand_that_others_count() -> None:
    state = given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: 2 fish").state
    assert state.hands[0] == hand("fish fish silk")
    assert LIVE_LONG.view(state, None).hand_sizes == (13, 11, 11)


def test_a_player_is_shown_the_own_sealed_plan() -> None:
    state = given(LIVE_LONG, state=STATE).when_seat(0, "bribe 1: fish").state
    assert LIVE_LONG.view(state, 0).plan == (Pile(1, cards("fish")),)


def test_a_player_may_think_again_until_all_have_sealed() -> None:
    story = sealed(STATE, "1: fish", "none")
    (again,) = open_to(LIVE_LONG.decisions(story.state), 0)
    assert (again.kind, again.required) == ("revise", False)
    story = story.when_seat(0, "bribe 2: silk").then(BribesRevised(0, (Pile(2, cards("silk")),)))
    assert again.key not in {each.key for each in LIVE_LONG.decisions(story.state)}
    story.when_seat(2, "bribe none").when_seat(0, "bribe none").refused("all_sealed")


def test_once_all_have_sealed_only_the_clock_is_asked() -> None:
    story = sealed(STATE, "none", "none", "none")
    assert asked(story.state) == ((None, "reveal"),)
    assert len(LIVE_LONG.decisions(story.state)) == 1


def test_nothing_is_revealed_before_all_have_sealed() -> None:
    sealed(STATE, "none", "none").when(Resolve("1:reveal")).refused("nothing_to_resolve")
    sealed(STATE, "none", "none").when(Resolve("1.seat3:bribe")).refused("nothing_to_resolve")


def test_all_bribes_are_revealed_together() -> None:
    story = sealed(STATE, "1: 2 fish", "none", "2: apple; 4: map").when(Resolve("1:reveal"))
    story.then_includes(
        BribesRevealed(((Pile(1, cards("fish fish")),), (), (Pile(2, cards("apple")), Pile(4, cards("map")))))
    )


def test_rotten_apples_go_back_to_their_owner() -> None:
    story = sealed(STATE, "1: 2 fish apple apple", "none", "none").when(Resolve("1:reveal"))
    assert story.state.hands[0].count(cards("apple")[0]) == 5


def test_whoever_lets_the_time_run_out_makes_no_bribe() -> None:
    given(LIVE_LONG, state=STATE).when(Expire(1, "1.seat2:bribe")).then(BribesSealed(1, ()))


def test_time_running_out_on_second_thoughts_keeps_the_plan() -> None:
    story = sealed(STATE, "1: fish").when(Expire(0, "1.seat1.1:revise"))
    assert story.state.plans[0] == (Pile(1, cards("fish")),)


def test_a_question_that_is_closed_or_of_another_seat_cannot_expire() -> None:
    given(LIVE_LONG, state=STATE).when(Expire(0, "1.seat2:bribe")).refused("decision_closed")
    given(LIVE_LONG, state=STATE).when(Expire(0, "1.seat1.1:revise")).refused("decision_closed")


def test_piles_and_cards_have_one_order_however_they_are_written() -> None:
    one = LIVE_LONG.parse("bribe 3: silk fish; 1: apple", STATE, 0)
    assert one == SealBribes(0, (Pile(1, cards("apple")), Pile(3, cards("fish silk"))))
    assert LIVE_LONG.write(one) == "bribe 1: apple; 3: silk, fish"


def test_spent_cards_leave_the_hand_only_when_a_pirate_chooses() -> None:
    story = sealed(STATE, "1: 2 fish", "none", "none")
    assert len(resources(story.state, 0)) == 3
    after = story.when(Resolve("1:reveal")).state
    assert after.crews[0] == (1,)
