"""How a pirate chooses: payment, poison and the three tie-breaks."""

import pytest

from pirates.long_live_the_captain.pieces import Need, Verdict
from pirates.seats import Seat
from tests.pirates.long_live_the_captain.tables import (
    AMES,
    BITTERN,
    BRIGGS,
    CODD,
    FLINT,
    GREEL,
    NED,
    NELL,
    RICH,
    SALLY,
    TOM,
    VANE,
    cards,
    last_round,
    resolved,
    resources,
    settled,
    table,
)

REST = (SALLY, TOM, CODD)
STEW = f"{RICH} {RICH}"


def choice(pirate: int, *plans: str, event: int | None = None, crews: tuple[tuple[int, ...], ...] = ()) -> object:
    """Return verdict and winner for a pirate at position 1."""
    made = settled(resolved(table(*[STEW] * len(plans), pirates=(pirate, *REST), event=event, crews=crews), *plans))
    return made.verdict, made.winner


def bribes(*piles: str) -> tuple[str, ...]:
    return tuple(f"1: {pile}" if pile else "none" for pile in piles)


def test_one_who_gives_all_that_is_wanted_while_no_other_does_wins_the_pirate() -> None:
    story = resolved(table("fish fish", "gold fish", "silk"), "1: fish fish", "1: fish", "none")
    made = settled(story)
    assert (made.verdict, made.winner) == (Verdict.ALONE, 0)
    assert story.state.crews == ((NED,), (), ())


def test_the_winner_lays_the_pirate_open_before_all() -> None:
    state = last_round(table("fish fish", "", ""))
    crews = resolved(state, "1: fish fish", "none", "none").state.crews
    assert crews[0] == (NED,)


def test_offers_of_winners_and_losers_go_to_the_discards() -> None:
    story = resolved(last_round(table("fish fish", "gold fish", "silk")), "1: fish fish", "1: fish gold apple", "none")
    assert sorted(story.state.discard) == sorted(cards("fish fish fish gold"))
    assert resources(story.state, 1) == ()


def test_pirates_choose_in_the_order_of_their_numbers() -> None:
    story = resolved(table("fish", "", ""), "none", "none", "none")
    assert [event.position for event in (settled(story, number) for number in (1, 2, 3, 4))] == [1, 2, 3, 4]


def test_a_pirate_offered_nothing_goes_to_the_discards() -> None:
    story = resolved(table("fish", "", ""), "none", "none", "none")
    assert settled(story).verdict is Verdict.UNBRIBED
    assert story.state.gone == (NED, *REST)


def test_l3_a_pirate_nobody_pays_in_full_is_discarded_with_all_offers() -> None:
    story = resolved(last_round(table("fish", "silk", "")), "1: fish", "1: silk", "none")
    assert (settled(story).verdict, settled(story).winner) == (Verdict.UNPAID, None)
    assert NED in story.state.gone
    assert story.state.discard == cards("fish silk")


@pytest.mark.parametrize("pile", ["apple apple", "nothing"])
def test_l4_apples_or_an_empty_pile_are_no_bribe(pile: str) -> None:
    assert choice(NED, *bribes(pile, "", "")) == (Verdict.UNBRIBED, None)
    assert choice(NED, *bribes(pile, "fish fish", "")) == (Verdict.ALONE, 1)


def test_l5_unwanted_resources_are_a_bribe_without_effect_on_the_choice() -> None:
    assert choice(NED, *bribes("gold gold gold silk", "fish fish", "")) == (Verdict.ALONE, 1)
    assert choice(NED, *bribes("fish fish gold gold", "fish fish fish", "")) == (Verdict.MOST, 1)


def test_l10_the_greatest_number_of_desired_resources_wins() -> None:
    assert choice(NED, *bribes("fish fish", "fish fish fish", "fish fish")) == (Verdict.MOST, 1)


def test_all_the_kinds_wanted_must_be_there() -> None:
    assert choice(SALLY, *bribes("fish fish fish", "fish gunpowder", "")) == (Verdict.ALONE, 1)


def test_l11_a_map_fills_any_desired_kind() -> None:
    assert choice(SALLY, *bribes("map fish", "", "")) == (Verdict.ALONE, 0)
    assert choice(SALLY, *bribes("map map", "", "")) == (Verdict.ALONE, 0)


def test_l11_a_map_fills_wanted_poison_too() -> None:
    assert choice(NELL, *bribes("map silk", "", "")) == (Verdict.ALONE, 0)


def test_l11_a_spare_map_counts_as_one_more() -> None:
    assert choice(NED, *bribes("fish fish", "fish fish map", "")) == (Verdict.MOST, 1)


def test_l11_a_map_never_kills() -> None:
    assert choice(NED, *bribes("map", "fish fish", "")) == (Verdict.ALONE, 1)


def test_l12_the_finer_cards_decide_if_the_numbers_are_level() -> None:
    assert choice(CODD, *bribes("gold fish fish", "gold gold fish", "")) == (Verdict.FINEST, 1)
    assert choice(FLINT, *bribes("silk gold gold", "silk silk gold", "")) == (Verdict.FINEST, 1)


def test_l12_maps_come_before_all_other_kinds() -> None:
    assert choice(FLINT, *bribes("silk silk gold", "map gold gold", "")) == (Verdict.FINEST, 1)


def test_l12_poison_comes_after_maps_and_before_silk() -> None:
    assert choice(NELL, *bribes("poison silk silk", "poison poison silk", "")) == (Verdict.FINEST, 1)
    assert choice(NELL, *bribes("poison poison silk", "map silk silk", "")) == (Verdict.FINEST, 1)


def test_l12_unwanted_cards_do_not_make_an_offer_finer() -> None:
    assert choice(CODD, *bribes("gold fish silk", "gold fish", "")) == (Verdict.TIED, None)


def test_l13_the_lowest_crew_decides_next() -> None:
    crews = ((36,), (4,), ())
    assert choice(NED, *bribes("fish fish", "fish fish", ""), crews=crews) == (Verdict.SMALLEST_CREW, 1)


def test_l13_pirates_won_earlier_this_round_count() -> None:
    state = table("fish " * 4 + "gunpowder", "gunpowder fish", "")
    story = resolved(state, "1: fish fish; 2: fish gunpowder", "2: fish gunpowder", "none")
    made = settled(story, 2)
    assert (made.verdict, made.winner) == (Verdict.SMALLEST_CREW, 1)
    assert [bid.crew for bid in made.bids] == [2, 0]


def test_l13_a_tie_that_is_not_broken_leaves_the_pirate_to_nobody() -> None:
    story = resolved(last_round(table("fish fish", "fish fish", "")), "1: fish fish", "1: fish fish", "none")
    assert (settled(story).verdict, settled(story).winner) == (Verdict.TIED, None)
    assert NED in story.state.gone
    assert story.state.discard == cards("fish " * 4)


def test_l14_each_comparison_drops_those_behind() -> None:
    crews = ((36,), (4,), (), (5,))
    plans = bribes("gold gold fish", "gold gold fish", "gold fish fish", "gold fish")
    state = table(*[STEW] * 4, pirates=(CODD, NED, SALLY, TOM), crews=crews)
    made = settled(resolved(state, *plans))
    assert made.left == ((0, 1, 2), (0, 1), (1,))
    assert (made.verdict, made.winner) == (Verdict.SMALLEST_CREW, 1)


def test_the_first_comparison_that_decides_is_the_last_one_made() -> None:
    state = table(*[STEW] * 3, crews=((36,), (), ()))
    made = settled(resolved(state, *bribes("fish fish fish", "fish fish", "")))
    assert made.left == ((0,),)
    assert made.winner == 0


def test_l15_poison_for_one_who_wants_it_is_an_ordinary_resource() -> None:
    assert choice(NELL, *bribes("poison silk", "", "")) == (Verdict.ALONE, 0)
    assert choice(NELL, *bribes("poison", "poison silk", "")) == (Verdict.ALONE, 1)


def test_l16_one_poison_kills_whoever_does_not_want_it_whatever_others_pay() -> None:
    story = resolved(last_round(table("fish fish", "poison gold", "")), "1: fish fish", "1: poison gold", "none")
    made = settled(story)
    assert (made.verdict, made.winner, made.killers) == (Verdict.POISONED, None, (1,))
    assert NED in story.state.gone
    assert sorted(story.state.discard) == sorted(cards("fish fish poison gold"))


def test_l17_a_kind_brought_down_to_none_still_counts() -> None:
    state = table("silk gold gold", "gold", "", pirates=(FLINT, *REST), event=2)
    made = settled(resolved(state, "1: silk gold", "1: gold", "none"))
    assert made.needs == (Need(cards("silk")[0], 0), Need(cards("gold")[0], 1))
    assert (made.verdict, made.winner) == (Verdict.MOST, 0)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_no_seat_is_favoured(seat: Seat) -> None:
    plans = ["none"] * 3
    plans[seat] = "1: fish fish"
    assert choice(NED, *plans) == (Verdict.ALONE, seat)


def test_the_account_says_what_each_offer_was_worth() -> None:
    made = settled(
        resolved(table(*[STEW] * 3, pirates=(GREEL, *REST)), *bribes("gold gunpowder gunpowder map", "fish", ""))
    )
    first, second = made.bids
    assert (first.pays, first.total, first.finest) == (True, 4, (1, 0, 0, 1, 2, 0))
    assert (second.pays, second.total, second.finest) == (False, 1, (0, 0, 0, 0, 0, 1))
    assert made.spent == (cards("gold gunpowder gunpowder map"), cards("fish"), ())


def test_three_kinds_and_many_cards_are_wanted_together() -> None:
    assert choice(BITTERN, *bribes("poison gunpowder", "poison gunpowder fish", "")) == (Verdict.ALONE, 1)
    assert choice(AMES, *bribes("poison gunpowder gunpowder", "", "")) == (Verdict.ALONE, 0)
    assert choice(BRIGGS, *bribes("gunpowder gunpowder", "gunpowder gunpowder map", "")) == (Verdict.ALONE, 1)
    assert choice(VANE, *bribes("silk", "silk silk", "")) == (Verdict.ALONE, 1)
