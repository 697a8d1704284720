"""Event cards that change what pirates want or what a card counts as: 01-08, 10, 13, 16 and 18."""

import pytest

from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import Card, Need, Verdict
from tests.pirates.long_live_the_captain.tables import (
    AMES,
    BITTERN,
    BRIGGS,
    CODD,
    FLINT,
    GWEN,
    NED,
    NELL,
    RICH,
    SALLY,
    TOM,
    VANE,
    cards,
    dealing,
    last_round,
    resolved,
    settled,
    table,
)
from tests.scenario import given

STEW = f"{RICH} {RICH}"
WANTED_BY = {"silk": VANE, "gold": FLINT, "gunpowder": TOM, "fish": NED}


def choice(pirate: int, event: int, *piles: str, extras: str = "", crews: tuple[tuple[int, ...], ...] = ()) -> object:
    plans = [f"1: {pile}" if pile else "none" for pile in (*piles, "", "", "")[:3]]
    rest = tuple(each for each in (NED, SALLY, TOM, CODD) if each != pirate)[:3]
    state = table(STEW, STEW, STEW, pirates=(pirate, *rest), event=event, extras=extras, crews=crews)
    made = settled(resolved(last_round(state), *plans))
    return made.verdict, made.winner


@pytest.mark.parametrize("event", range(1, 9))
def test_events_01_to_08_change_the_want_by_one(event: int) -> None:
    card, by = list(WANTED_BY)[(event - 1) // 2], 1 if event % 2 else -1
    pirate = WANTED_BY[card]
    made = settled(resolved(table("", "", "", pirates=(pirate, 4, 5, 6), event=event), "none", "none", "none"))
    printed = {
        need.card: need.count
        for need in settled(resolved(table("", "", "", pirates=(pirate, 4, 5, 6)), *["none"] * 3)).needs
    }
    assert {need.card: need.count for need in made.needs} == {**printed, Card(card): printed[Card(card)] + by}


@pytest.mark.parametrize("event", range(1, 9))
def test_events_01_to_08_leave_a_pirate_alone_who_does_not_want_that(event: int) -> None:
    card = list(WANTED_BY)[(event - 1) // 2]
    pirate = next(each for kind, each in WANTED_BY.items() if kind != card and each != FLINT)
    made = settled(resolved(table("", "", "", pirates=(pirate, 4, 5, 6), event=event), "none", "none", "none"))
    assert all(need.card != card for need in made.needs)
    assert sum(need.count for need in made.needs) == 2


def test_event_07_makes_a_full_payment_dearer_and_08_cheaper() -> None:
    assert choice(NED, 7, "fish fish", "fish fish fish") == (Verdict.ALONE, 1)
    assert choice(NED, 8, "fish") == (Verdict.ALONE, 0)


def test_event_05_can_be_met_with_a_map_and_poison_kills_all_the_same() -> None:
    assert choice(TOM, 5, "gunpowder gunpowder map") == (Verdict.ALONE, 0)
    assert choice(TOM, 5, "gunpowder gunpowder map", "poison") == (Verdict.POISONED, None)


def test_l17_a_want_of_none_still_needs_the_others_and_counts_in_ties() -> None:
    assert choice(FLINT, 2, "silk", "gold") == (Verdict.ALONE, 1)
    assert choice(FLINT, 4, "silk gold", "silk silk") == (Verdict.FINEST, 1)


def test_l19_event_10_draws_one_more_want_for_each_pirate() -> None:
    state = dealing("", "", "", deck="gold " * 15 + "silk fish poison map", event=10)
    story = given(LIVE_LONG, state=state).when_seat(0, "deal 1").when_seat(0, "deal 2")
    assert story.state.extras == (Card.SILK, Card.FISH, Card.POISON, Card.MAP)
    pirates = LIVE_LONG.view(story.state, None).pirates
    assert pirates[0].needs == (Need(Card.FISH, 2), Need(Card.SILK, 1))
    assert pirates[1].needs == (Need(Card.GUNPOWDER, 1), Need(Card.FISH, 2))


def test_l19_the_extra_want_has_to_be_paid() -> None:
    assert choice(NED, 10, "fish fish", "fish fish silk", extras="silk gold gold gold") == (Verdict.ALONE, 1)
    assert choice(NED, 10, "fish fish fish", "fish fish", extras="fish gold gold gold") == (Verdict.ALONE, 0)


def test_l19_a_pirate_who_wants_poison_as_well_accepts_it() -> None:
    assert choice(NED, 10, "fish fish poison", extras="poison gold gold gold") == (Verdict.ALONE, 0)
    assert choice(NED, 10, "poison", "fish fish map", extras="poison gold gold gold") == (Verdict.ALONE, 1)


def test_l19_only_a_map_will_do_for_a_map() -> None:
    assert choice(NED, 10, "fish fish fish", "fish fish map", extras="map gold gold gold") == (Verdict.ALONE, 1)
    assert choice(NED, 10, "fish map", extras="map gold gold gold") == (Verdict.UNPAID, None)
    assert choice(NED, 10, "fish map map", extras="map gold gold gold") == (Verdict.ALONE, 0)


def test_l19_the_extra_kind_counts_in_all_comparisons() -> None:
    assert choice(NED, 10, "fish fish silk silk", "fish fish silk", extras="silk gold gold gold") == (Verdict.MOST, 0)
    assert choice(NED, 10, "fish fish fish silk", "fish fish silk silk", extras="silk gold gold gold") == (
        Verdict.FINEST,
        1,
    )


def test_l19_the_drawn_cards_go_to_the_discards_at_round_end() -> None:
    state = table("", "", "", event=10, extras="silk gold fish map")
    story = resolved(last_round(state), "none", "none", "none")
    assert sorted(story.state.discard) == sorted(cards("silk gold fish map"))
    assert story.state.extras == ()


def test_l24_event_13_makes_fish_wild() -> None:
    assert choice(VANE, 13, "fish fish") == (Verdict.ALONE, 0)
    assert choice(NELL, 13, "fish fish") == (Verdict.ALONE, 0)
    assert choice(VANE, 13, "silk silk", "silk silk fish") == (Verdict.MOST, 1)


def test_l24_fish_count_as_maps_in_the_second_tie_break() -> None:
    assert choice(VANE, 13, "silk silk silk", "silk silk fish") == (Verdict.FINEST, 1)
    assert choice(VANE, 13, "silk silk map", "silk silk fish") == (Verdict.TIED, None)


def test_l24_fish_still_answer_a_want_for_fish() -> None:
    assert choice(GWEN, 13, "gunpowder fish fish") == (Verdict.ALONE, 0)
    assert choice(NED, 13, "fish fish") == (Verdict.ALONE, 0)
    assert choice(NED, 13, "fish") == (Verdict.UNPAID, None)


def test_l24_a_fish_never_kills_and_poison_still_does() -> None:
    assert choice(VANE, 13, "fish", "silk silk") == (Verdict.ALONE, 1)
    assert choice(VANE, 13, "fish fish", "poison") == (Verdict.POISONED, None)


def test_l27_event_16_one_gunpowder_kills_who_wants_neither() -> None:
    assert choice(NED, 16, "gunpowder", "fish fish") == (Verdict.POISONED, None)
    assert choice(NED, 16, "fish fish") == (Verdict.ALONE, 0)


def test_l28_gunpowder_for_who_wants_it_is_a_bribe_unless_said_otherwise() -> None:
    assert choice(TOM, 16, "gunpowder gunpowder", "gunpowder") == (Verdict.ALONE, 0)
    assert choice(TOM, 16, "gunpowder gunpowder", "gunpowder as poison") == (Verdict.POISONED, None)


@pytest.mark.parametrize(
    ("pirate", "event", "pile"),
    [(NED, 16, "gunpowder"), (BITTERN, 16, "gunpowder"), (TOM, 16, "fish"), (TOM, None, "gunpowder")],
)
def test_l28_only_where_it_matters_is_there_anything_to_say(pirate: int, event: int | None, pile: str) -> None:
    state = table(RICH, RICH, RICH, pirates=(pirate, 4, 5, 6), event=event)
    given(LIVE_LONG, state=state).when_seat(0, f"bribe 1: {pile} as poison").refused("cannot_be_poison")


def test_l29_gunpowder_fills_a_want_for_poison_and_never_kills_there() -> None:
    assert choice(NELL, 16, "gunpowder silk", "silk") == (Verdict.ALONE, 0)
    assert choice(NELL, 16, "gunpowder gunpowder silk", "poison silk") == (Verdict.MOST, 0)


def test_l29_gunpowder_keeps_its_own_rank() -> None:
    assert choice(NELL, 16, "gunpowder silk", "poison silk") == (Verdict.FINEST, 1)


def test_l29_only_spare_gunpowder_fills_in_for_poison() -> None:
    assert choice(BITTERN, 16, "gunpowder fish", "gunpowder gunpowder fish") == (Verdict.ALONE, 1)
    assert choice(AMES, 16, "gunpowder gunpowder", "gunpowder gunpowder gunpowder") == (Verdict.ALONE, 1)


def test_event_16_leaves_poison_as_it_is() -> None:
    assert choice(NED, 16, "poison", "fish fish") == (Verdict.POISONED, None)
    assert choice(BRIGGS, 16, "gunpowder gunpowder gunpowder") == (Verdict.ALONE, 0)


def test_l31_event_18_meets_wants_by_number_alone() -> None:
    assert choice(NED, 18, "gold gold", "silk") == (Verdict.ALONE, 0)
    assert choice(BRIGGS, 18, "gold fish poison") == (Verdict.ALONE, 0)
    assert choice(BRIGGS, 18, "gold fish apple apple") == (Verdict.UNPAID, None)


def test_l31_event_18_the_second_tie_break_is_always_level() -> None:
    crews = ((4,), (), ())
    assert choice(NED, 18, "map map", "fish fish", crews=crews) == (Verdict.SMALLEST_CREW, 1)
    assert choice(NED, 18, "map map", "fish fish") == (Verdict.TIED, None)
    assert choice(NED, 18, "fish fish", "fish fish fish", crews=crews) == (Verdict.MOST, 1)


def test_l31_event_18_poison_kills_nobody() -> None:
    assert choice(NED, 18, "poison poison", "fish") == (Verdict.ALONE, 0)


@pytest.mark.parametrize("event", [19, 20])
def test_events_19_and_20_change_nothing(event: int) -> None:
    made = [
        settled(resolved(table("fish fish", "fish", "", event=each), "1: fish fish", "1: fish", "none"))
        for each in (event, None)
    ]
    assert made[0] == made[1]
