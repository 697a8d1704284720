"""Narrate the Events of seats whose players are absent. Everybody may read all of it."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from django.utils.translation import gettext as _

from games.table.events.absence import AnyAbsenceEvent, CaretakerAnswered, SeatOffered
from games.table.events.core import DeadlineMissed
from pirates.seats import Seat

Told: TypeAlias = DeadlineMissed | AnyAbsenceEvent


def narrate_absence(event: Told, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `event`, worded for `viewer`; `names` are in seat order."""
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
        case SeatOffered():
            return _tell_offer(event, player, is_own=is_own)
        case _:
            assert_never(event)


def _tell_offer(event: SeatOffered, player: str, *, is_own: bool) -> str:
    if is_own and event.by is None:
        return _("By a ruling, your seat is offered to whoever wants it.")
    if is_own:
        return _("Your seat is offered to whoever wants it; any move of yours takes it back before that.")
    if event.by is None:
        return _("By a ruling, the seat of {player} is offered to whoever wants it.").format(player=player)
    return _("The seat of {player} is offered to whoever wants it.").format(player=player)
