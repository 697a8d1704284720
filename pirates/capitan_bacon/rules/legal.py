"""Legal moves: all of them, listed lazily, or a random one without listing them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from pirates.capitan_bacon.decisions import asked_seat
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
from pirates.capitan_bacon.pieces import ATTACKS, Card, Hand, StandingOrder
from pirates.capitan_bacon.rules.targets import looks_left, playable_faces, targets, unseen_islands
from pirates.capitan_bacon.state import Phase, State, play_of
from pirates.commands import Move
from pirates.dice import Dice, pick, shuffle
from pirates.seats import Seat

STANDING_ORDERS: tuple[StandingOrder, ...] = (
    StandingOrder("ask"),
    StandingOrder("always"),
    StandingOrder("never"),
    *(StandingOrder("against", named) for size in (1, 2, 3) for named in combinations(ATTACKS, size)),
)
_ORDER_ONE_IN = 32


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    """Yield every Move that is accepted from `seat` now."""
    if state.outcome is not None or seat not in range(state.seats):
        return
    if asked_seat(state) == seat:
        yield from _ANSWERS[state.phase](state, seat)
    yield from (SetStandingOrder(seat, order) for order in STANDING_ORDERS)


def sample_move(state: State, seat: Seat, dice: Dice) -> Move:
    """Return a random legal Move; each one is possible. `seat` must have a Decision open."""
    if asked_seat(state) != seat or dice.below(_ORDER_ONE_IN) == 0:
        return SetStandingOrder(seat, pick(dice, STANDING_ORDERS))
    return _SAMPLES[state.phase](state, seat, dice)


def _turn(state: State, seat: Seat) -> Iterator[Move]:
    yield Pass(seat)
    yield from _plays(state, seat)
    yield from (BuryCards(seat, cards) for cards in _multisets(state.hands[seat]) if cards)


def _more(state: State, seat: Seat) -> Iterator[Move]:
    yield EndTurn(seat)
    yield from _plays(state, seat)


def _mirror(state: State, seat: Seat) -> Iterator[Move]:
    yield DeclineMirror(seat)
    if Card.MIRROR in state.hands[seat]:
        yield PlayMirror(seat)


def _steal(state: State, seat: Seat) -> Iterator[Move]:
    hand = state.hands[play_of(state).victim]
    cards = (None, *dict.fromkeys(hand))
    yield from (StealCard(seat, card, ends) for card, ends in product(cards, _ends(state, seat)))


def _map(state: State, seat: Seat) -> Iterator[Move]:
    play = play_of(state)
    yield from (KeepIsland(seat, ends) for ends in (False, True))
    last = (False, True) if looks_left(state, play) == 1 else (False,)
    yield from (LookAtIsland(seat, island, ends) for island, ends in product(unseen_islands(state, play), last))


def _ballast(state: State, seat: Seat) -> Iterator[Move]:
    yield BuryShownHand(seat)
    yield from (BuryShownHand(seat, order) for order in _orders_of(Counter(state.hands[seat])))


def _plays(state: State, seat: Seat) -> Iterator[Move]:
    for card in playable_faces(state, seat):
        ends = (False, True) if card in _MAY_END else (False,)
        yield from (_PLAY[card](seat, target, end) for target, end in product(targets(state, seat, card), ends))


def _ends(state: State, seat: Seat) -> tuple[bool, ...]:
    return (False, True) if seat == state.current else (False,)


def _multisets(hand: Hand) -> Iterator[tuple[Card, ...]]:
    """Yield each distinct choice of cards from `hand`, including the empty one."""
    held = Counter(hand)
    counts = product(*(range(count + 1) for count in held.values()))
    return (tuple(card for card, n in zip(held, chosen, strict=True) for _ in range(n)) for chosen in counts)


def _orders_of(left: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield each distinct order of the cards in `left`."""
    if not left:
        yield ()
    for card in left:
        yield from ((card, *rest) for rest in _orders_of(left - Counter((card,))))


def _sample_turn(state: State, seat: Seat, dice: Dice) -> Move:
    choice = dice.below(6)
    faces = list(playable_faces(state, seat))
    if faces and choice > 1:
        return _sample_play(state, seat, faces, dice)
    hand = state.hands[seat]
    if choice == 0 or not hand:
        return Pass(seat)
    return BuryCards(seat, tuple(card for card in hand if dice.below(2)) or (pick(dice, hand),))


def _sample_more(state: State, seat: Seat, dice: Dice) -> Move:
    faces = list(playable_faces(state, seat))
    return _sample_play(state, seat, faces, dice) if faces and dice.below(3) else EndTurn(seat)


def _sample_play(state: State, seat: Seat, faces: Sequence[Card], dice: Dice) -> Move:
    card = pick(dice, faces)
    target = pick(dice, targets(state, seat, card))
    return _PLAY[card](seat, target, card in _MAY_END and dice.below(2) == 0)


def _sample_listed(state: State, seat: Seat, dice: Dice) -> Move:
    return pick(dice, tuple(_ANSWERS[state.phase](state, seat)))


def _sample_burial(state: State, seat: Seat, dice: Dice) -> Move:
    return BuryShownHand(seat, shuffle(dice, state.hands[seat]) if dice.below(2) else None)


_MAY_END = frozenset({Card.SHOVEL, Card.BOARDING, Card.FISHING_ROD})
_PLAY: Mapping[Card, Callable[[Seat, int, bool], Move]] = {
    Card.SHOVEL: DigIsland,
    Card.BOARDING: lambda seat, _, end: BoardGalleon(seat, end),
    Card.FISHING_ROD: CastRod,
    Card.SPYGLASS: lambda seat, victim, _: UseSpyglass(seat, victim),
    Card.MAP: lambda seat, island, _: ReadMap(seat, island),
    Card.DROP_BALLAST: lambda seat, victim, _: DropBallast(seat, victim),
    Card.SWITCHEROO: lambda seat, victim, _: Switcheroo(seat, victim),
}
_ANSWERS: Mapping[Phase, Callable[[State, Seat], Iterator[Move]]] = {
    Phase.TURN: _turn,
    Phase.MORE: _more,
    Phase.MIRROR: _mirror,
    Phase.STEAL: _steal,
    Phase.MAP: _map,
    Phase.BALLAST: _ballast,
}
_SAMPLES: Mapping[Phase, Callable[[State, Seat, Dice], Move]] = {
    Phase.TURN: _sample_turn,
    Phase.MORE: _sample_more,
    Phase.MIRROR: _sample_listed,
    Phase.STEAL: _sample_listed,
    Phase.MAP: _sample_listed,
    Phase.BALLAST: _sample_burial,
}
