"""Scoring: complete sets, treasures in hand, and the Outcome."""

from collections.abc import Sequence

from pirates.capitan_bacon.pieces import NEEDED, TREASURES_ON, Hand, Treasure
from pirates.outcomes import Outcome, ranked
from pirates.seats import Seat


def treasures_in(hand: Hand) -> list[Treasure]:
    """Return the treasures a hand shows; a double card shows two (Ruling B27)."""
    return [treasure for card in hand for treasure in TREASURES_ON[card]]


def complete_set(hand: Hand) -> Treasure | None:
    """Return the treasure that the hand holds a complete set of, or None."""
    shown = treasures_in(hand)
    if len(shown) < min(NEEDED.values()):
        return None
    return next((treasure for treasure, needed in NEEDED.items() if shown.count(treasure) >= needed), None)


def outcome_by_set(hands: Sequence[Hand], winner: Seat) -> Outcome:
    """Return the Outcome if `winner` completed a set; the others are ranked by their treasures."""
    scores = tuple(len(treasures_in(hand)) for hand in hands)
    rest = [seat for seat in range(len(hands)) if seat != winner]
    return Outcome((winner,), ((winner,), *ranked(rest, scores)), scores, "set")


def outcome_by_count(hands: Sequence[Hand], reason: str) -> Outcome:
    """Return the Outcome if treasures in hand decide; tied seats share a place (Ruling B27)."""
    scores = tuple(len(treasures_in(hand)) for hand in hands)
    ranking = ranked(range(len(hands)), scores)
    return Outcome(ranking[0], ranking, scores, reason)
