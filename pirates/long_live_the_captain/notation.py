"""Notation: each Move on one line, in players' words. Seats and pirates count from 1; a card is one word.

Reading is forgiving about case, spaces, accents, signs between cards and long card names; writing is always the same.
An offer is named by the other seat and its number, as in `accept 2.1`; where only one is open, the seat will do.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pirates.commands import Move
from pirates.errors import MalformedMove
from pirates.long_live_the_captain.moves import (
    AcceptOffer,
    CounterOffer,
    DealBatch,
    DealByLots,
    MakeOffer,
    RefuseOffer,
    SealBribes,
    ShowBatch,
    ShowBatchTo,
    WithdrawOffer,
)
from pirates.long_live_the_captain.pieces import RESOURCES, Card, Cards, Pile, by_worth
from pirates.long_live_the_captain.state import State
from pirates.reading import bare, reader_of, with_words, write_by
from pirates.seats import Seat
from pirates.wording import gettext as _

NOTHING = "nothing"
LOTS = "lots"

_AS_POISON = " as poison"
_MOST_OF_A_KIND = 99
_PILE = re.compile(r"(none|[0-9]{1,6})\s*:?\s*(.*)")
_PRINTED_PILE = re.compile(r"(.*) for (?:pirate )?([1-9])")
_NAMED = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?\s*:?\s*(.*)")
_PROMISE = re.compile(r"\bpromis(?:e|es|ing)\b\s*:?", re.IGNORECASE)
_LONG_NAMES = tuple(
    (re.compile(long), short)
    for long, short in (
        (r"\b(?:mythical )?treasure maps?\b|\bmaps\b", "map"),
        (r"\bsalty fish\b|\bfishes\b", "fish"),
        (r"\b(?:rotten )?apples?\b", "apple"),
        (r"\bgun ?powders?\b", "gunpowder"),
        (r"\bpoisons\b", "poison"),
        (r"\bbribe (?:card )?([1-5])\b", r"bribe\1"),
    )
)


def parse(text: str, state: State, seat: Seat) -> Move:
    """Return the Move of `seat` that `text` describes; raises MalformedMove."""
    verb, _space, rest = text.strip().partition(" ")
    return reader_of(_plain(verb.rstrip(":")), _READERS)(state, seat, rest)


def _plain(text: str) -> str:
    """Return `text` in lower case, without accents, with single spaces and the one word of each card."""
    spaced = re.sub(r"[\s,+&]+|\band\b", " ", bare(text))
    spaced = re.sub(r" +", " ", spaced).strip(" .")
    for long, short in _LONG_NAMES:
        spaced = long.sub(short, spaced)
    return with_words(spaced, _names)


def _names() -> Iterator[tuple[str, str]]:
    """Yield the displayed names of cards, singular and plural, each with its word in the notation."""
    yield from ((card.label, card.value) for card in Card)
    yield from ((card.counted(2).removeprefix("2 "), card.value) for card in (*RESOURCES, Card.APPLE))


def _read_cards(words: str) -> tuple[Card, ...]:
    """Read `2 fish silk`; a number counts the card after it."""
    cards: list[Card] = []
    count = None
    for word in words.split():
        if word.isdecimal() and word.isascii() and count is None and len(word) < len("100"):
            count = int(word)
        else:
            cards += [_read_card(word)] * (1 if count is None else count)
            count = None
    if count is not None:
        raise MalformedMove("card_needed", _("A number stands before the card it counts, as in '2 fish'."))
    if any(cards.count(card) > _MOST_OF_A_KIND for card in set(cards)):
        raise MalformedMove("too_many_cards", _("There are not so many cards; name fewer."))
    return tuple(cards)


def _read_card(word: str) -> Card:
    try:
        return Card(word)
    except ValueError as error:
        names = ", ".join(card.value for card in Card)
        raise MalformedMove(
            "unknown_card", _("There is no such card. The cards are: {words}.").format(words=names)
        ) from error


def _read_seat(word: str) -> Seat:
    if not re.fullmatch(r"[1-6]", word):
        raise MalformedMove(
            "seat_needed", _("Name one player by the number of the seat, counted from 1, as in 'deal 2'.")
        )
    return int(word) - 1


def _read_deal(_state: State, seat: Seat, rest: str) -> Move:
    to = _plain(rest)
    if to in ("me", "myself"):
        return DealBatch(seat, seat)
    return DealByLots(seat) if to == LOTS else DealBatch(seat, _read_seat(to))


def _read_show(_state: State, seat: Seat, rest: str) -> Move:
    to = _plain(rest)
    return ShowBatch(seat) if to in ("", "all") else ShowBatchTo(seat, _read_seat(to))


def _read_bribe(_state: State, seat: Seat, rest: str) -> Move:
    plain = _plain(rest)
    if plain in ("none", NOTHING, "no bribe"):
        return SealBribes(seat)
    piles = [_read_pile(part.strip(" .")) for part in plain.split(";")]
    return SealBribes(seat, tuple(pile for pile in piles if pile is not None))


def _read_pile(part: str) -> Pile | None:
    """Read `1: 2 fish apple` or `none:`, which a form sends for a pile that was left out."""
    printed = _PRINTED_PILE.fullmatch(part)
    found = _PILE.fullmatch(f"{printed[2]}: {printed[1]}" if printed else part)
    if found is None:
        raise MalformedMove(
            "pirate_needed", _("Say for each pile which pirate it is for, as in 'bribe 1: 2 fish; 3: silk'.")
        )
    number, words = found.groups()
    deadly = f" {words}".endswith(_AS_POISON)
    words = f" {words}".removesuffix(_AS_POISON)
    cards = () if words.strip() == NOTHING else _read_cards(words)
    if number != "none":
        return Pile(int(number), cards, as_poison=deadly)
    if cards:
        raise MalformedMove("pirate_needed", _("Say which pirate these cards are for, or leave them out."))
    return None


def _read_offer(_state: State, seat: Seat, rest: str) -> Move:
    terms, promise = _split_promise(rest)
    found = _NAMED.fullmatch(_plain(terms))
    if found is None or found.group(2) is not None:
        raise MalformedMove("seat_needed", _("Say to whom, what and for what, as in 'offer 2: fish, gold for silk'."))
    give, want = _read_sides(found.group(3))
    return MakeOffer(seat, give, want, promise, to=_read_seat(found.group(1)))


def _read_counter(state: State, seat: Seat, rest: str) -> Move:
    terms, promise = _split_promise(rest)
    maker, number, sides = _read_name(_plain(terms), state, seat)
    give, want = _read_sides(sides)
    return CounterOffer(seat, give, want, promise, maker=maker, number=number)


def _read_accept(state: State, seat: Seat, rest: str) -> Move:
    return AcceptOffer(seat, *_read_bare_name(rest, state, seat))


def _read_refuse(state: State, seat: Seat, rest: str) -> Move:
    return RefuseOffer(seat, *_read_bare_name(rest, state, seat))


def _read_withdraw(state: State, seat: Seat, rest: str) -> Move:
    return WithdrawOffer(seat, *_read_bare_name(rest, state, seat, own=True))


def _read_bare_name(rest: str, state: State, seat: Seat, *, own: bool = False) -> tuple[Seat, int]:
    other, number, more = _read_name(_plain(rest), state, seat, own=own)
    if more:
        raise MalformedMove("too_much", _("Only the name of the offer follows, as in 'accept 2.1'."))
    return other, number


def _read_name(words: str, state: State, seat: Seat, *, own: bool = False) -> tuple[Seat, int, str]:
    """Read the other seat and the number of an offer; if only one is open between the two, it needs no number."""
    found = _NAMED.fullmatch(words.removeprefix("offer "))
    if found is None:
        raise MalformedMove("offer_needed", _("Name the offer by seat and number, as in 'accept 2.1'."))
    other = _read_seat(found.group(1))
    if found.group(2) is not None:
        return other, int(found.group(2)), found.group(3)
    pair = (seat, other) if own else (other, seat)
    numbers = [offer.number for offer in state.offers if (offer.maker, offer.to) == pair]
    if len(numbers) != 1:
        raise MalformedMove("which_offer", _("Say which offer you mean by its number too, as in 'accept 2.1'."))
    return other, numbers[0], found.group(3)


def _read_sides(words: str) -> tuple[Cards, Cards]:
    give, joint, want = f" {words} ".partition(" for ")
    if not joint:
        raise MalformedMove("for_needed", _("Say what you want for it, as in 'fish for silk', or 'fish for nothing'."))
    return _read_side(give), _read_side(want)


def _read_side(words: str) -> Cards:
    return () if words.strip() == NOTHING else _read_cards(words)


def _split_promise(rest: str) -> tuple[str, str]:
    """Split off the promise, which stays as it was written."""
    found = _PROMISE.search(rest)
    return (rest, "") if found is None else (rest[: found.start()], rest[found.end() :])


def _write_cards(cards: Cards) -> str:
    kinds = dict.fromkeys(by_worth(cards))
    counts = [(card, cards.count(card)) for card in kinds]
    return ", ".join(card.value if count == 1 else f"{count} {card.value}" for card, count in counts) or NOTHING


def _write_bribe(move: SealBribes) -> str:
    piles = [f"{pile.pirate}: {_write_cards(pile.cards)}{_AS_POISON if pile.as_poison else ''}" for pile in move.piles]
    return f"bribe {'; '.join(piles) or 'none'}"


def _write_terms(move: MakeOffer | CounterOffer) -> str:
    promise = f" promise: {move.promise}" if move.promise else ""
    return f"{_write_cards(move.give)} for {_write_cards(move.want)}{promise}"


_READERS: Mapping[str, Callable[[State, Seat, str], Move]] = {
    "deal": _read_deal,
    "show": _read_show,
    "bribe": _read_bribe,
    "offer": _read_offer,
    "counter": _read_counter,
    "accept": _read_accept,
    "refuse": _read_refuse,
    "withdraw": _read_withdraw,
}
_WRITERS: Mapping[type[Move], Callable[[Any], str]] = {
    DealBatch: lambda move: f"deal {move.to + 1}",
    DealByLots: lambda _: f"deal {LOTS}",
    ShowBatch: lambda _: "show",
    ShowBatchTo: lambda move: f"show {move.to + 1}",
    SealBribes: _write_bribe,
    MakeOffer: lambda move: f"offer {move.to + 1}: {_write_terms(move)}",
    CounterOffer: lambda move: f"counter {move.maker + 1}.{move.number}: {_write_terms(move)}",
    AcceptOffer: lambda move: f"accept {move.maker + 1}.{move.number}",
    RefuseOffer: lambda move: f"refuse {move.maker + 1}.{move.number}",
    WithdrawOffer: lambda move: f"withdraw {move.to + 1}.{move.number}",
}
write = write_by(_WRITERS)
"""Return the one written form of a Move."""
