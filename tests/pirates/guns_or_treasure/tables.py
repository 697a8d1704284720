"""Tables laid out in words, for rules tests: ships are split by `/`, decks are written in the order they are drawn."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pirates.commands import Resolve, Start
from pirates.dice import SeededDice
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import Captain, Card, Cards, Options, ShipRef, Side
from pirates.guns_or_treasure.state import Laid, Phase, Ship, State
from pirates.guns_or_treasure.view import View, view
from pirates.piles import sorted_cards
from pirates.replay import fold
from pirates.seats import Seat
from tests.scenario import Scenario

PLAIN = Options()
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn")
DECK = "t1 g1 t2 g2 t3 g3 t4 g4 t5 g5 b t1 g1 t2 g2 t3 g3 t4 g4 t5 g5 b"


def cards(words: str) -> Cards:
    return tuple(Card(word) for word in words.split())


def hand(words: str) -> Cards:
    return sorted_cards(cards(words))


def ships(words: str) -> tuple[Ship, ...]:
    return tuple(Ship(number, cards(each)) for number, each in enumerate(words.split("/"), 1)) if words else ()


def _table(seats: int, options: Options, crew: Mapping[Captain, Side]) -> State:
    captains = (*crew, *(each for each in Captain if each not in crew))[:seats] if crew else ()
    return State(
        options=options,
        captains=captains,
        sides=tuple(crew.get(each, "a") for each in captains),
        hands=((),) * seats,
        fleets=((),) * seats,
        stashes=((),) * seats,
        sealed=(None,) * seats,
        seals=(0,) * seats,
        laid=(Laid(),) * seats,
        made=(0,) * seats,
        acted=(False,) * seats,
        wins=(0,) * seats,
        game=1,
        leader=0,
    )


def building(
    *hands: str,
    fleets: tuple[str, ...] = (),
    number: int = 1,
    deck: str = DECK,
    options: Options = PLAIN,
    crew: Mapping[Captain, Side] | None = None,
) -> State:
    """A building round; seat 1 (index 0) leads. The first of `crew` commands seat 1, and so on."""
    laid = tuple(ships(each) for each in fleets) or ((),) * len(hands)
    return replace(
        _table(len(hands), options, crew or {}),
        hands=tuple(hand(words) for words in hands),
        fleets=laid,
        made=tuple(len(fleet) for fleet in laid),
        deck=cards(deck)[::-1],
        round=number,
        phase=Phase.BUILD,
    )


def marauding(
    *fleets: str,
    armada: str = "",
    is_later: bool = False,
    options: Options = PLAIN,
    crew: Mapping[Captain, Side] | None = None,
) -> State:
    """Seat 1 (index 0) is on turn, its first one unless `is_later`."""
    seats = len(fleets)
    return replace(
        _table(seats, options, crew or {}),
        fleets=tuple(ships(words) for words in fleets),
        armada=ships(armada),
        made=(9,) * seats,
        acted=(is_later,) * seats,
        round=4,
        turn=1,
        order=tuple(range(seats)),
        current=0,
        phase=Phase.TURN,
    )


def started(seats: int, options: Options = PLAIN, seed: bytes = b"start") -> State:
    state = fold(GUNS.evolve, GUNS.decide(None, Start(options, seats), SeededDice(seed, 1)))
    assert state is not None
    return state


def sealed_by_all(story: Scenario[State], *plans: str) -> Scenario[State]:
    """Let every seat seal its plan, in seat order."""
    for seat, plan in enumerate(plans):
        story = story.when_seat(seat, plan)
    return story


def closed(story: Scenario[State], *plans: str, dice: list[int] | None = None) -> Scenario[State]:
    """Let every seat seal its plan, and the clock show them all."""
    story = sealed_by_all(story, *plans)
    return story.when(Resolve(reveal_key(story.state)), dice)


def reveal_key(state: State) -> str:
    return next(each.key for each in GUNS.decisions(state) if each.seat is None)


def ship_of(state: State, seat: Seat | None, number: int) -> Cards | None:
    fleet = state.armada if seat is None else state.fleets[seat]
    return next((ship.cards for ship in fleet if ship.number == number), None)


def seen(state: State, seat: Seat | None) -> View:
    return view(state, seat)


def asked(state: State) -> tuple[tuple[Any, str], ...]:
    """Who must answer which question."""
    return tuple((each.seat, each.kind) for each in GUNS.decisions(state) if each.required)


def ref(seat: Seat | None, number: int) -> ShipRef:
    return ShipRef(seat, number)
