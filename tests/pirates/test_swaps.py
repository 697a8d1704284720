"""What the contract calls hidden, it varies: every field that others may not read, counts of sealings included."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.pirates.contract import trial_of
from tests.pirates.trial import play

HIDDEN: dict[str, Callable[[Any, int], dict[str, Any]]] = {
    "capitan-bacon": lambda state, seat: {
        "hand": state.hands[seat],
        "order": state.orders[seat],
        "order changes": state.order_changes[seat],
        "deck": state.deck,
        "galleon": state.galleon[:-1],
        "islands": tuple(island.face for island in state.islands),
    },
    "guns-or-treasure": lambda state, seat: {
        "hand": state.hands[seat],
        "plan": state.sealed[seat],
        "seals": state.seals[seat],
        "stash": state.stashes[seat],
        "closed card": state.laid[seat].closed,
        "fleet": tuple(ship.cards for ship in state.fleets[seat]),
        "deck": state.deck,
    },
    "long-live-the-captain": lambda state, seat: {
        "hand": state.hands[seat],
        "plan": state.plans[seat],
        "seals": state.seals[seat],
        "offers made": state.offers_made[seat],
        "offers": tuple(each for each in state.offers if each.maker == seat),
        "batch": state.batch,
        "deck": state.deck,
        "pirates": state.pirate_deck,
        "events": state.event_deck,
    },
    "captn-clever": lambda state, seat: {
        "cards": state.crews[seat].cards,
        "task": state.crews[seat].task,
        "first task": state.crews[seat].sealed,
        "seals": state.crews[seat].seals,
    },
}


@pytest.mark.parametrize("slug", HIDDEN)
def test_everything_that_is_hidden_is_varied_for_a_watcher(slug: str) -> None:
    trial = trial_of(slug)
    varied: set[str] = set()
    wanted: set[str] = set()
    for variant in trial.variants:
        playout = play(trial, variant, b"swaps")
        for step in playout.sampled(30):
            other = trial.swap_hidden(step.before, None, playout.dice("swaps", step.position))
            for seat in playout.seats:
                here, there = HIDDEN[slug](step.before, seat), HIDDEN[slug](other, seat)
                wanted |= set(here)
                varied |= {name for name in here if here[name] != there[name]}
    assert varied == wanted
