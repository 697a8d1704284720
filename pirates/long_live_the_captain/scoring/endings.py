"""Endings: points of the crews, and the tie-breaks of Ruling L38."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pirates.long_live_the_captain.pieces import PIRATES, RESOURCES, Cards, resources_in
from pirates.outcomes import Outcome, ranked
from pirates.seats import Seat

Decider: TypeAlias = Literal["points", "best pirate", "resources", "finest resources", "nothing"]

_DECIDERS: tuple[Decider, ...] = ("points", "best pirate", "resources", "finest resources")
_LAST_ROUND = "last-round"


def points_of(crew: Sequence[int]) -> int:
    """Return the points of a crew."""
    return sum(PIRATES[pirate].points for pirate in crew)


def outcome_of(crews: Sequence[Sequence[int]], hands: Sequence[Cards]) -> Outcome:
    """Return the Outcome, decided by points, the best single pirate, resources in hand, and the finest of them."""
    merits = _merits(crews, hands)
    ranking = ranked(range(len(merits)), merits)
    return Outcome(ranking[0], ranking, tuple(points_of(crew) for crew in crews), _LAST_ROUND)


def decided_by(crews: Sequence[Sequence[int]], hands: Sequence[Cards]) -> Decider:
    """Return the comparison that left one winner; "nothing" if several share the win."""
    merits = _merits(crews, hands)
    best = max(merits)
    for place, decider in enumerate(_DECIDERS, 1):
        if sum(merit[:place] == best[:place] for merit in merits) == 1:
            return decider
    return "nothing"


def _merits(crews: Sequence[Sequence[int]], hands: Sequence[Cards]) -> list[tuple[int, int, int, tuple[int, ...]]]:
    return [_merit(crews[seat], resources_in(hands[seat])) for seat in _seats(hands)]


def _merit(crew: Sequence[int], resources: Cards) -> tuple[int, int, int, tuple[int, ...]]:
    best = max((PIRATES[pirate].points for pirate in crew), default=0)
    return points_of(crew), best, len(resources), tuple(resources.count(card) for card in RESOURCES)


def _seats(hands: Sequence[Cards]) -> Sequence[Seat]:
    return range(len(hands))
