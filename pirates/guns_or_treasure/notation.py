"""Notation: each Move as one line in players' words.

Seats and ships count from 1; a card is g1 to g5, t1 to t5 or b. Reading is forgiving about case, spaces, accents, long
card names and the sign for "onto"; writing always uses the same form.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from pirates.commands import Move
from pirates.errors import MalformedMove
from pirates.guns_or_treasure.moves import (
    AddLeftover,
    AttackByLots,
    AttackShip,
    BuildShips,
    ChooseSide,
    ForgoPower,
    LayBluff,
    LookAtCard,
    ManArmada,
    RetreatShip,
    ShiftCard,
    SpyShip,
    TakeCard,
)
from pirates.guns_or_treasure.pieces import CHOICES, SIDES, Card, Cards, Choice, Load, ShipRef, Side
from pirates.guns_or_treasure.state import State
from pirates.reading import bare, reader_of, with_words, write_by
from pirates.seats import MOST_SEATS, Seat
from pirates.wording import gettext as _

LOTS = "lots"
_NEW = ("new", "a new ship", "new ship")
_NAMED_NEW = re.compile(r"(?:new )?(?:ship )?([abc])")
_NUMBER = re.compile(r"[0-9]{1,4}")
_ONTO = re.compile(r"\s*(?:->|=>|>|→|\bonto\b|\bto\b|\bon\b|\bat\b)\s*")
_LONG_NAMES = (
    (re.compile(r"\b(g|t)(?:un|uns|reasure|reasures)?[ -]?([1-9])\b"), r"\1\2"),
    (re.compile(r"\bbombs?\b"), "b"),
)


def parse(text: str, state: State, seat: Seat) -> Move:
    """Return the Move of `seat` that `text` describes; raises MalformedMove."""
    verb, _space, rest = _plain(text).partition(" ")
    return reader_of(verb.rstrip(":"), _READERS)(state, seat, rest)


def _names() -> Iterator[tuple[str, str]]:
    """Yield the displayed name of each card and its word in the notation."""
    yield from ((card.label, card.value) for card in Card)


def _plain(text: str) -> str:
    """Return `text` in lower case, without accents, with single spaces, short card names and > for "onto"."""
    spaced = re.sub(r"\s+", " ", bare(text)).strip(" .")
    spaced = with_words(spaced, _names)
    for long, short in _LONG_NAMES:
        spaced = long.sub(short, spaced)
    return _ONTO.sub(" > ", re.sub(r"\s*\+\s*", "+", spaced))


def _read_build(state: State, seat: Seat, rest: str) -> Move:
    """Read `g3+t2>new, b>1`; a letter, or a number just above the last ship's, is a ship that this plan begins."""
    if rest == LOTS:
        return BuildShips(seat)
    made, new, old, named, goal = state.made[seat], list[Cards](), list[Load](), dict[str, int](), ""
    for part in _loads_in(rest.strip(" ,;")):
        words, _, place = part.partition(" > ")
        goal = goal if place.strip() in ("same", "the same", "same ship") else place.strip().removeprefix("ship ")
        cards, number = _read_cards(words), _read_goal(goal, made + len(new) + 1, named)
        if number == made + len(new) + 1:
            new.append(cards)
            goal = str(number)
        elif made < number <= made + len(new):
            new[number - made - 1] += cards
        else:
            old.append(Load(number, cards))
    return BuildShips(seat, (*old, *(Load(None, cards) for cards in new)))


def _loads_in(rest: str) -> list[str]:
    """Split a plan into its loads; if only one ship is named, all cards before it go there."""
    loads: list[str] = []
    for part in rest.split(";"):
        if part.count(" > ") == 1:
            loads.append(part.strip(" ,"))
        else:
            loads += _joined_by_and(part)
    return [load for load in loads if load] or [rest]


def _joined_by_and(part: str) -> list[str]:
    """Split at commas and at each "and"; cards before an "and" with no ship of their own go on the next one named."""
    loads: list[str] = []
    for piece in part.split(","):
        waiting = ""
        for words in re.split(r"\band\b", piece):
            if " > " in words or " > " not in piece:
                loads.append(f"{waiting}{words.strip()}")
                waiting = ""
            else:
                waiting += f"{words.strip()}+"
        if waiting:
            loads.append(waiting.rstrip("+"))
    return loads


def _read_goal(goal: str, following: int, named: dict[str, int]) -> int:
    """Return the number of the ship that `goal` means: `following` for a new one; `named` keeps those with a letter."""
    letter = _NAMED_NEW.fullmatch(goal)
    if letter:
        return named.setdefault(letter[1], following)
    return following if goal in _NEW else _read_number(goal)


def _read_cards(words: str) -> Cards:
    return tuple(_read_card(word) for word in re.split(r"[+,;\s]+", words.strip()) if word != "and")


def _read_card(word: str) -> Card:
    try:
        return Card(word)
    except ValueError as error:
        names = ", ".join(card.value for card in Card)
        raise MalformedMove("unknown_card", _("Name cards by these words: {words}.").format(words=names)) from error


def _read_number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise MalformedMove(
            "number_needed", _("Name a ship by its number, counted from 1, or say 'new' when you build.")
        )
    return int(word)


def _read_ship(words: str) -> ShipRef:
    """Read `seat 3 ship 1`, `3 1`, `3.1` or `armada 1`."""
    names = re.findall(r"[^\s.:,]+", re.sub(r"\b(seat|ship|the|player)\b", " ", words))
    match names:
        case ["armada", number]:
            return ShipRef(None, _read_number(number))
        case [owner, number]:
            return ShipRef(_read_seat(owner), _read_number(number))
    raise MalformedMove("ship_needed", _("Name a ship as in 'seat 3 ship 1' or 'armada 1'."))


def _read_seat(word: str) -> Seat:
    if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= MOST_SEATS:
        raise MalformedMove("seat_needed", _("Name a player by the number of the seat, counted from 1."))
    return int(word) - 1


def _read_side(_state: State, seat: Seat, rest: str) -> Move:
    rest = rest.removeprefix("side ")
    if rest not in (*SIDES, LOTS):
        raise MalformedMove("side_needed", _("Say 'side a' or 'side b', or 'side lots'."))
    return ChooseSide(seat, None if rest == LOTS else cast("Side", rest))


def _read_bluff(_state: State, seat: Seat, rest: str) -> Move:
    """Read `discard g1 open t2 closed b`, in any order."""
    if rest == LOTS:
        return LayBluff(seat)
    words = [
        word.removesuffix("ed") if word == "discarded" else word for word in re.sub(r"[,;:]|\band\b", " ", rest).split()
    ]
    if words[1:2] and words[1] in ("discard", *CHOICES):
        words = [word for card, what in zip(words[::2], words[1::2], strict=False) for word in (what, card)]
    named = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) != 2 * len(named) or set(named) != {"discard", *CHOICES}:
        raise MalformedMove("bluff_unclear", _("Say it like 'bluff discard g1 open t2 closed b', or 'bluff lots'."))
    return LayBluff(seat, **{what: _read_card(word) for what, word in named.items()})


def _read_take(_state: State, seat: Seat, rest: str) -> Move:
    word = rest.removeprefix("the ").removesuffix(" card").removesuffix(" one")
    if word not in (*CHOICES, LOTS):
        raise MalformedMove("choice_needed", _("Say 'take open' or 'take closed', or 'take lots'."))
    return TakeCard(seat, None if word == LOTS else cast("Choice", word))


def _read_armada(_state: State, seat: Seat, rest: str) -> Move:
    rest = rest.removesuffix(" for the armada")
    return ManArmada(seat, None if rest == LOTS else _read_cards(rest))


def _read_add(_state: State, seat: Seat, rest: str) -> Move:
    card, _onto, ship = rest.partition(" > ")
    return AddLeftover(seat, _read_card(card), _read_number(ship.removeprefix("ship ")))


def _read_move(_state: State, seat: Seat, rest: str) -> Move:
    """Read `t3 1 > 2`: the card, the ship it is on and the ship it goes to."""
    source, _onto, goal = rest.partition(" > ")
    card, _space, ship = re.sub(r"\b(from|ship)\b ?", "", source).strip().partition(" ")
    return ShiftCard(seat, _read_card(card), _read_number(ship), _read_number(goal.removeprefix("ship ")))


def _read_spy(_state: State, seat: Seat, rest: str) -> Move:
    ref = _read_ship(rest)
    if ref.owner is None:
        raise MalformedMove("seat_needed", _("Name a player's ship as in 'spy seat 3 ship 1'; the Armada is no rival."))
    return SpyShip(seat, ref.owner, ref.number)


def _read_look(_state: State, seat: Seat, rest: str) -> Move:
    words, _space, place = rest.replace(" card ", " ").rpartition(" ")
    ref = _read_ship(words)
    return LookAtCard(seat, ref.owner, ref.number, _read_number(place))


def _read_attack(_state: State, seat: Seat, rest: str) -> Move:
    if rest == LOTS:
        return AttackByLots(seat)
    own, _onto, target = rest.partition(" > ")
    ref = _read_ship(target)
    return AttackShip(seat, _read_number(re.sub(r"\b(with|ship)\b ?", "", own)), ref.owner, ref.number)


def _read_retreat(_state: State, seat: Seat, rest: str) -> Move:
    return RetreatShip(seat, _read_number(re.sub(r"\b(with|ship)\b ?", "", rest)))


def _read_forgo(_state: State, seat: Seat, rest: str) -> Move:
    if rest:
        raise MalformedMove("too_much", _("That word stands alone; leave out what follows it."))
    return ForgoPower(seat)


def _write_build(move: BuildShips) -> str:
    if move.loads is None:
        return f"build {LOTS}"
    goals = (f"{'+'.join(load.cards)}>{'new' if load.ship is None else load.ship}" for load in move.loads)
    return f"build {', '.join(goals)}"


def _write_bluff(move: LayBluff) -> str:
    if move.discard is None or move.open is None or move.closed is None:
        return f"bluff {LOTS}"
    return f"bluff discard {move.discard} open {move.open} closed {move.closed}"


def _write_ship(owner: Seat | None, number: int) -> str:
    return f"armada {number}" if owner is None else f"seat {owner + 1} ship {number}"


_READERS: Mapping[str, Callable[[State, Seat, str], Move]] = {
    "side": _read_side,
    "build": _read_build,
    "bluff": _read_bluff,
    "take": _read_take,
    "armada": _read_armada,
    "add": _read_add,
    "move": _read_move,
    "spy": _read_spy,
    "look": _read_look,
    "forgo": _read_forgo,
    "attack": _read_attack,
    "retreat": _read_retreat,
}
_WRITERS: Mapping[type[Move], Callable[[Any], str]] = {
    ChooseSide: lambda move: f"side {move.side or LOTS}",
    BuildShips: _write_build,
    LayBluff: _write_bluff,
    TakeCard: lambda move: f"take {move.which or LOTS}",
    ManArmada: lambda move: f"armada {LOTS if move.cards is None else ' '.join(move.cards)}",
    AddLeftover: lambda move: f"add {move.card} > {move.ship}",
    ShiftCard: lambda move: f"move {move.card} {move.ship} > {move.to}",
    SpyShip: lambda move: f"spy {_write_ship(move.rival, move.ship)}",
    LookAtCard: lambda move: f"look {_write_ship(move.rival, move.ship)} card {move.card}",
    ForgoPower: lambda _: "forgo",
    AttackShip: lambda move: f"attack {move.ship} > {_write_ship(move.rival, move.target)}",
    AttackByLots: lambda _: f"attack {LOTS}",
    RetreatShip: lambda move: f"retreat {move.ship}",
}
write = write_by(_WRITERS)
"""Return the one written form of a Move."""
