"""Targets: the seats or Islands each card may be played on, from public facts and the player's own hand."""

from collections.abc import Callable, Iterator, Mapping

from pirates.capitan_bacon.pieces import ACTION_COPIES, MOST_LOOKS, PLAYABLE, Card
from pirates.capitan_bacon.state import Phase, Play, State
from pirates.seats import Seat, others


def targets(state: State, seat: Seat, card: Card) -> tuple[int, ...]:
    """Return the Islands or seats that `seat` may play `card` on; a Boarding has the one target 0."""
    return _TARGETS[card](state, seat)


def playable_faces(state: State, seat: Seat) -> Iterator[Card]:
    """Yield each action card of the hand that may be played now (Rulings B3, B4)."""
    hand = state.hands[seat]
    faces = PLAYABLE if state.phase is Phase.TURN or state.face is None else (state.face,)
    return (card for card in faces if card in hand and targets(state, seat, card))


def may_play_another(state: State) -> bool:
    """Return whether, by public facts, the player could play another identical card.

    The player's real hand must not matter: the others could infer it from the pause.
    """
    card = state.face
    if card is None or not state.hands[state.current]:
        return False
    return state.discard.count(card) < ACTION_COPIES[card] and bool(targets(state, state.current, card))


def may_hold_mirror(state: State, seat: Seat) -> bool:
    """Return whether, by public facts, `seat` could hold a Mirror: it has cards, and not all Mirrors are discarded."""
    return bool(state.hands[seat]) and state.discard.count(Card.MIRROR) < ACTION_COPIES[Card.MIRROR]


def looks_left(state: State, play: Play) -> int:
    """Return how many more Islands the Map lets the player look at (Ruling B19)."""
    return min(MOST_LOOKS, len(state.islands)) - len(play.looked)


def unseen_islands(state: State, play: Play) -> tuple[int, ...]:
    """Return the Islands not yet looked at with this Map; the others cannot be chosen again (Ruling B19)."""
    return tuple(island.number for island in state.islands if island.number not in play.looked)


def _islands(state: State, _: Seat) -> tuple[int, ...]:
    return tuple(island.number for island in state.islands)


def _galleon(_: State, __: Seat) -> tuple[int, ...]:
    return (0,)


def _others(state: State, seat: Seat) -> tuple[int, ...]:
    return others(seat, state.seats)


def _others_with_cards(state: State, seat: Seat) -> tuple[int, ...]:
    return tuple(other for other in others(seat, state.seats) if state.hands[other])


_TARGETS: Mapping[Card, Callable[[State, Seat], tuple[int, ...]]] = {
    Card.SHOVEL: _islands,
    Card.BOARDING: _galleon,
    Card.FISHING_ROD: _others_with_cards,
    Card.SPYGLASS: _others_with_cards,
    Card.MAP: _islands,
    Card.DROP_BALLAST: _others,
    Card.SWITCHEROO: _others,
}
