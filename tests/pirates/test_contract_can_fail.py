"""The contract test passes a sound toy game, and reports each defect that is put into it."""

import re

import pytest

from tests.pirates.contract import CHECKS, all_played, check_elsewhere
from tests.pirates.contract_log import check_coverage
from tests.pirates.contract_secrets import check_audiences
from tests.pirates.toy_defects import DEFECTS
from tests.pirates.toy_trial import TRIAL
from tests.pirates.trial import Trial

EACH = 6


def examine(trial: Trial) -> None:
    """Put a game through the whole contract."""
    check_audiences(trial)
    playouts = list(all_played(trial, EACH))
    for playout in playouts:
        for check in CHECKS:
            check(trial, playout)
    check_coverage(trial, playouts)


def test_a_sound_game_keeps_the_contract() -> None:
    examine(TRIAL)


@pytest.mark.parametrize("defect", DEFECTS)
def test_the_contract_reports_that(defect: str) -> None:
    trial, complaint = DEFECTS[defect]
    with pytest.raises(AssertionError) as report:
        examine(trial)
    assert re.search(complaint, str(report.value)), str(report.value)


def test_a_sound_game_is_folded_alike_elsewhere() -> None:
    check_elsewhere(TRIAL, "tests.pirates.toy_game:ROBBERS", all_played(TRIAL, 2))
