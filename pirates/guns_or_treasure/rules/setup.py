"""Setting up: seats, captains, a shuffled deck, and the next game of a longer Match."""

import msgspec

from pirates.commands import Start
from pirates.dice import Dice, shuffle
from pirates.errors import IllegalMove, MalformedMove
from pirates.events import Event
from pirates.guns_or_treasure.events.building import GameBegan, Started
from pirates.guns_or_treasure.pieces import ARMADA_SEATS, SEATS, SHIP_CARDS, Captain, Options, Side
from pirates.seats import Seat
from pirates.wording import gettext as _


def start(command: Start[msgspec.Struct], dice: Dice) -> tuple[Event, ...]:
    """Return the Events before the first cards are dealt; raises MalformedMove or IllegalMove."""
    options, seats = _checked(command)
    captains = shuffle(dice, tuple(Captain))[:seats] if options.captains else ()
    side: Side = "a"
    sides = (side,) * seats if options.captains and options.longer else ()
    leader = dice.below(seats) if options.leader is None else options.leader
    return (Started(seats, options, captains, sides), new_game(1, leader, dice))


def new_game(game: int, leader: Seat, dice: Dice) -> GameBegan:
    """Shuffle all Ship cards for a game."""
    return GameBegan(game, leader, shuffle(dice, SHIP_CARDS))


def _checked(command: Start[msgspec.Struct]) -> tuple[Options, Seat]:
    options, seats = command.options, command.seats
    if not isinstance(options, Options):
        raise MalformedMove("unreadable_options", _("These are not options of Guns or Treasure."))
    if seats not in SEATS:
        raise IllegalMove(
            "wrong_seats",
            _("Guns or Treasure is for {least} to {most} players.").format(least=SEATS[0], most=SEATS[-1]),
        )
    if options.armada and seats not in ARMADA_SEATS:
        raise IllegalMove(
            "no_armada",
            _("With {seats} players no card is left for the Spanish Armada; play without it, or with fewer.").format(
                seats=seats
            ),
        )
    if options.leader is not None and options.leader not in range(seats):
        raise IllegalMove(
            "unknown_leader", _("Name a leader from seat 1 to seat {seats}, or leave it to lots.").format(seats=seats)
        )
    return options, seats
