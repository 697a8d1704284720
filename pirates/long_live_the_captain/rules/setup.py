"""Setting up: shuffle the three decks and begin the first round."""

import msgspec

from pirates.commands import Start
from pirates.dice import Dice, shuffle
from pirates.errors import IllegalMove, MalformedMove
from pirates.events import Event
from pirates.long_live_the_captain.events import Started
from pirates.long_live_the_captain.evolve import evolve
from pirates.long_live_the_captain.pieces import EVENT_CARDS, PIRATES, RESOURCE_COPIES, SEATS, Options
from pirates.long_live_the_captain.rules.rounds import begin_round
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def start(command: Start[msgspec.Struct], dice: Dice) -> tuple[Event, ...]:
    """Return the Events that set a Match up; raises MalformedMove or IllegalMove."""
    options, seats = _checked(command)
    started = Started(
        seats,
        options,
        dice.below(seats) if options.first is None else options.first,
        shuffle(dice, [card for card, copies in RESOURCE_COPIES.items() for _ in range(copies - seats)]),
        shuffle(dice, tuple(EVENT_CARDS)) if options.events else (),
        shuffle(dice, tuple(PIRATES)),
    )
    record = Recorder(evolve, evolve(None, started))
    begin_round(record, dice, started.first)
    return (started, *record.events)


def _checked(command: Start[msgspec.Struct]) -> tuple[Options, Seat]:
    if not isinstance(command.options, Options):
        raise MalformedMove("unreadable_options", _("These are not options of Long Live the Captain."))
    if command.seats not in SEATS:
        raise IllegalMove(
            "wrong_seats",
            _("Long Live the Captain is for {least} to {most} players.").format(least=SEATS[0], most=SEATS[-1]),
        )
    if command.options.first is not None and command.options.first not in range(command.seats):
        raise IllegalMove(
            "unknown_first",
            _("Name a first player from seat 1 to seat {seats}, or leave it to lots.").format(seats=command.seats),
        )
    return command.options, command.seats
