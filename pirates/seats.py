"""Seats: the rules know people only by their seats."""

from typing import Annotated, TypeAlias

import msgspec

from pirates.places import Place

MOST_SEATS = 6

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS), Place("seat", plus=1)]


def clockwise_from(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all `seats` seats in playing order, beginning with `seat`."""
    return tuple((seat + step) % seats for step in range(seats))


def others(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return every seat but `seat`, in playing order from its left neighbour."""
    return clockwise_from(seat, seats)[1:]
