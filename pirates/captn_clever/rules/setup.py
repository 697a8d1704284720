"""Setting up: shuffle the stacks, if there are any, then place captains and ships in clockwise order."""

import msgspec

from pirates.captn_clever.events import FleetPlaced, Started
from pirates.captn_clever.moves import Place
from pirates.captn_clever.pieces import SEATS, Colour, Options, Treasure
from pirates.captn_clever.rules.settling import begin_play
from pirates.captn_clever.rules.targets import check_bay, free_islands, ship_bays
from pirates.captn_clever.state import State
from pirates.commands import Start
from pirates.dice import Dice, pick, shuffle
from pirates.errors import IllegalMove, MalformedMove
from pirates.events import Event
from pirates.replay import Recorder
from pirates.wording import gettext as _


def start(command: Start[msgspec.Struct], dice: Dice) -> tuple[Event, ...]:
    """Return the Events that set a Match up, with a fleet for each seat (Ruling C17); raises as `decide` does."""
    options = _checked(command)
    starter = dice.below(command.seats) if options.starter is None else options.starter
    colours = tuple(Colour)[: command.seats]
    cards = tuple(Treasure)
    stacks = tuple(shuffle(dice, cards) if options.simplified else cards for _ in colours)
    return (Started(options, starter, colours, stacks),)


def place(record: Recorder[State], move: Place, dice: Dice) -> None:
    """Place a captain, then a ship (Ruling C16); the dice choose what the Move leaves open."""
    state = record.state
    islands, bays = free_islands(state), ship_bays(state, move.seat)
    if move.captain is not None and move.captain not in islands:
        raise IllegalMove(
            "island_occupied", _("Another captain stands on that island; choose a free one."), islands=list(islands)
        )
    if move.ship is not None:
        check_bay(state, move.seat, move.ship)
    captain = pick(dice, islands) if move.captain is None else move.captain
    ship = pick(dice, bays) if move.ship is None else move.ship
    record.record(FleetPlaced(move.seat, captain, ship))
    if all(crew.captain is not None for crew in record.state.crews):
        begin_play(record)


def _checked(command: Start[msgspec.Struct]) -> Options:
    if not isinstance(command.options, Options):
        raise MalformedMove("unreadable_options", _("These are not options of Capt'n Clever."))
    if command.seats not in SEATS:
        raise IllegalMove(
            "wrong_seats", _("Capt'n Clever is for {least} or {most} players.").format(least=SEATS[0], most=SEATS[-1])
        )
    starter = command.options.starter
    if starter is not None and starter not in range(command.seats):
        raise IllegalMove(
            "unknown_starter",
            _("Name a starter from seat 1 to seat {seats}, or leave it to lots.").format(seats=command.seats),
        )
    return command.options
