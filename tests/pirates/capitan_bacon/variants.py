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
from pirates.capitan_bacon.pieces import Card, Options, sorted_hand
from pirates.capitan_bacon.rules.legal import STANDING_ORDERS
from pirates.capitan_bacon.scoring import complete_set
from pirates.capitan_bacon.state import Island, Phase, State
from pirates.capitan_bacon.view import view
from pirates.dice import Dice, pick, shuffle
from pirates.seats import Seat
from tests.pirates.trial import Trial, Variant

MEMORIES: tuple[Literal["kept", "by-the-book"], ...] = ("kept", "by-the-book")


def components(state: State) -> Counter[Card]:
    lying = [island.face for island in state.islands]
    held = [card for hand in state.hands for card in hand]
    return Counter([*state.deck, *state.discard, *state.galleon, *lying, *held, *_resolving(state)])


def _resolving(state: State) -> list[Card]:
    return [] if state.play is None else [state.play.card]


def swap_hidden(state: State, viewer: Seat | None, dice: Dice) -> State:
    """Redeal what `viewer` may not know, so that no set is complete or about to be drawn in either world."""
    if _is_over_or_about_to_be(state):
        return state
    for _ in range(20):
        other = _redealt(state, viewer, dice)
        if not _is_over_or_about_to_be(other):
            return other
    return state


def _is_over_or_about_to_be(state: State) -> bool:
    coming = state.deck[-state.options.hand_limit :]
    return state.outcome is not None or any(complete_set(hand + coming) for hand in state.hands)


def _redealt(state: State, viewer: Seat | None, dice: Dice) -> State:
    seen = {island.number for island in view(state, viewer).islands if island.face is not None}
    hidden = [seat for seat in range(state.seats) if not _sees_hand(state, viewer, seat)]
    faces = [island.face for island in state.islands if island.number not in seen]
    cards = list(shuffle(dice, [*state.deck, *faces, *(card for seat in hidden for card in state.hands[seat])]))
    hands = [
        sorted_hand(tuple(cards.pop() for _ in hand)) if seat in hidden else hand
        for seat, hand in enumerate(state.hands)
    ]
    islands = [island if island.number in seen else replace(island, face=cards.pop()) for island in state.islands]
    return replace(
        state,
        hands=tuple(hands),
        islands=tuple(islands),
        deck=tuple(cards),
        galleon=(*shuffle(dice, state.galleon[:-1]), *state.galleon[-1:]),
        orders=tuple(
            order if seat == viewer else pick(dice, STANDING_ORDERS) for seat, order in enumerate(state.orders)
        ),
    )


def _sees_hand(state: State, viewer: Seat | None, seat: Seat) -> bool:
    play = state.play
    if viewer == seat or play is None or play.target != seat:
        return viewer == seat
    return state.phase is Phase.BALLAST or (state.phase is Phase.STEAL and play.doer == viewer)


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
        Variant(seats, Options(express=express, memory=memory))
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
    reveals=frozenset({MirrorPlayed, MirrorDeclined, GalleonBoarded, HandShown, MatchEnded}),
    longest=3000,
    components=components,
    swap_hidden=swap_hidden,
    permute=permute,
)
