"""Rules for seats whose players are absent. Refusals raise NotNow, which says why.

After two misses in a row a caretaker takes the seat and answers at once from then on. After five answers in a row that
were not the player's own (missed, or the caretaker's), any other player may offer the seat. Until somebody takes it,
any move of its player takes the seat back and ends the offer. A seat that a referee offers does not come back to its
player.
"""

from django.utils.translation import gettext as _

from games.refusals import NotYourSeat, require
from games.table.commands.absence import AnyAbsenceCommand, OfferSeat, TakeOver
from games.table.commands.core import ReturnToSeat
from games.table.events.absence import SeatOffered
from games.table.events.core import AnyTableEvent, SeatHandedOver
from games.table.rules.clocks import sit_with
from games.table.state import Chair, Table
from pirates.seats import Seat

UNANSWERED_BEFORE_OFFER = 5


def decide_absence(table: Table, command: ReturnToSeat | AnyAbsenceCommand) -> tuple[AnyTableEvent, ...]:
    """Return the Events that `command` causes at a table that is not closed; nobody is away before the start."""
    match command:
        case ReturnToSeat(seat):
            require(table.chairs[seat].is_away, "not_away", _("Nobody keeps this seat in your place."))
            return (SeatHandedOver(seat, "player", "returned"),)
        case OfferSeat(seat, by):
            require(table.chairs[by].keeper == "player", "not_playing", _("Only who plays can offer a seat."))
            require(
                can_be_offered(table, seat),
                "not_to_be_offered",
                _("A seat can be offered once its player has left five answers in a row to others."),
            )
            return (SeatOffered(seat, by),)
        case TakeOver(seat, player, hours, absences):
            _require_offered(table, seat)
            require(player not in table.has_sat, "sat_here", _("You sit or sat at this table."))
            handed = SeatHandedOver(seat, "player", "substituted", player)
            return (handed, *sit_with(table.terms, seat, hours, absences))


def can_be_offered(table: Table, seat: Seat) -> bool:
    """Whether a player at the table may offer this seat to others."""
    if not 0 <= seat < len(table.chairs):
        return False
    chair = table.chairs[seat]
    return chair.is_away and not chair.is_offered and chair.unanswered >= UNANSWERED_BEFORE_OFFER


def require_not_left(chair: Chair) -> None:
    """Raise NotYourSeat if the player has left this seat for good; the error says how."""
    if chair.has_resigned:
        raise NotYourSeat(_("You have resigned from this match."))
    if chair.is_replaced:
        raise NotYourSeat(_("A referee has offered your seat to others; you cannot take it back."))


def replace_player(table: Table, seat: Seat) -> tuple[AnyTableEvent, ...]:
    """Return the Events by which a referee offers a person's seat to others."""
    require(0 <= seat < len(table.chairs), "no_such_seat", _("This table has no such seat."))
    chair = table.chairs[seat]
    require(chair.player is not None, "nobody_there", _("No player keeps this seat now."))
    require(not chair.is_replaced, "offered_already", _("This seat is offered already."))
    offered = SeatOffered(seat, None)
    return (SeatHandedOver(seat, "caretaker", "ruled"), offered) if chair.keeper == "player" else (offered,)


def _require_offered(table: Table, seat: Seat) -> None:
    is_offered = 0 <= seat < len(table.chairs) and table.chairs[seat].is_offered
    require(is_offered, "not_offered", _("This seat is not offered any more."))
