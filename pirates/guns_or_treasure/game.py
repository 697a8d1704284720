"""Guns or Treasure's Game record: everything this game provides."""

from collections.abc import Sequence
from dataclasses import replace

from pirates.deciding import outcome_of
from pirates.events import Event
from pirates.game import Game
from pirates.guns_or_treasure.bot import bot
from pirates.guns_or_treasure.decisions import decisions, decisions_v1
from pirates.guns_or_treasure.events import GunsEvent
from pirates.guns_or_treasure.events.building import CardAdded, CardShifted, PowerForgone
from pirates.guns_or_treasure.events.marauding import ShipRetreated, TurnBegan
from pirates.guns_or_treasure.evolve import evolve
from pirates.guns_or_treasure.lengths import waits
from pirates.guns_or_treasure.moves import GunsMove
from pirates.guns_or_treasure.narration import narrate
from pirates.guns_or_treasure.notation import parse, write
from pirates.guns_or_treasure.pieces import SEATS, Options
from pirates.guns_or_treasure.rules import decide, decide_v1, legal_moves, sample_move
from pirates.guns_or_treasure.state import State
from pirates.guns_or_treasure.view import View, view
from pirates.seats import Seat


def begins_turn(event: Event) -> Seat | None:
    """Return the seat whose turn `event` begins, or None."""
    return event.seat if isinstance(event, TurnBegan) else None


def forgets(_: Options) -> bool:
    """Return False: in this game players may always look again at what they once learned."""
    return False


def is_quiet(events: Sequence[Event]) -> bool:
    """Return whether a Move that caused these Events may be taken back: they show, seal and draw nothing."""
    return all(
        isinstance(event, CardAdded | CardShifted | PowerForgone | ShipRetreated | TurnBegan) for event in events
    )


GUNS: Game[State, View, Options] = Game(
    slug="guns-or-treasure",
    title="Guns or Treasure",
    seats=SEATS,
    rules_version=2,
    options=Options,
    state=State,
    view_type=View,
    moves=GunsMove,
    events=GunsEvent,
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
GUNS_V1 = replace(GUNS, rules_version=1, decide=decide_v1, decisions=decisions_v1)
"""Version 1: the log shows less of battles, and public question keys count what each seat has sealed."""
