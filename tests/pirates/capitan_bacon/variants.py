"""Capitán Bacon on trial."""

from collections import Counter
from itertools import product
from typing import Literal

from msgspec.structs import replace

from pirates.capitan_bacon.events import (
    CardDiscarded,
    GalleonBoarded,
    HandShown,
    MatchEnded,
    MirrorDeclined,
    MirrorPlayed,
    Passed,
    TurnBegan,
    TurnEnded,
)
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.pieces import Card, Hand, Options, sorted_hand
from pirates.capitan_bacon.rules.legal import STANDING_ORDERS
from pirates.capitan_bacon.scoring import complete_set
from pirates.capitan_bacon.state import Island, Phase, State
from pirates.dice import Dice, pick, shuffle
from pirates.seats import Seat
from tests.pirates.trial import Trial, Variant

MEMORIES: tuple[Literal["kept", "by-the-book"], ...] = ("kept", "by-the-book")


def components(state: State) -> Counter[Card]:
    """Count all 72 cards, wherever they are; a card being resolved lies in `play`."""
    lying = [island.face for island in state.islands]
    held = [card for hand in state.hands for card in hand]
    resolving = [state.play.card] if state.play else []
    return Counter((*state.deck, *state.galleon, *state.discard, *lying, *held, *resolving))


def swap_hidden(state: State, viewer: Seat | None, dice: Dice) -> State:
    """Redeal what `viewer` may not know, so that no set is complete or about to be drawn in either world.

    `ends` stays: it is secret too, but the next Event brings it to light.
    """
    if _is_over_or_about_to_be(state):
        return state
    worlds = (_redealt(state, viewer, dice) for _ in range(20))
    other = next((world for world in worlds if not _is_over_or_about_to_be(world)), state)
    return _with_other_orders(other, viewer, dice)


def _is_over_or_about_to_be(state: State) -> bool:
    coming = state.deck[-state.options.hand_limit :]
    return state.outcome is not None or any(complete_set(hand + coming) for hand in state.hands)


def _redealt(state: State, viewer: Seat | None, dice: Dice) -> State:
    hidden = [seat for seat in range(state.seats) if not _sees_hand(state, viewer, seat)]
    unseen = [island for island in state.islands if not _sees_island(state, viewer, island)]
    faces = [island.face for island in unseen]
    cards = list(shuffle(dice, [*state.deck, *faces, *(card for seat in hidden for card in state.hands[seat])]))
    return replace(
        state,
        galleon=(*shuffle(dice, state.galleon[:-1]), *state.galleon[-1:]),
        hands=tuple(_dealt(cards, len(hand)) if seat in hidden else hand for seat, hand in enumerate(state.hands)),
        islands=tuple(replace(each, face=cards.pop()) if each in unseen else each for each in state.islands),
        deck=tuple(cards),
    )


def _sees_hand(state: State, viewer: Seat | None, seat: Seat) -> bool:
    if seat == viewer:
        return True
    if state.play is None or state.play.target != seat:
        return False
    return state.phase is Phase.BALLAST or (state.phase is Phase.STEAL and state.play.doer == viewer)


def _sees_island(state: State, viewer: Seat | None, island: Island) -> bool:
    if state.options.memory == "kept":
        return viewer in island.known_to
    play = state.play
    return state.phase is Phase.MAP and play is not None and play.doer == viewer and island.number in play.looked


def _dealt(cards: list[Card], count: int) -> Hand:
    return sorted_hand(tuple(cards.pop() for _ in range(count)))


def _with_other_orders(state: State, viewer: Seat | None, dice: Dice) -> State:
    """Give the others other standing orders, changed another number of times."""
    orders = tuple(order if seat == viewer else pick(dice, STANDING_ORDERS) for seat, order in enumerate(state.orders))
    changes = tuple(count + (seat != viewer) for seat, count in enumerate(state.order_changes))
    return replace(state, orders=orders, order_changes=changes)


def permute(state: State, permutation: tuple[Seat, ...]) -> State:
    origin = [permutation.index(seat) for seat in range(state.seats)]
    play = state.play
    return replace(
        state,
        starter=permutation[state.starter],
        current=permutation[state.current],
        hands=tuple(state.hands[seat] for seat in origin),
        orders=tuple(state.orders[seat] for seat in origin),
        order_changes=tuple(state.order_changes[seat] for seat in origin),
        islands=tuple(_reseated(island, permutation) for island in state.islands),
        play=play
        and replace(
            play,
            doer=permutation[play.doer],
            target=None if play.target is None else permutation[play.target],
        ),
    )


def _reseated(island: Island, permutation: tuple[Seat, ...]) -> Island:
    return replace(
        island,
        buried_by=None if island.buried_by is None else permutation[island.buried_by],
        known_to=tuple(sorted(permutation[seat] for seat in island.known_to)),
    )


TRIAL = Trial(
    game=BACON,
    variants=tuple(
        Variant(seats, Options(express=express, memory=memory, starter=None if express else seats - 1))
        for seats, express, memory in product(BACON.seats, (False, True), MEMORIES)
    ),
    reasons=frozenset({"set", "galleon", "run-out"}),
    hides_nothing=frozenset(
        {
            TurnBegan,
            Passed,
            MirrorPlayed,
            MirrorDeclined,
            GalleonBoarded,
            HandShown,
            CardDiscarded,
            TurnEnded,
            MatchEnded,
        }
    ),
    reveals=frozenset({MirrorPlayed, GalleonBoarded, HandShown, MatchEnded}),
    longest=3000,
    components=components,
    swap_hidden=swap_hidden,
    permute=permute,
)
