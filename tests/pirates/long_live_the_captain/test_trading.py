"""Trading: offers, counters, swaps, gifts and promises."""

import pytest
from msgspec.structs import replace

from pirates.commands import Expire, Resolve
from pirates.decisions import open_to
from pirates.long_live_the_captain.events import SwapMade, Whispered
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import PROMISE_LENGTH, Options
from tests.pirates.long_live_the_captain.tables import cards, dealing, hand, last_round, resolved, resources, table
from tests.scenario import given

STATE = table("fish fish fish gold", "silk silk map", "poison gunpowder")
STORY = given(LIVE_LONG, state=STATE)


def test_an_accepted_offer_changes_both_hands_in_one_event() -> None:
    story = STORY.when_seat(0, "offer 2: 2 fish for silk").when_seat(1, "accept 1.1")
    story.then(SwapMade(0, 1, 2, 1, 0, 1, cards("fish fish"), cards("silk"), ""))
    assert resources(story.state, 0) == cards("fish gold silk")
    assert resources(story.state, 1) == cards("fish fish map silk")
    assert story.state.offers == ()


def test_an_offer_moves_nothing_before_it_is_accepted() -> None:
    story = STORY.when_seat(0, "offer 2: 2 fish for silk")
    story.then(Whispered(0, 1, "offer", 1, cards("fish fish"), cards("silk"), ""))
    assert story.state.hands == STATE.hands


def test_a_gift_needs_nothing_in_return_and_a_favour_nothing_to_give() -> None:
    story = STORY.when_seat(0, "offer 2: gold for nothing").when_seat(1, "accept 1.1")
    assert resources(story.state, 1) == cards("gold map silk silk")
    story = STORY.when_seat(0, "offer 2: nothing for silk").when_seat(1, "accept 1.1")
    assert resources(story.state, 0) == cards("fish fish fish gold silk")


def test_an_offer_is_a_question_nobody_has_to_answer() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk")
    (offer,) = [each for each in open_to(LIVE_LONG.decisions(story.state), 1) if each.kind == "offer"]
    assert not offer.required
    assert not open_to(LIVE_LONG.decisions(story.state), 2)[1:]


def test_an_offer_can_be_refused() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk").when_seat(1, "refuse 1.1")
    story.then(Whispered(1, 0, "refuse", 1))
    assert story.state.offers == ()
    story.when_seat(1, "accept 1.1").refused("no_such_offer")


def test_time_running_out_refuses_an_offer() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk")
    story.when(Expire(1, "1.seat2.from1.1:offer")).then(Whispered(1, 0, "refuse", 1))


def test_an_offer_can_be_withdrawn() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk").when_seat(0, "withdraw 2.1")
    story.then(Whispered(0, 1, "withdraw", 1))
    story.when_seat(1, "accept 1.1").refused("no_such_offer")


def test_an_offer_can_be_countered_in_one_breath() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk").when_seat(1, "counter 1.1: silk for 3 fish")
    story.then(Whispered(1, 0, "counter", 1, cards("silk"), cards("fish fish fish"), "", 1))
    story.when_seat(1, "accept 1.1").refused("no_such_offer")
    after = story.when_seat(0, "accept 2.1").state
    assert resources(after, 0) == cards("gold silk")


def test_several_offers_can_be_open_at_once() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk").when_seat(0, "offer 2: gold for map")
    story = story.when_seat(0, "offer 3: fish for poison").when_seat(2, "offer 1: gunpowder for gold")
    assert len(story.state.offers) == 4
    after = story.when_seat(1, "accept 1.2").when_seat(2, "accept 1.1").state
    assert resources(after, 0) == cards("fish fish map poison")
    assert [(each.maker, each.to, each.number) for each in after.offers] == [(0, 1, 1), (2, 0, 1)]


def test_three_offers_to_one_player_can_be_open_and_no_fourth() -> None:
    story = STORY
    for _ in range(3):
        story = story.when_seat(0, "offer 2: fish for silk")
    story.when_seat(0, "offer 2: gold for silk").refused("too_many_offers")
    story.when_seat(0, "offer 3: gold for poison")


def test_cards_in_an_open_offer_are_bound() -> None:
    story = STORY.when_seat(0, "offer 2: gold for map")
    story.when_seat(0, "offer 3: gold for poison").refused("not_free")
    story = story.when_seat(2, "offer 1: poison for gold")
    story.when_seat(0, "accept 3.1").refused("cannot_give")
    story.when_seat(0, "withdraw 2.1").when_seat(0, "accept 3.1").then_includes()


def test_one_can_only_offer_what_one_holds() -> None:
    STORY.when_seat(0, "offer 2: poison for silk").refused("not_free")
    STORY.when_seat(0, "offer 2: 4 fish for silk").refused("not_free")


def test_what_is_asked_for_need_not_be_there() -> None:
    story = STORY.when_seat(0, "offer 2: fish for 6 poison")
    story.when_seat(1, "accept 1.1").refused("cannot_give")


def test_six_cards_can_be_asked_for_and_no_seventh() -> None:
    STORY.when_seat(0, "offer 2: fish for 7 silk").refused("asks_too_much")


def test_an_offer_has_something_on_one_side_and_no_kind_on_both() -> None:
    STORY.when_seat(0, "offer 2: nothing for nothing").refused("nothing_to_swap")
    STORY.when_seat(0, "offer 2: 2 fish for fish").refused("nothing_to_swap")


def test_one_trades_with_another_player_of_the_match() -> None:
    STORY.when_seat(0, "offer 1: fish for silk").refused("no_such_partner")
    STORY.when_seat(0, "offer 5: fish for silk").refused("no_such_partner")


def test_l32_resources_apples_and_bribe_cards_can_be_traded() -> None:
    story = STORY.when_seat(0, "offer 2: apple bribe3 fish for bribe 1").when_seat(1, "accept 1.1")
    story.then(SwapMade(0, 1, 3, 1, 0, 1, cards("apple bribe3 fish"), cards("bribe1"), ""))


@pytest.mark.parametrize("thing", ["pirate", "Boomer Briggs", "first player"])
def test_l32_pirates_and_the_first_player_card_cannot_be_traded(thing: str) -> None:
    STORY.when_seat(0, f"offer 2: {thing} for silk").refused("unknown_card")


def test_l33_who_has_traded_a_bribe_card_away_cannot_point_with_it() -> None:
    story = STORY.when_seat(0, "offer 2: bribe1 for bribe2").when_seat(1, "accept 1.1")
    story.when_seat(0, "bribe 1: fish fish").refused("no_bribe_card")
    story.when_seat(1, "bribe 2: silk").refused("no_bribe_card")


def test_l33_a_bribe_counts_for_its_maker_whatever_apples_lie_in_it() -> None:
    story = STORY.when_seat(1, "offer 1: 5 apple for nothing").when_seat(0, "accept 2.1")
    story = story.when_seat(0, "bribe 1: 2 fish 10 apple").when_seat(1, "bribe none").when_seat(2, "bribe none")
    assert story.when(Resolve("1:reveal")).state.crews[0] == (1,)


def test_l33_resources_stay_where_they_went_and_the_rest_goes_home_at_round_end() -> None:
    state = last_round(STATE)
    story = given(LIVE_LONG, state=state).when_seat(0, "offer 2: gold apple bribe3 for silk bribe1")
    after = resolved(story.when_seat(1, "accept 1.1").state, "none", "none", "none").state
    assert after.hands[0] == hand("fish fish fish silk")
    assert after.hands[1] == hand("gold silk map")


def test_l34_promises_are_words_that_nothing_enforces() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk promise: I leave pirate 1 to you")
    assert story.state.offers[0].promise == "I leave pirate 1 to you"
    story = story.when_seat(1, "accept 1.1")
    story.then(SwapMade(0, 1, 1, 1, 0, 1, cards("fish"), cards("silk"), "I leave pirate 1 to you"))
    story.when_seat(0, "bribe 1: 2 fish")


def test_l34_promises_and_offers_do_not_outlive_the_round() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk promise: next time")
    assert resolved(story.state, "none", "none", "none").state.offers == ()


def test_a_promise_is_cleaned_and_short_and_holds_no_link() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk promise:  I\t leave\u202e  it\u0000 ")
    assert story.state.offers[0].promise == "I leave it"
    story = STORY.when_seat(0, "offer 2: fish for silk promise: see https://a.example/b or x@y.example. Aye.")
    assert story.state.offers[0].promise == "see https:/a. example/b or x at y. example. Aye."
    STORY.when_seat(0, f"offer 2: fish for silk promise: {'x' * (PROMISE_LENGTH + 1)}").refused("promise_too_long")


def test_l35_sealing_ends_a_seats_trading_and_lapses_its_open_offers() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk").when_seat(2, "offer 1: poison for gold")
    story = story.when_seat(1, "offer 3: map for poison").when_seat(0, "bribe none")
    assert [(each.maker, each.to) for each in story.state.offers] == [(1, 2)]
    story.when_seat(0, "offer 2: fish for silk").refused("you_have_sealed")
    story.when_seat(1, "offer 1: silk for fish").refused("partner_has_sealed")
    story.when_seat(1, "accept 1.1").refused("no_such_offer")
    story.when_seat(1, "offer 3: silk for gunpowder").then_includes()


def test_a_round_never_waits_for_trades() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk").when_seat(1, "counter 1.1: silk for gold")
    story = story.when_seat(0, "bribe none").when_seat(1, "bribe none").when_seat(2, "bribe none")
    assert [each.seat for each in LIVE_LONG.decisions(story.state)] == [None]


def test_without_the_option_nobody_trades() -> None:
    state = replace(STATE, options=Options(trading=False))
    given(LIVE_LONG, state=state).when_seat(0, "offer 2: fish for silk").refused("no_trading")
    assert LIVE_LONG.view(state, 0).partners == ()


def test_nobody_trades_before_the_pirates_lie_open() -> None:
    state = dealing("fish", "silk", "", deck="gold " * 15)
    given(LIVE_LONG, state=state).when_seat(0, "offer 2: fish for silk").refused("wrong_moment")


def test_the_same_offer_never_has_the_same_name_twice_in_a_round() -> None:
    story = STORY.when_seat(0, "offer 2: fish for silk").when_seat(1, "refuse 1.1")
    story = story.when_seat(0, "offer 2: fish for silk")
    assert story.state.offers[0].number == 2
    story.when_seat(1, "accept 1.1").refused("no_such_offer")
