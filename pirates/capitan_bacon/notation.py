"""Notation: each Move as one line in players' words. Seats count from 1, and each card is one word.

Reading is forgiving about case, spaces, accents and long card names; writing always uses the same form.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pirates.capitan_bacon.moves import (
    BoardGalleon,
    BuryCards,
    BuryShownHand,
    CastRod,
    DeclineMirror,
    DigIsland,
    DropBallast,
    EndTurn,
    KeepIsland,
    LookAtIsland,
    Pass,
    PlayMirror,
    ReadMap,
    SetStandingOrder,
    StealCard,
    Switcheroo,
    UseSpyglass,
)
from pirates.capitan_bacon.pieces import ATTACKS, CARD_NAMES, Attack, Card, StandingOrder, Treasure
from pirates.capitan_bacon.state import State
from pirates.commands import Move
from pirates.errors import MalformedMove
from pirates.reading import bare, reader_of, with_words
from pirates.seats import Seat
from pirates.wording import gettext as _

LOTS = "lots"
_SMALL_WORDS = ("and", "the", "a")
_NUMBER = re.compile(r"[0-9]{1,6}")


def write(move: Move) -> str:
    """Return the one written form of `move`."""
    return _WRITERS[type(move)](move) + (" end" if getattr(move, "end_turn", False) else "")


def parse(text: str, _state: State, seat: Seat) -> Move:
    """Return the Move of `seat` that `text` describes; raises MalformedMove."""
    plain = _plain(text)
    if plain == "end":
        return EndTurn(seat)
    if plain in ("no mirror", "decline"):
        return DeclineMirror(seat)
    verb, _space, rest = plain.partition(" ")
    return reader_of(verb, _READERS, "end")(seat, rest)


def _names() -> Iterator[tuple[str, str]]:
    """Yield the displayed name and the notation word of each card that is not a double."""
    yield from ((card.label, card.value) for card in Card if "+" not in card)


def _plain(text: str) -> str:
    """Return `text` in lower case, without accents, with single spaces and the short name of each card."""
    spaced = re.sub(r"[\s,;:]+", " ", bare(text)).strip(" .")
    spaced = with_words(spaced, _names)
    for long, short in _LONG_NAMES:
        spaced = long.sub(short, spaced)
    return re.sub(r"\s*\+\s*", "+", spaced)


def _split_end(rest: str) -> tuple[str, bool]:
    """Split off a trailing `end`; return the rest and whether there was one."""
    words = rest.split()
    return (" ".join(words[:-1]), True) if words[-1:] == ["end"] else (rest, False)


def _read_number(rest: str) -> int:
    rest = rest.removeprefix("island ")
    if not _NUMBER.fullmatch(rest):
        raise MalformedMove("number_needed", _("Name one Island by its number after the word, as in 'shovel 7'."))
    return int(rest)


def _read_seat(rest: str) -> Seat:
    rest = rest.removeprefix("seat ")
    if not _NUMBER.fullmatch(rest) or int(rest) == 0:
        raise MalformedMove(
            "seat_needed", _("Name one player by the number of the seat, counted from 1, as in 'rod 2'.")
        )
    return int(rest) - 1


def _read_cards(rest: str) -> tuple[Card, ...]:
    return tuple(_read_card(word) for word in rest.split() if word not in _SMALL_WORDS)


def _read_card(word: str) -> Card:
    parts = word.split("+")
    known = [kind.value for kind in Treasure]
    name = "+".join(sorted(parts, key=known.index)) if all(part in known for part in parts) else word
    try:
        return Card(name)
    except ValueError as error:
        names = ", ".join(card.value for card in Card)
        raise MalformedMove(
            "unknown_card", _("There is no such card. The cards are: {words}.").format(words=names)
        ) from error


def _nothing(make: Callable[[Seat], Move]) -> Callable[[Seat, str], Move]:
    def read(seat: Seat, rest: str) -> Move:
        if rest:
            raise MalformedMove("too_much", _("That word stands alone; leave out what follows it."))
        return make(seat)

    return read


def _read_dig(seat: Seat, rest: str) -> Move:
    number, ends = _split_end(rest)
    return DigIsland(seat, _read_number(number), ends)


def _read_boarding(seat: Seat, rest: str) -> Move:
    return BoardGalleon(seat, _only_end(rest))


def _read_rod(seat: Seat, rest: str) -> Move:
    victim, ends = _split_end(rest)
    return CastRod(seat, _read_seat(victim), ends)


def _read_steal(seat: Seat, rest: str) -> Move:
    named, ends = _split_end(rest)
    word = " ".join(each for each in named.split() if each not in _SMALL_WORDS)
    if not word:
        raise MalformedMove("card_needed", _("Say which card, as in 'steal map', or 'steal lots' for any."))
    return StealCard(seat, None if word == LOTS else _read_card(word), ends)


def _read_keep(seat: Seat, rest: str) -> Move:
    return KeepIsland(seat, _only_end(rest))


def _read_look(seat: Seat, rest: str) -> Move:
    number, ends = _split_end(rest)
    return LookAtIsland(seat, _read_number(number), ends)


def _only_end(rest: str) -> bool:
    if rest not in ("", "end"):
        raise MalformedMove("too_much", _("Only the word 'end' may follow here."))
    return rest == "end"


def _read_arrange(seat: Seat, rest: str) -> Move:
    if not rest:
        raise MalformedMove(
            "cards_needed", _("Say in which order, as in 'arrange sack, map', or 'arrange lots' for any.")
        )
    return BuryShownHand(seat, None if rest == LOTS else _read_cards(rest))


def _read_orders(seat: Seat, rest: str) -> Move:
    answer, _space, named = rest.partition(" ")
    if answer == "against" and named:
        return SetStandingOrder(
            seat,
            StandingOrder("against", tuple(_read_attack(word) for word in named.split() if word not in _SMALL_WORDS)),
        )
    if answer in ("ask", "always", "never") and not named:
        return SetStandingOrder(seat, StandingOrder(answer))  # type: ignore[arg-type]
    raise MalformedMove("unknown_order", _("Say 'orders ask', 'always', 'never', or 'against' with the cards."))


def _read_attack(word: str) -> Attack:
    found = next((attack for attack in ATTACKS if attack == word), None)
    if found is None:
        raise MalformedMove(
            "no_attack", _("A Mirror answers only these cards: {cards}.").format(cards=", ".join(ATTACKS))
        )
    return found


def _write_cards(cards: tuple[Card, ...]) -> str:
    return ", ".join(cards)


def _write_order(order: StandingOrder) -> str:
    return " ".join(("orders", order.answer, *order.against))


_LONG_NAMES = tuple(
    (re.compile(rf"\b{long.lower()}\b"), short)
    for long, short in (
        *((CARD_NAMES[card], card.value) for card in Card if " " in CARD_NAMES[card] and "+" not in card),
        ("fishing-rod", "rod"),
        ("drop-ballast", "ballast"),
    )
)
_READERS: Mapping[str, Callable[[Seat, str], Move]] = {
    "pass": _nothing(Pass),
    "bury": lambda seat, rest: BuryCards(seat, _read_cards(rest)),
    "shovel": _read_dig,
    "boarding": _read_boarding,
    "rod": _read_rod,
    "spyglass": lambda seat, rest: UseSpyglass(seat, _read_seat(rest)),
    "map": lambda seat, rest: ReadMap(seat, _read_number(rest)),
    "ballast": lambda seat, rest: DropBallast(seat, _read_seat(rest)),
    "switcheroo": lambda seat, rest: Switcheroo(seat, _read_seat(rest)),
    "steal": _read_steal,
    "keep": _read_keep,
    "look": _read_look,
    "arrange": _read_arrange,
    "mirror": _nothing(PlayMirror),
    "no": _nothing(DeclineMirror),
    "orders": _read_orders,
}
_WRITERS: Mapping[type[Move], Callable[[Any], str]] = {
    Pass: lambda _: "pass",
    BuryCards: lambda move: f"bury {_write_cards(move.cards)}".rstrip(),
    DigIsland: lambda move: f"shovel {move.island}",
    BoardGalleon: lambda _: "boarding",
    CastRod: lambda move: f"rod {move.victim + 1}",
    UseSpyglass: lambda move: f"spyglass {move.victim + 1}",
    ReadMap: lambda move: f"map {move.island}",
    DropBallast: lambda move: f"ballast {move.victim + 1}",
    Switcheroo: lambda move: f"switcheroo {move.victim + 1}",
    StealCard: lambda move: f"steal {move.card or LOTS}",
    KeepIsland: lambda _: "keep",
    LookAtIsland: lambda move: f"look {move.island}",
    BuryShownHand: lambda move: f"arrange {LOTS if move.order is None else _write_cards(move.order)}",
    PlayMirror: lambda _: "mirror",
    DeclineMirror: lambda _: "no mirror",
    EndTurn: lambda _: "end",
    SetStandingOrder: lambda move: _write_order(move.order),
}
