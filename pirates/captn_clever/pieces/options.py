"""The options of a Match."""

from typing import Annotated, Final, Literal

import msgspec

from pirates.seats import Seat

SEATS = range(3, 5)
STAYS: Final = "stays"
"""Said in a Move of a ship or a captain that is not moved."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this Match is played.

    `draw_after` is the number of rounds without a treasure after which all may agree on a draw (Ruling C22);
    `starter` None leaves it to lots (Ruling C23).
    """

    simplified: bool = False
    any_piers: bool = False
    memory: Literal["kept", "by-the-book"] = "kept"
    draw_after: Annotated[int, msgspec.Meta(ge=1, le=60)] = 30
    starter: Seat | None = None
