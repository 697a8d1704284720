"""Powers: the choices of Carpenter Crook and Lantern Lou."""

from pirates.dice import Dice
from pirates.errors import IllegalMove
from pirates.guns_or_treasure.events.building import CardAdded, CardShifted, PowerForgone
from pirates.guns_or_treasure.events.marauding import CardSeen, ShipSpied
from pirates.guns_or_treasure.moves import AddLeftover, ForgoPower, LookAtCard, ShiftCard, SpyShip
from pirates.guns_or_treasure.pieces import Captain, ShipRef, Side
from pirates.guns_or_treasure.state import Ship, State, find_ship, has_captain, hidden_places, targets
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def add_leftover(record: Recorder[State], move: AddLeftover, _dice: Dice) -> None:
    """Add a leftover card to a ship: Carpenter Crook, side A."""
    state = record.state
    _check_captain(state, move.seat, Captain.CROOK, "a")
    _own_ship(state, move.seat, move.ship)
    if move.card not in state.hands[move.seat]:
        raise IllegalMove("not_in_hand", _("That card is not left in your hand; name one that is."))
    record.record(CardAdded(move.seat, move.ship, move.card))


def shift_card(record: Recorder[State], move: ShiftCard, _dice: Dice) -> None:
    """Move a face-down card between two ships: Carpenter Crook, side B."""
    state = record.state
    _check_captain(state, move.seat, Captain.CROOK, "b")
    source, _goal = _own_ship(state, move.seat, move.ship), _own_ship(state, move.seat, move.to)
    if move.ship == move.to:
        raise IllegalMove("same_ship", _("Move the card to another of your ships."))
    if move.card not in source.cards[1:]:
        raise IllegalMove("not_aboard", _("No such card lies face down on that ship; name one that does."))
    record.record(CardShifted(move.seat, move.ship, move.to, move.card))


def spy_ship(record: Recorder[State], move: SpyShip, _dice: Dice) -> None:
    """Look at all cards of a rival's ship: Lantern Lou, side B."""
    state, ref = record.state, ShipRef(move.rival, move.ship)
    _check_captain(state, move.seat, Captain.LOU, "b")
    if ref not in spyable(state, move.seat):
        raise IllegalMove("nothing_to_see", _("Name a rival's ship that has face-down cards."))
    ship = find_ship(state, ref)
    record.record(ShipSpied(move.seat, ref, ship.cards if ship else ()))


def look_at_card(record: Recorder[State], move: LookAtCard, _dice: Dice) -> None:
    """Look at one face-down card: Lantern Lou, side A."""
    state, ref = record.state, ShipRef(move.rival, move.ship)
    _check_captain(state, move.seat, Captain.LOU, "a")
    ship = find_ship(state, ref)
    if ship is None or move.card - 1 not in hidden_places(state, move.seat, ref):
        raise IllegalMove(
            "nothing_to_see", _("Name a face-down card that you do not know, by its place: 1 is the bow.")
        )
    record.record(CardSeen(move.seat, ref, move.card, ship.cards[move.card - 1]))


def forgo_power(record: Recorder[State], move: ForgoPower, _dice: Dice) -> None:
    """Do not use a power this time."""
    record.record(PowerForgone(move.seat))


def spyable(state: State, seat: Seat) -> tuple[ShipRef, ...]:
    """Return the rivals' ships with face-down cards; the Armada is not a rival."""
    return tuple(ref for ref in targets(state, seat) if ref.owner is not None and hidden_places(state, seat, ref))


def lookable(state: State, seat: Seat) -> tuple[tuple[ShipRef, int], ...]:
    """Return each face-down card that the seat does not know: its ship and its place, 1 being the bow."""
    return tuple((ref, place + 1) for ref in targets(state, seat) for place in hidden_places(state, seat, ref))


def _check_captain(state: State, seat: Seat, captain: Captain, side: Side) -> None:
    if not has_captain(state, seat, captain, side):
        raise IllegalMove(
            "other_captain",
            _("Only {captain} with side {side} up can do that.").format(captain=captain.label, side=side.upper()),
        )


def _own_ship(state: State, seat: Seat, number: int) -> Ship:
    ship = find_ship(state, ShipRef(seat, number))
    if ship is None:
        own = [each.number for each in state.fleets[seat]]
        raise IllegalMove("no_such_ship", _("You have no ship of that number; name one of yours."), ships=own)
    return ship
