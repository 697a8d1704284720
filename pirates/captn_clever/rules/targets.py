"""Targets: the bays where ships may dock and the islands where captains may land, from public facts alone."""

from pirates.captn_clever.pieces import (
    BAYS,
    COLOUR_WORDS,
    CROSSED_BY,
    FLEETS,
    ISLANDS,
    STAYS,
    Bay,
    Island,
    connected,
    free_bays,
)
from pirates.captn_clever.state import State, captain_at
from pirates.errors import IllegalMove
from pirates.seats import Seat
from pirates.wording import gettext as _


def free_islands(state: State) -> tuple[Island, ...]:
    """Return the islands without a captain."""
    occupied = {crew.captain for crew in state.crews}
    return tuple(island for island in ISLANDS if island not in occupied)


def ship_bays(state: State, seat: Seat) -> tuple[Bay, ...]:
    """Return the bays to which the seat's ship may sail; its own bay counts as empty (Rulings C7, C8)."""
    crew = state.crews[seat]
    bays = free_bays(crew.colour, _other_ships(state, seat), any_piers=state.options.any_piers)
    return tuple(bay for bay in bays if bay != crew.ship)


def landings(state: State, seat: Seat, ship: str = STAYS) -> tuple[Island, ...]:
    """Return the free islands that the seat's captain can reach once its ship is in `ship` (Rulings C3 to C5)."""
    ships = state.ships if ship == STAYS else (*_other_ships(state, seat), ship)
    occupied = {crew.captain for crew in state.crews}
    return tuple(island for island in connected(captain_at(state, seat), ships) if island not in occupied)


def check_bay(state: State, seat: Seat, bay: Bay) -> None:
    """Raise IllegalMove for a bay to which the seat's ship may not sail."""
    crew = state.crews[seat]
    if bay not in BAYS:
        raise IllegalMove("no_such_bay", _("Name a bay by the two islands it lies between, as on the board."))
    if bay not in FLEETS[crew.colour] and not state.options.any_piers:
        raise IllegalMove(
            "not_your_piers",
            _("That bay has no {colour} piers; choose one that has.").format(colour=_(COLOUR_WORDS[crew.colour])),
        )
    if bay == crew.ship:
        raise IllegalMove("same_bay", _("Your ship lies there already; name another bay, or leave the ship out."))
    others = _other_ships(state, seat)
    if bay in others:
        raise IllegalMove("bay_occupied", _("Another ship lies in that bay; choose a free one."))
    if CROSSED_BY.get(bay) in others:
        raise IllegalMove(
            "bay_crossed", _("A ship in {bay} lies across that bay; choose another.").format(bay=CROSSED_BY[bay])
        )


def _other_ships(state: State, seat: Seat) -> tuple[Bay, ...]:
    return tuple(crew.ship for other, crew in enumerate(state.crews) if other != seat and crew.ship is not None)
