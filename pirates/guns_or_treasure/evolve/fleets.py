"""Fleets: changes to the ships, stashes and discards of a State, without checking any rules."""

from typing import TypeVar, cast

from msgspec.structs import replace

from pirates.guns_or_treasure.pieces import Cards, ShipRef
from pirates.guns_or_treasure.state import Ship, State, find_ship, fleet_of
from pirates.piles import put_at, sorted_cards
from pirates.seats import Seat

T = TypeVar("T")


def ship_of(state: State, ref: ShipRef) -> Ship:
    """Return the ship, which must be there."""
    return cast("Ship", find_ship(state, ref))


def with_fleet(state: State, owner: Seat | None, fleet: tuple[Ship, ...]) -> State:
    """Return the State with that owner's fleet replaced."""
    if owner is None:
        return replace(state, armada=fleet)
    return replace(state, fleets=put_at(state.fleets, owner, fleet))


def with_ship(state: State, ref: ShipRef, cards: Cards, *, is_open: bool) -> State:
    """Return the State with the cards of that ship replaced."""
    fleet = fleet_of(state, ref.owner)
    changed = (Ship(each.number, cards, is_open) if each.number == ref.number else each for each in fleet)
    return with_fleet(state, ref.owner, tuple(changed))


def without_ship(state: State, ref: ShipRef) -> State:
    """Return the State without that ship; its cards must have gone elsewhere."""
    fleet = fleet_of(state, ref.owner)
    return with_fleet(state, ref.owner, tuple(each for each in fleet if each.number != ref.number))


def with_stashed(state: State, seat: Seat | None, cards: Cards) -> State:
    """Return the State with more cards in the stash of `seat`."""
    if seat is None or not cards:
        return state
    return replace(state, stashes=put_at(state.stashes, seat, sorted_cards(state.stashes[seat] + cards)))


def with_discarded(state: State, cards: Cards) -> State:
    """Return the State with more cards on the discard pile."""
    return replace(state, discard=state.discard + cards)
