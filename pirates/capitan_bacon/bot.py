"""Bot: plays sensibly from a View and the Moves it is offered.

It gathers treasures, first those of its most promising set. It boards whenever it can, steals from the biggest hands,
digs where it knows of treasure or hopes for some, and buries only cards it cannot use. It drops ballast on a big hand
that must hold treasure by then, and keeps Mirrors for attackers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.bots import best_of
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
from pirates.capitan_bacon.pieces import GALLEON, NEEDED, TREASURES_ON, Card, Hand, with_card, without_card
from pirates.capitan_bacon.scoring import complete_set, treasures_in
from pirates.capitan_bacon.view import View
from pirates.commands import Move
from pirates.dice import Dice
from pirates.seats import Seat

WIN = 1000.0
UNKNOWN_ISLAND = 2.0
"""The average value of a face-down card, on the scale of `_worth`."""

BALLAST_EACH = 3.0
"""The value of each treasure that a rival has to bury."""
GALLEON_TREASURES = sum(len(TREASURES_ON[card]) * count for card, count in GALLEON.items())
TURNS_A_BOARDING = 3
"""The approximate number of turns for each card that leaves the galleon."""

_USES: Mapping[Card, float] = {
    Card.SHOVEL: 1.0,
    Card.BOARDING: 6.0,
    Card.FISHING_ROD: 2.5,
    Card.MIRROR: 6.0,
    Card.SPYGLASS: 5.0,
    Card.MAP: 2.5,
    Card.DROP_BALLAST: 4.0,
    Card.SWITCHEROO: 1.0,
}


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Return the best of `moves`; choose between equals at random."""
    if len(moves) == 1:
        return moves[0]
    return best_of(moves, [_VALUES[type(move)](view, move) for move in moves], dice)


def _worth(hand: Hand) -> float:
    """Return how good a hand is: treasures count more the nearer they are to a set, action cards by their use."""
    if complete_set(hand):
        return WIN
    shown = treasures_in(hand)
    sets = sum((shown.count(kind) / needed) ** 2 * 20 for kind, needed in NEEDED.items())
    return 4.0 * len(shown) + sets + sum(_USES.get(card, 0.0) for card in hand)


def _gain(view: View, card: Card) -> float:
    hand = view.hand or ()
    return _worth(with_card(hand, card)) - _worth(hand)


def _rest(view: View, card: Card) -> Hand:
    """Return the hand without the card that is about to be played."""
    hand = view.hand or ()
    return without_card(hand, card) if card in hand else hand


def _board(view: View, move: BoardGalleon) -> float:
    top = view.top_card or Card.BARREL
    hand = _rest(view, Card.BOARDING)
    return 20.0 + _worth(with_card(hand, top)) - _worth(hand) - _early_end(view, Card.BOARDING, end=move.end_turn)


def _dig(view: View, move: DigIsland) -> float:
    return 2.0 + _island(view, move.island) - _early_end(view, Card.SHOVEL, end=move.end_turn)


def _island(view: View, number: int) -> float:
    """Return the value of an Island: the gain from its face if the viewer knows it, else `UNKNOWN_ISLAND`."""
    island = next((each for each in view.islands if each.number == number), None)
    if island is None or island.face is None:
        return UNKNOWN_ISLAND
    return _gain(view, island.face)


def _early_end(view: View, card: Card, *, end: bool) -> float:
    """Return the cost of a wrong `end`: ending the turn with another such card in hand, or going on without one."""
    copies = (view.hand or ()).count(card)
    another = copies > (1 if view.play is None else 0)
    return 5.0 if end == another else 0.0


def _prey(view: View, seat: Seat) -> float:
    """Return how tempting a hand is: the bigger the better."""
    return float(view.hand_sizes[seat])


def _cast(view: View, move: CastRod) -> float:
    return 8.0 + _prey(view, move.victim) - _early_end(view, Card.FISHING_ROD, end=move.end_turn)


def _spy(view: View, move: UseSpyglass) -> float:
    return 14.0 + _prey(view, move.victim)


def _read(view: View, move: ReadMap) -> float:
    return 7.0 + min(_island(view, move.island), UNKNOWN_ISLAND) / 10


def _ballast(view: View, move: DropBallast) -> float:
    return BALLAST_EACH * _treasures_expected(view, move.victim)


def _treasures_expected(view: View, seat: Seat) -> float:
    """Estimate how many treasures a rival holds, assuming that one turn in three boards the galleon."""
    taken = min(GALLEON_TREASURES, view.turn / TURNS_A_BOARDING * GALLEON_TREASURES / sum(GALLEON.values()))
    rivals = sum(view.hand_sizes) - len(view.hand or ())
    return max(0.0, taken - len(treasures_in(view.hand or ()))) * view.hand_sizes[seat] / max(1, rivals)


def _switch(view: View, move: Switcheroo) -> float:
    rest = len(treasures_in(_rest(view, Card.SWITCHEROO)))
    return 3.0 * (view.hand_sizes[move.victim] - rest * 3)


def _bury(view: View, move: BuryCards) -> float:
    hand = view.hand or ()
    for card in move.cards:
        hand = without_card(hand, card)
    return 6.0 + _worth(hand) - _worth(view.hand or ()) + 2.6 * len(move.cards)


def _steal(view: View, move: StealCard) -> float:
    value = 0.0 if move.card is None else _gain(view, move.card)
    return value - _early_end(view, Card.SPYGLASS, end=move.end_turn)


def _keep(view: View, move: KeepIsland) -> float:
    looked = view.play.looked if view.play else ()
    return (_island(view, looked[-1]) if looked else 0.0) - _early_end(view, Card.MAP, end=move.end_turn)


def _look(view: View, move: LookAtIsland) -> float:
    known = next((each.face for each in view.islands if each.number == move.island), None)
    return (4.0 if known is None else _gain(view, known)) - _early_end(view, Card.MAP, end=move.end_turn)


def _order(_: View, move: SetStandingOrder) -> float:
    return -50.0 if move.order.answer == "always" else -60.0


def _worthless(_: View, __: Move) -> float:
    return 0.0


_VALUES: Mapping[type[Move], Callable[[View, Any], float]] = {
    Pass: lambda _, __: -40.0,
    BuryCards: _bury,
    DigIsland: _dig,
    BoardGalleon: _board,
    CastRod: _cast,
    UseSpyglass: _spy,
    ReadMap: _read,
    DropBallast: _ballast,
    Switcheroo: _switch,
    StealCard: _steal,
    KeepIsland: _keep,
    LookAtIsland: _look,
    BuryShownHand: _worthless,
    PlayMirror: lambda _, __: 1.0,
    DeclineMirror: _worthless,
    EndTurn: lambda _, __: -5.0,
    SetStandingOrder: _order,
}
