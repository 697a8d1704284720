"""The toy game on trial."""

from collections import Counter

from msgspec.structs import replace

from pirates.dice import Dice, shuffle
from pirates.seats import Seat
from tests.pirates.toy_game import ROBBERS
from tests.pirates.toy_pieces import (
    BidsOpened,
    Options,
    RobberyBlocked,
    RobberyTried,
    State,
    ToyEnded,
)
from tests.pirates.trial import Trial, Variant


def components(state: State) -> Counter[int]:
    return Counter((*state.deck, *(card for hand in state.hands for card in hand)))


def swap_hidden(state: State, viewer: Seat | None, dice: Dice) -> State:
    """Redeal the deck and the other hands, and let the others bid something else."""
    hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
    cards = list(shuffle(dice, [*state.deck, *(card for seat in hidden for card in state.hands[seat])]))
    hands, bids = list(state.hands), list(state.bids)
    for seat in hidden:
        hands[seat] = tuple(cards.pop() for _ in state.hands[seat])
        if state.active is None and bids[seat] is not None:
            bids[seat] = dice.below(3)
    return replace(state, hands=tuple(hands), bids=tuple(bids), deck=tuple(cards))


def permute(state: State, permutation: tuple[Seat, ...]) -> State:
    origin = [permutation.index(seat) for seat in range(len(permutation))]
    return replace(
        state,
        hands=tuple(state.hands[seat] for seat in origin),
        bids=tuple(state.bids[seat] for seat in origin),
        active=None if state.active is None else permutation[state.active],
        victim=None if state.victim is None else permutation[state.victim],
    )


TRIAL = Trial(
    game=ROBBERS,
    variants=tuple(Variant(seats, Options(goal)) for seats in ROBBERS.seats for goal in (10, 18)),
    reasons=frozenset({"rich", "deck_empty"}),
    hides_nothing=frozenset({BidsOpened, RobberyTried, RobberyBlocked, ToyEnded}),
    reveals=frozenset({BidsOpened, ToyEnded}),
    longest=400,
    components=components,
    swap_hidden=swap_hidden,
    permute=permute,
)
