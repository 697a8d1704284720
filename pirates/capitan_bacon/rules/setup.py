"""Setting up: shuffle, lay the Islands, deal the hands, begin the first turn."""

import msgspec

from pirates.capitan_bacon.events import HandDealt, Started, TurnBegan
from pirates.capitan_bacon.pieces import GALLEON, ISLANDS_LAID, PIRATE_DECK, SEATS, Options, pile_of, sorted_hand
from pirates.commands import Start
from pirates.dice import Dice, shuffle
from pirates.errors import IllegalMove, MalformedMove
from pirates.events import Event
from pirates.seats import Seat, clockwise_from
from pirates.wording import gettext as _


def start(command: Start[msgspec.Struct], dice: Dice) -> tuple[Event, ...]:
    """Return the Events that set up a Match; raises MalformedMove or IllegalMove."""
    options, seats = _checked(command)
    starter = dice.below(seats) if options.starter is None else options.starter
    galleon = shuffle(dice, pile_of(GALLEON))
    deck = shuffle(dice, pile_of(PIRATE_DECK))
    islands, deck = deck[:ISLANDS_LAID], deck[ISLANDS_LAID:]
    dealt: list[Event] = []
    for seat in clockwise_from(starter, seats):
        hand, deck = deck[: options.hand_limit], deck[options.hand_limit :]
        dealt.append(HandDealt(seat, sorted_hand(hand)))
    begun = Started(seats, options, starter, galleon[-1], galleon, deck, islands)
    return (begun, *dealt, TurnBegan(starter, 1))


def _checked(command: Start[msgspec.Struct]) -> tuple[Options, Seat]:
    if not isinstance(command.options, Options):
        raise MalformedMove("unreadable_options", _("These are not options of Capitán Bacon."))
    if command.seats not in SEATS:
        raise IllegalMove(
            "wrong_seats", _("Capitán Bacon is for {least} to {most} players.").format(least=SEATS[0], most=SEATS[-1])
        )
    if command.options.starter is not None and command.options.starter not in range(command.seats):
        raise IllegalMove(
            "unknown_starter",
            _("Name a starter from seat 1 to seat {seats}, or leave it to lots.").format(seats=command.seats),
        )
    return command.options, command.seats
