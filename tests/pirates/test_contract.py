"""Every game of the registry keeps the contract, in every variant.

The quick run plays a few matches of each variant; with SLOW=1 in the environment, thousands are played.
"""

import os
from collections.abc import Callable

import pytest

from pirates.registry import GAMES
from tests.pirates.contract import CHECKS, ONE_IS_ENOUGH, TWO_ARE_ENOUGH, all_played, check_elsewhere, played, trial_of
from tests.pirates.contract_log import check_coverage
from tests.pirates.contract_secrets import check_audiences
from tests.pirates.trial import Playout, Trial, Variant, play

QUICK, THOROUGH = 4, 100

TRIALS = [trial_of(slug) for slug in GAMES]
VARIANTS = [
    pytest.param(trial, variant, id=f"{trial.game.slug}-{variant}") for trial in TRIALS for variant in trial.variants
]
each_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
each_variant = pytest.mark.parametrize(("trial", "variant"), VARIANTS)
if_asked = pytest.mark.skipif("SLOW" not in os.environ, reason="plays thousands of matches: SLOW=1 asks for it")
each_game = pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.game.slug)


@each_check
@each_variant
def test_every_variant_keeps_the_contract(
    check: Callable[[Trial, Playout], None], trial: Trial, variant: Variant
) -> None:
    enough = 1 if check in ONE_IS_ENOUGH else 2 if check in TWO_ARE_ENOUGH else QUICK
    for index in range(enough):
        check(trial, played(trial, variant, index))


@each_game
def test_every_ending_event_and_move_comes_up(trial: Trial) -> None:
    check_coverage(trial, all_played(trial, QUICK))


@each_game
def test_every_event_says_who_may_read_it(trial: Trial) -> None:
    check_audiences(trial)


@each_game
def test_another_process_folds_the_same_states(trial: Trial) -> None:
    package = trial.game.slug.replace("-", "_")
    check_elsewhere(trial, f"tests.pirates.{package}.variants:TRIAL.game", all_played(trial, 2))


@pytest.mark.slow
@if_asked
@pytest.mark.timeout(0)
@each_variant
def test_every_variant_keeps_the_contract_for_long(trial: Trial, variant: Variant) -> None:
    for index in range(THOROUGH):
        playout = play(trial, variant, f"thorough {index}".encode(), "by bot" if index % 2 else "by lot")
        for check in CHECKS:
            check(trial, playout)


@pytest.mark.slow
@if_asked
@pytest.mark.timeout(0)
@each_game
def test_another_process_folds_many_matches_alike(trial: Trial) -> None:
    package = trial.game.slug.replace("-", "_")
    check_elsewhere(trial, f"tests.pirates.{package}.variants:TRIAL.game", all_played(trial, 10))
