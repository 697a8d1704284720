"""Moves: everything that a Seat can ask the rules for."""

import re
import unicodedata
from typing import TypeAlias

import msgspec

from pirates.commands import Move
from pirates.long_live_the_captain.pieces import Card, Pile
from pirates.piles import sorted_cards
from pirates.seats import Seat

_DOT_IN_WORD = re.compile(r"(?<=\w)[.\u3002\uff0e\uff61\u2024](?=\w)")
_AT_IN_WORD = re.compile(r"(?<=\w)[@\uff20](?=\w)")
_SLASHES = re.compile(r"[/\\\uff0f]{2,}")


class DealBatch(Move, frozen=True):
    """Give the batch just drawn to a seat that has none yet."""

    to: Seat


class DealByLots(Move, frozen=True):
    """Leave to chance who gets the batch just drawn."""


class ShowBatch(Move, frozen=True):
    """Show the batch just drawn to all."""


class ShowBatchTo(Move, frozen=True):
    """Show the batch just drawn to one other seat."""

    to: Seat


class SealBribes(Move, frozen=True):
    """Seal one's piles for this round, or replace the sealed ones; no pile means no bribe."""

    piles: tuple[Pile, ...] = ()

    def __post_init__(self) -> None:
        if self.piles:
            ordered = sorted(self.piles, key=lambda pile: (pile.pirate, pile.cards, pile.as_poison))
            msgspec.structs.force_setattr(self, "piles", tuple(ordered))


class _Terms(Move, frozen=True):
    """The terms of an offer: `give` from the seat itself, `want` in return, and a promise that nothing enforces."""

    give: tuple[Card, ...] = ()
    want: tuple[Card, ...] = ()
    promise: str = ""

    def __post_init__(self) -> None:
        if self.give:
            msgspec.structs.force_setattr(self, "give", sorted_cards(self.give))
        if self.want:
            msgspec.structs.force_setattr(self, "want", sorted_cards(self.want))
        if self.promise:
            msgspec.structs.force_setattr(self, "promise", _cleaned(self.promise))


class MakeOffer(_Terms, frozen=True, kw_only=True):
    """Offer a swap or a gift to another seat."""

    to: Seat


class CounterOffer(_Terms, frozen=True, kw_only=True):
    """Refuse the offer `number` of `maker` and offer that seat something else in one Move."""

    maker: Seat
    number: int


class AcceptOffer(Move, frozen=True):
    """Accept the offer `number` of `maker`; both sides change hands at once."""

    maker: Seat
    number: int


class RefuseOffer(Move, frozen=True):
    """Refuse the offer `number` of `maker`."""

    maker: Seat
    number: int


class WithdrawOffer(Move, frozen=True):
    """Withdraw one's own open offer `number` to `to`."""

    to: Seat
    number: int


CaptainMove: TypeAlias = (
    DealBatch
    | DealByLots
    | ShowBatch
    | ShowBatchTo
    | SealBribes
    | MakeOffer
    | CounterOffer
    | AcceptOffer
    | RefuseOffer
    | WithdrawOffer
)


def _cleaned(text: str) -> str:
    """Return `text` on one line: composed (NFC), without control and format characters, with single spaces.

    No mail program shall find a link or an address in it, so dots and at-signs within words come apart.
    """
    seen = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in unicodedata.normalize("NFC", text))
    apart = _AT_IN_WORD.sub(" at ", _DOT_IN_WORD.sub(". ", _SLASHES.sub("/", seen)))
    return re.sub(r"\s+", " ", apart).strip()
