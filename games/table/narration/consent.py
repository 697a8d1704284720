"""Narrate the Events of consent, in sentences a player would say. Everybody may read all of it."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from django.utils.translation import gettext as _

from games.table.events.consent import (
    ConsentAsked,
    ConsentGiven,
    ConsentReached,
    ConsentRefused,
    MoveTakenBack,
    ProposalClosed,
)
from games.table.events.core import Rewound
from games.table.proposals import Abandon, AnyProposed, PassSeatOn, ProposePause, ProposeRewind
from games.table.rules.consent import AnyConsentEvent
from pirates.seats import Seat

Told: TypeAlias = Rewound | AnyConsentEvent


def narrate_consent(event: Told, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `event`, worded for `viewer`; `names` are in seat order."""
    match event:
        case MoveTakenBack():
            return _tell_taken_back(event, names, viewer)
        case Rewound(to):
            return _("The match was wound back to entry {number}.").format(number=to)
        case ConsentAsked():
            is_own = event.seat == viewer
            asks = _("You ask the table: {proposed}") if is_own else _("{player} asks the table: {proposed}")
            return asks.format(player=names[event.seat], proposed=proposed_in_words(event.proposed))
        case ConsentGiven() | ConsentRefused():
            return _tell_answer(event, names, viewer)
        case ConsentReached():
            return _("Everybody agrees.")
        case ProposalClosed():
            return _tell_closed(event)
        case _:
            assert_never(event)


def proposed_in_words(proposed: AnyProposed) -> str:
    """Return a proposal as one sentence."""
    match proposed:
        case ProposeRewind(to):
            return _("what came after entry {position} shall be undone.").format(position=to)
        case ProposePause(seconds):
            return _("all clocks shall stand still for {hours} hours at most.").format(hours=-(-seconds // 3600))
        case Abandon():
            return _("the match shall end here, without a result.")
        case PassSeatOn():
            return _("somebody else shall play the asker's seat from now on.")


def _tell_taken_back(event: MoveTakenBack, names: Sequence[str], viewer: Seat | None) -> str:
    if event.seat == viewer:
        return _("You take back your move of entry {position}.").format(position=event.position)
    taken = _("{player} takes back the move of entry {position}.")
    return taken.format(player=names[event.seat], position=event.position)


def _tell_answer(event: ConsentGiven | ConsentRefused, names: Sequence[str], viewer: Seat | None) -> str:
    agrees = isinstance(event, ConsentGiven)
    if event.seat is None:
        return _("The newcomer agrees.") if agrees else _("The newcomer does not want the seat.")
    if event.seat == viewer:
        return _("You agree.") if agrees else _("You do not agree.")
    told = _("{player} agrees.") if agrees else _("{player} does not agree.")
    return told.format(player=names[event.seat])


def _tell_closed(event: ProposalClosed) -> str:
    match event.reason:
        case "withdrawn":
            return _("The asker takes the question back.")
        case "left":
            return _("The asker plays no more, and the question to the table falls.")
        case "expired":
            return _("Not everybody answered in time, and the question to the table falls.")
        case "moved_on":
            return _("The match has moved on, and the question to the table falls.")
