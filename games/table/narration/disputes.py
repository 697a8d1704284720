"""Narrate disputes and rulings, in sentences a player would say. Everybody may read all of it."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _

from games.table.disputes import AnyDisputeEvent
from games.table.events.disputes import DisputeOpened, DisputeWithdrawn, RulingAppealed, RulingMade
from games.table.rulings import (
    Adjudicate,
    AnyOrder,
    CloseMatch,
    GiveToCaretaker,
    MoveDeadline,
    OrderPause,
    OrderRewind,
    OrderSeatOffer,
    StartClocks,
    Uphold,
)
from pirates.seats import Seat


def narrate_dispute(event: AnyDisputeEvent, names: Sequence[str], viewer: Seat | None) -> str:
    """Return one sentence for `event`, worded for `viewer`; `names` are in seat order."""
    match event:
        case DisputeOpened(number, seat, position):
            return _opened(seat == viewer).format(player=names[seat], dispute=number, position=position)
        case DisputeWithdrawn(number):
            return _("Dispute {dispute} is withdrawn.").format(dispute=number)
        case RulingAppealed(number, seat):
            return _appealed(seat == viewer).format(player=names[seat], dispute=number)
        case RulingMade():
            ruled = _("A referee rules on dispute {dispute}: {order} The reason: {reason}")
            order = say_order(event.order, names)
            return ruled.format(dispute=event.dispute, order=order, reason=event.reason)
        case _:
            assert_never(event)


def say_order(order: AnyOrder, names: Sequence[str]) -> str:
    """Return a referee's order as one sentence; `names` are in seat order."""
    match order:
        case Uphold():
            return _("everything stands as it is.")
        case OrderRewind(to):
            return _("what came after entry {position} is void, and the match goes on from there.").format(position=to)
        case GiveToCaretaker(seat):
            return _("a caretaker plays the seat of {player} until they come back.").format(player=names[seat])
        case Adjudicate(ranking):
            winners = ", ".join(names[seat] for seat in ranking[0])
            return _("the match ends here, and is won by {winners}.").format(winners=winners)
        case CloseMatch():
            return _("the match ends here, and nobody has won it.")
        case OrderSeatOffer(seat):
            return _("the seat of {player} is offered to whoever wants it.").format(player=names[seat])
        case MoveDeadline() | OrderPause() | StartClocks():
            return _say_clocks(order)
        case _:
            assert_never(order)


def _say_clocks(order: MoveDeadline | OrderPause | StartClocks) -> str:
    match order:
        case MoveDeadline():
            return _("there is more time for the question that is open.")
        case OrderPause():
            return _("the clocks stand still.")
        case StartClocks():
            return _("the clocks go on.")


def _opened(is_own: bool) -> str:  # noqa: FBT001 - private, and named by its only caller's comparison
    if is_own:
        return _("You dispute entry {position} of the log (dispute {dispute}).")
    return _("{player} disputes entry {position} of the log (dispute {dispute}).")


def _appealed(is_own: bool) -> str:  # noqa: FBT001 - private, and named by its only caller's comparison
    if is_own:
        return _("You appeal against the ruling on dispute {dispute}.")
    return _("{player} appeals against the ruling on dispute {dispute}.")
