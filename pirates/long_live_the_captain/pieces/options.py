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
"""The number of rounds by seats: everybody is first player three times, twice or once."""
MOST_ASKED = 6
"""The most cards that an offer can ask for."""
MOST_OPEN_OFFERS = 3
"""The most open offers of one seat to another at a time."""
PROMISE_LENGTH = 140


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of one Match: event cards, trading, and the first player (None: at random, Ruling L37)."""

    events: bool = True
    trading: bool = True
    first: Seat | None = None
