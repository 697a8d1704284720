"""Capt'n Clever, the record of everything that this game provides."""

from collections.abc import Sequence

from pirates.captn_clever.bot import bot
from pirates.captn_clever.decisions import decisions
from pirates.captn_clever.events import CaptainMoved, CleverEvent, DrawAnswered, ShipMoved, TurnBegan
from pirates.captn_clever.evolve import evolve
from pirates.captn_clever.moves import CleverMove
from pirates.captn_clever.narration import narrate
from pirates.captn_clever.notation import parse, write
from pirates.captn_clever.pieces import SEATS, Options
from pirates.captn_clever.rules import decide, legal_moves, sample_move
from pirates.captn_clever.state import State
from pirates.captn_clever.view import View, view
from pirates.deciding import outcome_of
from pirates.events import Event
from pirates.game import Game, Waits
from pirates.seats import Seat

USUAL_WAITS_A_SEAT = 80
"""Bots wait 90 to 150 times in a Match; with one seat that only ever makes default Moves, at most 156 were seen."""


def begins_turn(event: Event) -> Seat | None:
    """Return the seat whose own turn `event` begins, or None."""
    return event.seat if isinstance(event, TurnBegan) else None


def forgets(options: Options) -> bool:
    """Whether a seat is no longer shown what it learned before its own last turn."""
    return options.memory == "by-the-book"


def is_quiet(events: Sequence[Event]) -> bool:
    """Whether a Move that caused these Events may be taken back: they show and draw nothing.

    Where the ship stayed, lots may have chosen the captain's island.
    """
    kinds = {type(event) for event in events}
    return kinds <= {CaptainMoved, DrawAnswered, ShipMoved, TurnBegan} and not (
        CaptainMoved in kinds and ShipMoved not in kinds
    )


def waits(_: Options, seats: int) -> Waits:
    """Return the number of waits after which nearly every Match is over."""
    return Waits(usual=seats * USUAL_WAITS_A_SEAT)


CLEVER: Game[State, View, Options] = Game(
    slug="captn-clever",
    title="Capt'n Clever",
    seats=SEATS,
    rules_version=1,
    options=Options,
    state=State,
    view_type=View,
    moves=CleverMove,
    events=CleverEvent,
    decide=decide,
    evolve=evolve,
    decisions=decisions,
    legal_moves=legal_moves,
    sample_move=sample_move,
    view=view,
    outcome=outcome_of,
    parse=parse,
    write=write,
    narrate=narrate,
    bot=bot,
    begins_turn=begins_turn,
    forgets=forgets,
    is_quiet=is_quiet,
    waits=waits,
)
