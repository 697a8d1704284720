"""What the log says the pirates want is what they want this round, under every event."""

from pirates.long_live_the_captain.events import PiratesRevealed, WantsStated
from pirates.long_live_the_captain.game import LIVE_LONG, LIVE_LONG_V1
from pirates.long_live_the_captain.narration.naming import needs_named
from pirates.long_live_the_captain.pieces import PIRATES, Options
from pirates.long_live_the_captain.view import view
from tests.pirates.contract_log import NAMES
from tests.pirates.long_live_the_captain.variants import TRIAL
from tests.pirates.trial import Variant, play

MATCHES = 30


def test_the_log_and_the_view_say_the_same_of_what_pirates_want_under_every_event() -> None:
    events, changed = set(), 0
    for index in range(MATCHES):
        playout = play(TRIAL, Variant(3 + index % 3, Options(trading=False)), f"wants {index}".encode())
        for step in playout.steps:
            for stated in (event for event in step.events if isinstance(event, WantsStated)):
                shown = view(step.after, None).pirates
                assert stated.pirates == tuple(pirate.number for pirate in shown)
                assert stated.needs == tuple(pirate.needs for pirate in shown)
                sentence = LIVE_LONG.narrate(stated, NAMES, None)
                lines = sentence.removeprefix("Wanted this round - ").removesuffix(".").split("; ")
                assert lines == [f"{each.position} {each.name}: {needs_named(each.needs)}" for each in shown]
                events.add(step.after.event)
                changed += any(each.needs != PIRATES[each.number].needs for each in shown)
    assert {*range(1, 9), 10} <= events
    assert changed


def test_nothing_is_said_to_be_wanted_none_times() -> None:
    found = 0
    for index in range(MATCHES):
        for step in play(TRIAL, Variant(3, Options(trading=False)), f"wants {index}".encode()).steps:
            told = [LIVE_LONG.narrate(event, NAMES, None) for event in step.events]
            assert not [sentence for sentence in told if " 0 " in sentence and "points" not in sentence]
            found += any("counts as well" in sentence for sentence in told)
    assert found, "no kind ever came down to none"


def test_pirates_are_shown_with_their_points_alone_so_that_no_printed_want_is_told() -> None:
    sentence = LIVE_LONG.narrate(PiratesRevealed((1, 4)), NAMES, None)
    assert sentence == "On deck: 1 Barnacle Ned (2 points) and 2 Penny Codd (3 points)."


def test_version_1_stated_no_wants() -> None:
    playout = play(TRIAL, Variant(3, Options(trading=False)), b"wants 0")
    state = None
    for step in playout.steps[:8]:
        events = LIVE_LONG_V1.decide(state, step.command, playout.dice("v1", step.position))
        assert not [event for event in events if isinstance(event, WantsStated)]
        state = step.after
