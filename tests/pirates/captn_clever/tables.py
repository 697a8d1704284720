"""Tables laid out in words, for rules tests."""

from typing import Any

from msgspec.structs import replace

from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import Colour, Options, Treasure
from pirates.captn_clever.state import Crew, Phase, State
from pirates.captn_clever.view import View, view
from pirates.commands import Start
from pirates.dice import SeededDice
from pirates.replay import fold
from pirates.seats import Seat

PLAIN = Options()
SEAT_1_STARTS = Options(starter=0)
NAMES = ("Anna", "Ben", "Cleo", "Dan")


def treasures(words: str) -> tuple[Treasure, ...]:
    return tuple(Treasure(word) for word in words.split())


def crew(colour: Colour, places: str, task: str = "", won: str = "") -> Crew:
    """Return a crew whose captain and ship lie as in `5 1-2`; the cards are what is neither task nor won."""
    captain, ship = places.split()
    taken = treasures(f"{task} {won}")
    cards = tuple(card for card in Treasure if card not in taken)
    return Crew(colour, cards, int(captain), ship, Treasure(task) if task else None, treasures(won))


def table(*crews: tuple[str, ...], options: Options = PLAIN, current: Seat = 0, turn: int = 1) -> State:
    """Lay a table out: for each seat its places, its task and what it has won."""
    manned = tuple(crew(colour, *words) for colour, words in zip(Colour, crews, strict=False))
    return State(options=options, starter=0, crews=manned, current=current, phase=Phase.TURN, turn=turn)


def with_crew(state: State, seat: Seat, **changes: Any) -> State:
    crews = list(state.crews)
    crews[seat] = replace(crews[seat], **changes)
    return replace(state, crews=tuple(crews))


def started(seats: int = 4, options: Options = PLAIN, seed: bytes = b"start") -> State:
    state = fold(CLEVER.evolve, CLEVER.decide(None, Start(options, seats), SeededDice(seed, 1)))
    assert state is not None
    return state


def seen(state: State, seat: Seat | None) -> View:
    return view(state, seat)


def asked(state: State) -> tuple[tuple[Any, str], ...]:
    """Who must answer which question."""
    return tuple((each.seat, each.kind) for each in CLEVER.decisions(state) if each.required)


def may_answer(state: State) -> tuple[tuple[Any, str], ...]:
    """Who may answer which question, or leave it."""
    return tuple((each.seat, each.kind) for each in CLEVER.decisions(state) if not each.required)
