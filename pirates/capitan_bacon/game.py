"""Capitán Bacon's Game record: everything this game provides."""

from collections.abc import Sequence
from dataclasses import replace

from pirates.capitan_bacon.bot import bot
from pirates.capitan_bacon.decisions import answer_by_order, decisions
from pirates.capitan_bacon.events import BaconEvent, CardsBuried, Passed, TurnBegan, TurnEnded
from pirates.capitan_bacon.evolve import evolve
from pirates.capitan_bacon.moves import BaconMove
from pirates.capitan_bacon.narration import narrate
from pirates.capitan_bacon.notation import parse, write
from pirates.capitan_bacon.pieces import SEATS, Options
from pirates.capitan_bacon.rules import decide, decide_v1, legal_moves, sample_move
from pirates.capitan_bacon.state import State
from pirates.capitan_bacon.view import View, view
from pirates.deciding import outcome_of
from pirates.events import Event
from pirates.game import Game, Waits, nothing_ordered
from pirates.seats import Seat

USUAL_WAITS = 250
"""A Match of bots waits 70 to 110 times; with one seat that makes only default Moves, the most seen were 222."""


def begins_turn(event: Event) -> Seat | None:
    """Return the seat whose turn `event` begins, or None."""
    return event.seat if isinstance(event, TurnBegan) else None


def forgets(options: Options) -> bool:
    """Return whether a seat is no longer shown what it learned before its own last turn."""
    return options.memory == "by-the-book"


def is_quiet(events: Sequence[Event]) -> bool:
    """Return whether a Move that caused these Events may be taken back: they show, seal and draw nothing."""
    return all(isinstance(event, CardsBuried | Passed | TurnBegan | TurnEnded) for event in events)


def waits(_options: Options, _seats: int) -> Waits:
    """Return the number of waits after which nearly every Match is over."""
    return Waits(usual=USUAL_WAITS)


BACON: Game[State, View, Options] = Game(
    slug="capitan-bacon",
    title="Capitán Bacon",
    seats=SEATS,
    rules_version=2,
    options=Options,
    state=State,
    view_type=View,
    moves=BaconMove,
    events=BaconEvent,
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
    answer_by_order=answer_by_order,
)
BACON_V1 = replace(BACON, rules_version=1, decide=decide_v1, answer_by_order=nothing_ordered)
"""Version 1: standing orders answer at once, and a window opens even if public facts rule a Mirror out."""
