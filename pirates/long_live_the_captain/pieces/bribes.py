"""Sealed piles, offers, and the account of a pirate's choice."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from pirates.long_live_the_captain.pieces.cards import Card, Cards, resources_in
from pirates.piles import sorted_cards
from pirates.seats import Seat

MOST_PILES = 2


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bribe pile: the number of the pirate its Bribe card points at, and the resources and Apples under it.

    `as_poison` says that its Gunpowder is meant to kill (event 16, Ruling L28).
    """

    pirate: int
    cards: tuple[Card, ...] = ()
    as_poison: bool = False

    def __post_init__(self) -> None:
        if self.cards:
            msgspec.structs.force_setattr(self, "cards", sorted_cards(self.cards))

    @property
    def resources(self) -> Cards:
        """The pile without its Apples."""
        return resources_in(self.cards)


Plan: TypeAlias = tuple[Pile, ...]
"""Everything that one seat seals for a round: up to two piles, in the order of their pirates."""


class Offer(msgspec.Struct, frozen=True):
    """The cards that `maker` would give `to`, and wants; `number` counts its offers to that seat this round."""

    maker: Seat
    to: Seat
    number: int
    give: Cards
    want: Cards
    promise: str = ""


class Verdict(StrEnum):
    """Why a pirate joined a crew, or none."""

    UNBRIBED = "unbribed"
    POISONED = "poisoned"
    UNPAID = "unpaid"
    ALONE = "alone"
    MOST = "most"
    FINEST = "finest"
    SMALLEST_CREW = "smallest-crew"
    TIED = "tied"


class Bid(msgspec.Struct, frozen=True):
    """A pirate's judgement of one seat's pile.

    `cards` are its real resources, `total` how many of them are desired, `finest` how many of those are Maps, Poison,
    Silk, Gold, Gunpowder and Fish, and `crew` the points the seat's crew had at that moment.
    """

    seat: Seat
    cards: Cards
    pays: bool
    total: int
    finest: tuple[int, int, int, int, int, int]
    crew: int
