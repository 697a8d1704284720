"""Scoring: guns in a battle, treasure in a stash, and the winners of a game and of a Match."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from pirates.guns_or_treasure.pieces import Captain, Card, Cards, Side
from pirates.outcomes import Outcome
from pirates.outcomes import ranked as levelled
from pirates.seats import Seat

PIM_GUN = 3
PIM_TREASURE = 2
HETTY_GUNS = 2
GUNNAR_GUNS = 3
GUNNAR_CARDS = 6

Command: TypeAlias = tuple[Captain, Side] | None
"""The captain who commands a ship, with the side that is up; None without captains."""


class Strength(msgspec.Struct, frozen=True):
    """One side of a battle: its cards and captain, how many cards face it, and whether it attacks."""

    cards: Cards
    command: Command
    against: int
    attacks: bool


def guns_of(side: Strength) -> int:
    """Return the guns of a ship in a battle: printed ones with Pim's change, then the bonus of its captain."""
    return sum(_gun(card, side.command) for card in side.cards) + _bonus(side)


def _gun(card: Card, command: Command) -> int:
    return PIM_GUN if card is Card.GUN_1 and command == (Captain.PIM, "a") else card.guns


def _bonus(side: Strength) -> int:
    match side.command:
        case (Captain.HETTY, up):
            return HETTY_GUNS if side.attacks == (up == "a") else 0
        case (Captain.GUNNAR, "a"):
            return GUNNAR_GUNS if len(side.cards) < side.against else 0
        case (Captain.GUNNAR, "b"):
            return GUNNAR_GUNS if len(side.cards) >= GUNNAR_CARDS else 0
    return 0


def wins_ties(command: Command) -> bool:
    """Return whether a defender with this captain wins ties."""
    return command == (Captain.OSRIC, "a")


def treasure_in(cards: Cards) -> Cards:
    """Return the Treasure cards among `cards`, in canonical order."""
    return tuple(sorted(card for card in cards if card.treasure))


def lowest_treasure(cards: Cards) -> Card | None:
    """Return the lowest Treasure card among `cards`, if there is one."""
    return min(treasure_in(cards), default=None)


def total_of(stash: Cards, command: Command) -> int:
    """Return the treasure in a stash; Pim's side B counts a 1 as 2."""
    return sum(card.treasure for card in stash) + _pim_extra(stash, command)


def _pim_extra(stash: Cards, command: Command) -> int:
    return stash.count(Card.TREASURE_1) * (PIM_TREASURE - 1) if command == (Captain.PIM, "b") else 0


def ranked(
    stashes: Sequence[Cards], totals: Sequence[int], order: Sequence[Seat]
) -> tuple[tuple[Seat, ...], Literal["treasure", "treasure-cards", "turn-order"]]:
    """Return the seats from first to last, and the reason: treasure, Treasure cards, or turn order (Ruling G17)."""
    worth = {seat: (totals[seat], len(stashes[seat])) for seat in order}
    ranking = tuple(sorted(order, key=lambda seat: (-worth[seat][0], -worth[seat][1])))
    first, second = worth[ranking[0]], worth[ranking[1]]
    if first[0] != second[0]:
        return ranking, "treasure"
    return ranking, "treasure-cards" if first != second else "turn-order"


def outcome_of_game(ranking: Sequence[Seat], totals: Sequence[int], reason: str) -> Outcome:
    """Return the Outcome of a Match of one game."""
    return Outcome((ranking[0],), tuple((seat,) for seat in ranking), tuple(totals), reason)


def outcome_of_match(wins: Sequence[int]) -> Outcome:
    """Return the Outcome of the longer game: first the winner of two games, then the others by wins (Ruling G19)."""
    ranking = levelled(range(len(wins)), wins)
    return Outcome(ranking[0], ranking, tuple(wins), "two-wins")
