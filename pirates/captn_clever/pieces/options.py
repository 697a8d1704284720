"""The options of a Match."""

from typing import Annotated, Final, Literal

import msgspec

from pirates.seats import Seat

SEATS = range(3, 5)
STAYS: Final = "stays"
"""The word in a Move for a ship or captain that stays."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of one Match.

    `draw_after` is the number of rounds without a treasure after which all may agree on a draw (Ruling C22);
    a `starter` of None is drawn at random (Ruling C23).
    """

    simplified: bool = False
    any_piers: bool = False
    memory: Literal["kept", "by-the-book"] = "kept"
    draw_after: Annotated[int, msgspec.Meta(ge=1, le=60)] = 30
    starter: Seat | None = None
