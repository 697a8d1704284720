"""A year of clocks: every pair of their features, in zones whose clocks change, told by lots. Nothing sleeps."""

import random
from datetime import timedelta
from itertools import combinations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.clocks.countdown import NONE, due_of, run_to
from tests.games.clocks.sea import EVERYTHING, Voyage, utc

ZONES = ("America/New_York", "Europe/Berlin", "Australia/Lord_Howe")
FEATURES = ("bank", "night", "weekend", "absence", "pause", "gift", "window", "phase")
PAIRS = [*combinations(FEATURES, 2)]
NEW_YEAR = utc(2026, 1, 1)
STRIDES = (600, 9 * 24 * 60)
"""How many minutes pass at most from one act to the next: some come early, some as late as may be."""
_OFF = {"bank": {"bank_seconds": 0, "refill_seconds": 0, "cap_seconds": 0}}
lean = settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))


class Sailing:
    """Lots become acts; after each, what must hold of every clock is looked at."""

    def __init__(self, pair: tuple[str, str], zone: str) -> None:
        terms = EVERYTHING if "bank" in pair else msgspec.structs.replace(EVERYTHING, **_OFF["bank"])
        self.pair, self.zone = pair, zone
        self.voyage = Voyage(terms, NEW_YEAR)
        self.left: dict[str, timedelta] = {}
        self.keep_hours(22 * 60)
        self.voyage.ask(0)
        self.voyage.happen()

    def keep_hours(self, begins: int) -> None:
        asleep = (begins, 9 * 60) if "night" in self.pair else (0, 0)
        for seat in (0, 1):
            self.voyage.keep(seat, self.zone, asleep=asleep, weekends="weekend" in self.pair)

    def step(self, act: int, minutes: int, detail: int) -> None:
        voyage = self.voyage
        self.let_pass(timedelta(minutes=minutes))
        first = voyage.open[0]
        seat = first.seat or 0
        if act <= 2:
            then = (0, 1) if "phase" in self.pair and detail % 3 == 0 else (1 - seat,)
            voyage.answer(seat, *then, window="window" in self.pair and detail % 2 == 0)
        elif act == 3 and voyage.clocks.pause is None:
            voyage.expire()
        elif act == 4 and "absence" in self.pair:
            voyage.go_away(seat, timedelta(minutes=detail), timedelta(hours=1 + detail % 90))
        elif act == 5 and "pause" in self.pair:
            self.pause_or_go_on()
        elif act == 6 and "gift" in self.pair:
            self.give(first.decision, 60 + detail)
        elif act == 7:
            self.keep_hours(detail)
        self.look()

    def let_pass(self, length: timedelta) -> None:
        """Let time pass, but no further than the soonest deadline or the end of the pause."""
        times = self.voyage.clocks
        limit = times.pause.until if times.pause else times.due_of(self.voyage.open[0])
        self.voyage.now = max(self.voyage.now, min(self.voyage.now + length, limit))

    def pause_or_go_on(self) -> None:
        voyage = self.voyage
        if voyage.clocks.pause is None:
            voyage.pause()
            self.left = {each.decision: each.left for each in voyage.open}
        else:
            voyage.resume()
            kept = {each.decision: each.left for each in voyage.open if each.decision in self.left}
            assert kept.items() <= self.left.items()

    def give(self, decision: str, seconds: int) -> None:
        before = self.voyage.clocks.countdowns[decision].left
        self.voyage.give(decision, seconds)
        assert self.voyage.clocks.countdowns[decision].left - before == timedelta(seconds=seconds)
        if decision in self.left:
            self.left[decision] += timedelta(seconds=seconds)

    def look(self) -> None:
        voyage = self.voyage
        cap = timedelta(seconds=voyage.terms.cap_seconds)
        assert all(NONE <= bank <= cap for bank in voyage.clocks.banks)
        assert len({each.decision for each in voyage.open}) == len(voyage.asked)
        if voyage.clocks.pause is not None:
            return
        for clock in voyage.open:
            due = voyage.clocks.due_of(clock)
            assert due.utcoffset() == NONE
            assert due >= voyage.now
            assert clock.since + clock.left <= due_of(clock) <= clock.since + clock.left + clock.stretch
            half = clock.since + (due_of(clock) - clock.since) / 2
            assert due_of(run_to(clock, half)) == due_of(clock), "looking at a clock must not change it"
            assert NONE <= run_to(clock, due_of(clock)).left == NONE
            assert clock.left >= run_to(clock, half).left


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@lean
@given(st.sampled_from(ZONES), st.integers(0, 2**32))
def test_every_pair_of_features_keeps_its_word_for_a_year(pair: tuple[str, str], zone: str, seed: int) -> None:
    sailing, lots = Sailing(pair, zone), random.Random(seed)
    voyage = sailing.voyage
    while voyage.now < NEW_YEAR + timedelta(days=365):
        sailing.step(lots.randrange(8), lots.randint(1, lots.choice(STRIDES)), lots.randrange(1440))
    assert msgspec.json.encode(voyage.refold()) == msgspec.json.encode(voyage.clocks)


def test_a_bank_fills_up_to_its_cap_and_no_further() -> None:
    voyage = Voyage(EVERYTHING, NEW_YEAR)
    voyage.ask(0)
    voyage.happen()
    held = []
    for number in range(12):
        voyage.now += timedelta(minutes=5)
        voyage.answer(number % 2, 1 - number % 2)
        held.append(voyage.clocks.banks[0])
    assert held[::2] == [timedelta(hours=hours) for hours in (8, 10, 12, 12, 12, 12)]
