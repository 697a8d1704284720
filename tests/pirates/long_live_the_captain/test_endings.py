"""Rounds and the end: who is first, when it is over, and who wins."""

import pytest
from msgspec.structs import replace

from pirates.commands import Resolve
from pirates.long_live_the_captain.events import MatchEnded, RoundBegan, RoundEnded
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import ROUNDS
from pirates.long_live_the_captain.scoring import decided_by, outcome_of
from tests.pirates.long_live_the_captain.tables import asked, hand, last_round, resolved, table

NOTHING = hand("")


def test_the_first_player_card_passes_clockwise() -> None:
    story = resolved(table("", "", ""), "none", "none", "none")
    story.then_includes(RoundEnded(1), RoundBegan(2, 1))
    assert asked(story.state) == ((1, "deal"),)
    state = replace(table("", "", ""), first=2)
    assert resolved(state, "none", "none", "none").state.first == 0


@pytest.mark.parametrize(("seats", "rounds"), [(3, 9), (4, 8), (5, 5)])
def test_everybody_is_first_player_three_times_twice_or_once(seats: int, rounds: int) -> None:
    assert ROUNDS[seats] == rounds
    assert rounds % seats == 0
    before = resolved(table(*[""] * seats, number=rounds - 1), *["none"] * seats)
    assert before.outcome is None
    after = resolved(table(*[""] * seats, number=rounds), *["none"] * seats)
    assert after.outcome is not None
    assert LIVE_LONG.decisions(after.state) == ()


def test_l40_a_game_of_five_lasts_five_rounds_of_five_pirates() -> None:
    state = table(*[""] * 5, pirates=(1, 2, 3, 4, 5), number=5)
    assert resolved(state, *["none"] * 5).outcome is not None


def test_l38_most_points_win() -> None:
    outcome = outcome_of(((1, 2), (36,), (9,)), (NOTHING,) * 3)
    assert outcome.winners == (1,)
    assert outcome.scores == (4, 6, 3)
    assert outcome.ranking == ((1,), (0,), (2,))
    assert decided_by(((1, 2), (36,), (9,)), (NOTHING,) * 3) == "points"


def test_l38_then_the_best_single_pirate() -> None:
    crews = ((9, 8), (36,), (1, 10))
    assert outcome_of(crews, (NOTHING,) * 3).ranking == ((1,), (2,), (0,))
    assert decided_by(crews, (NOTHING,) * 3) == "best pirate"


def test_l38_then_most_resources_in_hand_apples_apart() -> None:
    hands = (hand("fish fish"), hand("map apple apple"), hand("silk"))
    crews = ((36,), (35,), (1,))
    assert outcome_of(crews, hands).ranking == ((0,), (1,), (2,))
    assert decided_by(crews, hands) == "resources"


@pytest.mark.parametrize(
    ("finer", "other"),
    [
        ("map fish", "poison poison"),
        ("poison fish", "silk silk"),
        ("silk fish", "gold gold"),
        ("gold fish", "gunpowder gunpowder"),
        ("gunpowder fish", "fish fish"),
    ],
)
def test_l38_then_most_of_the_highest_resource_from_maps_down(finer: str, other: str) -> None:
    hands = (hand(other), hand(finer), hand(""))
    crews = ((36,), (35,), ())
    assert outcome_of(crews, hands).winners == (1,)
    assert decided_by(crews, hands) == "finest resources"


def test_l38_else_the_win_is_shared() -> None:
    hands = (hand("gold fish"), hand("fish gold"), hand("map"))
    crews = ((36,), (35,), (1,))
    assert outcome_of(crews, hands).ranking == ((0, 1), (2,))
    assert decided_by(crews, hands) == "nothing"


def test_the_last_round_is_settled_before_points_are_counted() -> None:
    story = resolved(last_round(table("fish fish", "", "")), "1: 2 fish", "none", "none")
    assert story.outcome is not None
    assert (story.outcome.winners, story.outcome.scores) == ((0,), (2, 0, 0))
    assert story.outcome.reason == "last-round"


def test_the_hands_lie_open_in_the_end() -> None:
    story = resolved(last_round(table("fish fish", "", "gold")), "1: 2 fish", "none", "none")
    (ended,) = [event for event in story.events if isinstance(event, MatchEnded)]
    assert ended.hands == (NOTHING, NOTHING, hand("gold"))
    assert LIVE_LONG.view(story.state, None).hands is not None


def test_nothing_can_be_played_after_the_end() -> None:
    story = resolved(last_round(table("", "", "")), "none", "none", "none")
    story.when_seat(0, "bribe none").refused("match_over")
    story.when(Resolve("9:reveal")).refused("match_over")
