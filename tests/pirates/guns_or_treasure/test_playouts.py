"""Whole matches: every combination of options at every number of seats comes to an end, and fast enough."""

import os
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from time import perf_counter

import pytest

from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import SEATS, SHIP_CARDS
from pirates.guns_or_treasure.state import State
from pirates.seats import Seat
from tests.pirates.guns_or_treasure.variants import TRIAL, components, every_variant
from tests.pirates.trial import Variant, play

if_asked = pytest.mark.skipif("SLOW" not in os.environ, reason="plays thousands of matches: SLOW=1 asks for it")
FIRST_MOVES = 100
MOST_SECONDS = 0.05


def check_match(variant: Variant, seed: str) -> str:
    playout = play(TRIAL, variant, f"{variant} {seed}".encode())
    outcome = GUNS.outcome(playout.steps[-1].after)
    assert outcome is not None
    assert len(outcome.winners) == 1
    assert components(playout.steps[-1].after) == Counter(SHIP_CARDS)
    return outcome.reason


def test_there_are_144_allowed_settings() -> None:
    assert len(set(every_variant())) == 5 * 16 + 4 * 16


def test_every_combination_of_options_at_every_number_of_seats_ends() -> None:
    reasons = {check_match(variant, "quick") for variant in every_variant()}
    assert {"treasure", "two-wins"} <= reasons


@pytest.mark.slow
@if_asked
def test_thousands_of_matches_end_in_every_way() -> None:
    reasons = {check_match(variant, f"slow {index}") for index in range(20) for variant in every_variant()}
    assert reasons == TRIAL.reasons


def test_the_first_hundred_legal_moves_come_at_once() -> None:
    for variant in (TRIAL.variants[len(SEATS) - 1], TRIAL.variants[-1]):
        states = [step.after for step in play(TRIAL, variant, b"legal").steps if GUNS.decisions(step.after)]
        assert min(_slowest(states), _slowest(states)) < MOST_SECONDS


def _slowest(states: Sequence[State]) -> float:
    """Return how long the slowest listing took; a busy machine gets two tries."""
    return max(_seconds(state, seat) for state in states for seat in range(state.seats))


def _seconds(state: State, seat: Seat) -> float:
    began = perf_counter()
    for _ in islice(GUNS.legal_moves(state, seat), FIRST_MOVES):
        pass
    return perf_counter() - began
