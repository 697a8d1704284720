"""State: everything about one Match, secrets included, and queries on it that need no battle rules."""

from enum import StrEnum

import msgspec

from pirates.guns_or_treasure.pieces import Captain, Card, Cards, Options, Plan, ShipRef, Side
from pirates.outcomes import Outcome
from pirates.seats import Seat


class Phase(StrEnum):
    """The stage of a Match. The first five are sealed, the next four ask one seat; of the others, only OVER lasts."""

    SIDES = "sides"
    BUILD = "build"
    BLUFF = "bluff"
    TAKE = "take"
    ARMADA = "armada"
    REPAIRS = "repairs"
    SPY = "spy"
    LOOK = "look"
    TURN = "turn"
    DRAWING = "drawing"
    CLEANING = "cleaning"
    ORDERING = "ordering"
    ENDING = "ending"
    SCORED = "scored"
    OVER = "over"


SEALED_PHASES = frozenset({Phase.SIDES, Phase.BUILD, Phase.BLUFF, Phase.TAKE, Phase.ARMADA})


class Ship(msgspec.Struct, frozen=True):
    """A ship of a seat or of the Armada: its first card is the bow. A ship that was in a battle lies open."""

    number: int
    cards: Cards
    is_open: bool = False


class Laid(msgspec.Struct, frozen=True):
    """The two cards that a seat has laid down for Pirate's Bluff; None for each that is not on the table."""

    open: Card | None = None
    closed: Card | None = None


class Seen(msgspec.Struct, frozen=True):
    """Lantern Lou's seat has seen the card in that `place` of a ship (0 is the bow)."""

    ship: ShipRef
    place: int


class GameResult(msgspec.Struct, frozen=True):
    """How one game was scored, all of it public."""

    stashes: tuple[Cards, ...]
    totals: tuple[int, ...]
    ranking: tuple[Seat, ...]
    reason: str


class State(msgspec.Struct, frozen=True):
    """Decks are drawn from their end. Tuples with one item per seat are in seat order; `sides` is empty if unchosen.

    `seals` counts what each seat has sealed in this Match, so that no Decision key repeats. `order` is the order of
    marauding turns, `acted` says which seats have had a marauding turn, `made` how many ships each seat has ever
    started.
    """

    options: Options
    captains: tuple[Captain, ...]
    sides: tuple[Side, ...]
    hands: tuple[Cards, ...]
    fleets: tuple[tuple[Ship, ...], ...]
    stashes: tuple[Cards, ...]
    sealed: tuple[Plan | None, ...]
    seals: tuple[int, ...]
    laid: tuple[Laid, ...]
    made: tuple[int, ...]
    acted: tuple[bool, ...]
    wins: tuple[int, ...]
    deck: Cards = ()
    discard: Cards = ()
    armada: tuple[Ship, ...] = ()
    seen: tuple[Seen, ...] = ()
    is_defused: bool = False
    game: int = 0
    round: int = 0
    turn: int = 0
    leader: Seat = 0
    order: tuple[Seat, ...] = ()
    current: Seat | None = None
    phase: Phase = Phase.SIDES
    results: tuple[GameResult, ...] = ()
    outcome: Outcome | None = None

    @property
    def seats(self) -> int:
        """Return how many seats play."""
        return len(self.hands)


def has_captain(state: State, seat: Seat | None, captain: Captain, side: Side) -> bool:
    """Return whether that seat plays that side of that captain."""
    return bool(state.sides) and seat is not None and state.captains[seat] is captain and state.sides[seat] == side


def seat_of(state: State, captain: Captain, side: Side) -> Seat | None:
    """Return the seat that plays that side of that captain, if one does."""
    return next((seat for seat in range(len(state.sides)) if has_captain(state, seat, captain, side)), None)


def fleet_of(state: State, owner: Seat | None) -> tuple[Ship, ...]:
    """Return the ships of a seat, or of the Armada for None."""
    return state.armada if owner is None else state.fleets[owner]


def find_ship(state: State, ref: ShipRef) -> Ship | None:
    """Return the ship, or None if it is not on the table or no longer there."""
    if ref.owner is not None and ref.owner >= len(state.fleets):
        return None
    return next((ship for ship in fleet_of(state, ref.owner) if ship.number == ref.number), None)


def targets(state: State, seat: Seat) -> tuple[ShipRef, ...]:
    """Return every ship that `seat` could attack: those of the others in turn order, then the Armada's."""
    owners = [other for other in state.order or range(len(state.fleets)) if other != seat]
    refs = [ShipRef(owner, ship.number) for owner in owners for ship in state.fleets[owner]]
    return (*refs, *(ShipRef(None, ship.number) for ship in state.armada))


def may_retreat(state: State, seat: Seat) -> bool:
    """Return whether `seat` may retreat: not on its first turn while there is a target (Rulings G10, G12, G33)."""
    return state.acted[seat] or has_captain(state, seat, Captain.SAL, "a") or not targets(state, seat)


def knows_card(state: State, viewer: Seat | None, ref: ShipRef, place: int) -> bool:
    """Return whether `viewer` knows the card in that place of a ship that is not open; place 0 is the bow."""
    if place == 0:
        return True
    if viewer is None:
        return False
    placed_it = viewer == ref.owner if ref.owner is not None else place == viewer + 1
    return placed_it or (_is_lou(state, viewer) and Seen(ref, place) in state.seen)


def _is_lou(state: State, viewer: Seat) -> bool:
    return bool(state.captains) and state.captains[viewer] is Captain.LOU


def hidden_places(state: State, viewer: Seat, ref: ShipRef) -> tuple[int, ...]:
    """Return the places of a ship's cards that `viewer` does not know; none if the ship is open or gone."""
    ship = find_ship(state, ref)
    if ship is None or ship.is_open:
        return ()
    return tuple(place for place in range(1, len(ship.cards)) if not knows_card(state, viewer, ref, place))
