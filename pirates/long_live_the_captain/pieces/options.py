"""The options of a Match, and the numbers of the game."""

from collections.abc import Mapping

import msgspec

from pirates.seats import Seat

SEATS = range(3, 6)
BATCH = 5
SMALL_BATCH = 2
FEWER_PIRATES = 2
PIRATES_SHOWN: Mapping[int, int] = {3: 4, 4: 4, 5: 5}
ROUNDS: Mapping[int, int] = {3: 9, 4: 8, 5: 5}
"""Everybody is first player three times, twice or once."""
MOST_ASKED = 6
"""An offer can ask for this many cards at most."""
MOST_OPEN_OFFERS = 3
"""So many offers of one seat to another can be open at a time."""
PROMISE_LENGTH = 140


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this Match is played: with event cards, with trading, and who is first (None: lots, Ruling L37)."""

    events: bool = True
    trading: bool = True
    first: Seat | None = None
