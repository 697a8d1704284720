"""What happens about a seat whose player does not come, in a sentence. Everybody may read all of it."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from django.utils.translation import gettext as _

from games.table.absence_events import AnyAbsenceEvent, CaretakerAnswered
from games.table.events import DeadlineMissed
from pirates.seats import Seat

Told: TypeAlias = DeadlineMissed | AnyAbsenceEvent


def narrate_absence(event: Told, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `event`, as it is told to `viewer`; `names` are in seat order."""
    is_own, player = event.seat == viewer, names[event.seat]
    match event:
        case DeadlineMissed():
            if is_own:
                return _("You did not answer in time; the default move was made.")
            return _("{player} did not answer in time; the default move was made.").format(player=player)
        case CaretakerAnswered():
            if is_own:
                return _("The caretaker made the default move for you.")
            return _("The caretaker made the default move for {player}.").format(player=player)
        case _:
            assert_never(event)
