"""Tables laid out in words, for rules tests: decks are written in the order they are drawn from."""

from typing import Any

from msgspec.structs import replace

from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.pieces import Card, Options, StandingOrder, sorted_hand
from pirates.capitan_bacon.state import Island, Phase, State
from pirates.capitan_bacon.view import View, view
from pirates.commands import Start
from pirates.dice import SeededDice
from pirates.replay import fold
from pirates.seats import Seat

PLAIN = Options()
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn")


def cards(words: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in words.split())


def hand(words: str) -> tuple[Card, ...]:
    return sorted_hand(cards(words))


def table(
    *hands: str,
    deck: str = "map map map map map map map map map map map map",
    galleon: str = "gold chest",
    islands: str = "shovel rod mirror spyglass",
    discard: str = "",
    options: Options = PLAIN,
) -> State:
    """Seat 1 (index 0) is on turn; Islands count from 1."""
    laid = tuple(Island(number, face, None, 0) for number, face in enumerate(cards(islands), 1))
    return State(
        options=options,
        starter=0,
        hands=tuple(hand(words) for words in hands),
        deck=cards(deck)[::-1],
        galleon=cards(galleon)[::-1],
        islands=laid,
        islands_made=len(laid),
        orders=(StandingOrder(),) * len(hands),
        order_changes=(0,) * len(hands),
        current=0,
        discard=cards(discard),
        turn=1,
        step=1,
        phase=Phase.TURN,
    )


def with_order(state: State, seat: Seat, order: StandingOrder) -> State:
    orders = (*state.orders[:seat], order, *state.orders[seat + 1 :])
    return replace(state, orders=orders)


def started(seats: int, options: Options = PLAIN, seed: bytes = b"start") -> State:
    state = fold(BACON.evolve, BACON.decide(None, Start(options, seats), SeededDice(seed, 1)))
    assert state is not None
    return state


def seen(state: State, seat: Seat | None) -> View:
    return view(state, seat)


def asked(state: State) -> tuple[tuple[Any, str], ...]:
    """Who must answer which question."""
    return tuple((each.seat, each.kind) for each in BACON.decisions(state) if each.required)
