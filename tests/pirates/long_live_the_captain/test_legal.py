"""Legal moves: listed quickly, each once, and every one of them drawn sooner or later."""

import time
from itertools import islice

import pytest

from pirates.commands import Move
from pirates.dice import SeededDice
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.moves import CounterOffer, MakeOffer, SealBribes
from pirates.long_live_the_captain.pieces import Options
from pirates.long_live_the_captain.rules.plans import all_plans, sensible_plans
from tests.pirates.long_live_the_captain.tables import RICH, table
from tests.scenario import given

HOARD = " ".join([RICH] * 3)
QUIET = Options(trading=False)
FIRST_HUNDRED = 0.05


@pytest.mark.parametrize("event", [None, 10, 13, 16, 18])
def test_the_first_hundred_of_very_many_moves_come_at_once(event: int | None) -> None:
    state = table(
        HOARD,
        HOARD,
        HOARD,
        pirates=(34, 35, 36, 25),
        event=event,
        extras="silk gold fish poison" if event == 10 else "",
    )
    story = given(LIVE_LONG, state=state).when_seat(1, "offer 1: fish for silk")
    took = []
    for _ in range(3):
        begun = time.process_time()
        assert len(list(islice(LIVE_LONG.legal_moves(story.state, 0), 100))) == 100
        took.append(time.process_time() - begun)
    assert min(took) < FIRST_HUNDRED


def test_no_move_is_listed_twice_and_all_are_accepted() -> None:
    state = table("fish gold", "silk", "", pirates=(1, 4), event=17, options=QUIET)
    moves = list(LIVE_LONG.legal_moves(state, 0))
    assert len(moves) == len(set(moves))
    for move in moves[::7]:
        given(LIVE_LONG, state=state).when(move).then_includes()


def test_all_plans_of_a_small_hand_are_listed() -> None:
    state = table("fish", "", "", pirates=(1, 4), event=17, options=QUIET)
    one_pile, both = 2 * 2 * 6, 3 * 21
    assert len(list(all_plans(state, 0))) == 1 + one_pile + both
    assert len(list(LIVE_LONG.legal_moves(state, 0))) == 1 + one_pile + both


def test_sensible_plans_are_among_all_plans_and_come_first() -> None:
    state = table("fish fish gold poison gunpowder", "", "", pirates=(1, 4), event=17, options=QUIET)
    sensible = list(sensible_plans(state, 0))
    assert len(sensible) == len(set(sensible))
    assert set(sensible) <= set(all_plans(state, 0))
    listed = [move.piles for move in LIVE_LONG.legal_moves(state, 0) if isinstance(move, SealBribes)]
    assert listed[: len(sensible)] == sensible


def test_gunpowder_can_be_meant_as_poison_in_listed_and_in_drawn_plans() -> None:
    state = table("gunpowder", "", "", pirates=(3, 4), event=16, options=QUIET)
    assert any(pile.as_poison for plan in all_plans(state, 0) for pile in plan)
    drawn = (LIVE_LONG.sample_move(state, 0, SeededDice(b"draw", position)) for position in range(200))
    assert any(pile.as_poison for move in drawn if isinstance(move, SealBribes) for pile in move.piles)


def test_every_plan_of_a_small_hand_is_drawn_sooner_or_later() -> None:
    state = table("fish", "", "", pirates=(1, 4), event=15, options=QUIET)
    waiting: set[Move] = set(LIVE_LONG.legal_moves(state, 0))
    dice = SeededDice(b"every", 1)
    for _ in range(3000):
        waiting.discard(LIVE_LONG.sample_move(state, 0, dice))
    assert not waiting


def test_offers_and_counters_are_listed_from_small_to_large_and_drawn() -> None:
    state = given(LIVE_LONG, state=table("fish gold", "silk", "map")).when_seat(1, "offer 1: silk for fish").state
    offers = [
        move for move in islice(LIVE_LONG.legal_moves(state, 0), 300) if isinstance(move, MakeOffer | CounterOffer)
    ]
    sizes = [len(move.give) + len(move.want) for move in offers if isinstance(move, MakeOffer)]
    assert sizes == sorted(sizes)
    assert {type(move) for move in offers} == {MakeOffer, CounterOffer}
    drawn = {type(LIVE_LONG.sample_move(state, 0, SeededDice(b"draw", position))) for position in range(300)}
    assert {MakeOffer, CounterOffer, SealBribes} <= drawn


def test_a_seat_that_is_not_asked_has_no_move() -> None:
    story = given(LIVE_LONG, state=table("", "", "")).when_seat(0, "bribe none").when_seat(1, "bribe none")
    assert next(iter(LIVE_LONG.legal_moves(story.state, 0)), None) is not None
    assert not list(LIVE_LONG.legal_moves(story.when_seat(2, "bribe none").state, 0))
