"""What is told of battles, of the clean-up and of the last fleet is what holds, in any match."""

import re
from collections.abc import Iterator

import pytest

from pirates.guns_or_treasure.events.marauding import (
    ArmadaHeld,
    BattleJoined,
    BattleWon,
    CleanedUp,
    GameScored,
    LastFleetLeft,
    LeftoversDiscarded,
    PowersCounted,
    ShipRetreated,
    TreasureCaptured,
)
from pirates.guns_or_treasure.game import GUNS, GUNS_V1
from pirates.guns_or_treasure.pieces import Options, ShipRef
from tests.pirates.contract_log import NAMES
from tests.pirates.guns_or_treasure.variants import TRIAL
from tests.pirates.trial import Playout, Step, Variant, play

VARIANTS = (
    Variant(6, Options(captains=True)),
    Variant(4, Options(captains=True, longer=True)),
    Variant(3, Options(captains=True, captured_treasure=True, armada=True)),
    Variant(2, Options(captains=True, armada=True)),
)
MATCHES = 12


def playouts() -> Iterator[Playout]:
    for variant in VARIANTS:
        for index in range(MATCHES):
            yield play(TRIAL, variant, f"told {index}".encode(), "by lot" if index % 2 else "by bot")


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    return [step for playout in playouts() for step in playout.steps]


def test_printed_guns_and_the_captains_shares_make_the_sums_that_are_told(steps: list[Step]) -> None:
    shared = ties = 0
    for step in steps:
        joined = next((event for event in step.events if isinstance(event, BattleJoined)), None)
        won = next((each for each in step.events if isinstance(each, BattleWon | TreasureCaptured | ArmadaHeld)), None)
        if joined is None or won is None:
            continue
        powers = [each for event in step.events if isinstance(event, PowersCounted) for each in event.powers]
        added = {power.seat: power.guns for power in powers}
        sums = dict(_sums(won))
        for ref, cards in ((joined.attacker, joined.attacking), (joined.defender, joined.defending)):
            share = 0 if ref.owner is None else added.get(ref.owner, 0)
            assert sum(card.guns for card in cards) + share == sums[ref], step.events
        is_tie = len({*sums.values()}) == 1
        decided_by_osric = is_tie and not isinstance(won, ArmadaHeld) and won.winner == joined.defender
        assert decided_by_osric == any(not power.guns for power in powers)
        shared, ties = shared + bool(added), ties + decided_by_osric
    assert shared > 20
    assert ties


def _sums(won: BattleWon | TreasureCaptured | ArmadaHeld) -> tuple[tuple[ShipRef, int], tuple[ShipRef, int]]:
    if isinstance(won, ArmadaHeld):
        return (won.attacker, won.guns), (won.defender, won.against)
    return (won.winner, won.guns), (won.loser, won.against)


def test_every_share_is_told_with_its_captain(steps: list[Step]) -> None:
    told = [event for step in steps for event in step.events if isinstance(event, PowersCounted)]
    for event in told:
        sentence = GUNS.narrate(event, NAMES, None)
        for power in event.powers:
            share = f"adds {power.guns} gun" if power.guns else "wins the tie"
            assert f"{power.captain.label} {share}" in sentence
            assert NAMES[power.seat] in sentence
    assert not [each for each in told if re.search(r"\b1 guns", GUNS.narrate(each, NAMES, None))]


def test_leftovers_are_said_to_be_discarded_where_there_are_some_and_only_there(steps: list[Step]) -> None:
    seen = set()
    for step in steps:
        if not any(isinstance(event, CleanedUp) for event in step.events):
            continue
        told = any(isinstance(event, LeftoversDiscarded) for event in step.events)
        seen.add(told)
        assert told == (not step.after.options.armada)
    assert seen == {True, False}


def test_a_fleet_that_comes_home_by_itself_is_told_with_the_reason(steps: list[Step]) -> None:
    alone = 0
    for step in steps:
        retreats = [number for number, event in enumerate(step.events) if isinstance(event, ShipRetreated)]
        asked_for = retreats[:1] == [0]
        reasons = [number for number, event in enumerate(step.events) if isinstance(event, LastFleetLeft)]
        assert bool(reasons) == (len(retreats) > asked_for)
        assert all(number > reasons[0] for number in retreats[asked_for:])
        alone += bool(reasons)
    assert alone


def test_what_pim_adds_at_scoring_is_told(steps: list[Step]) -> None:
    scored = [event for step in steps for event in step.events if isinstance(event, GameScored)]
    found = 0
    for event in scored:
        added = sum(event.totals) - sum(card.treasure for stash in event.stashes for card in stash)
        sentence = GUNS.narrate(event, NAMES, None)
        assert (f"({added} by Small-Shot Pim)" in sentence) == bool(added)
        found += bool(added)
    assert found


def test_the_questions_that_all_see_do_not_count_changes_of_mind(steps: list[Step]) -> None:
    for step in steps:
        for each in GUNS.decisions(step.after):
            if each.required and each.seat is not None and "seat" in each.key:
                assert each.key.endswith(f":seat{each.seat + 1}")


def test_version_1_told_none_of_that_and_counted_in_its_keys() -> None:
    playout = play(TRIAL, VARIANTS[0], b"told 0")
    start = GUNS_V1.decide(None, playout.steps[0].command, playout.dice("v1"))
    state = None
    for event in start:
        state = GUNS_V1.evolve(state, event)
    assert state is not None
    keys = [each.key for each in GUNS_V1.decisions(state)]
    assert all(key.endswith(".0") for key in keys), keys
