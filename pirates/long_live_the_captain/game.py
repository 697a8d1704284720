"""Long Live the Captain, the record of everything that this game provides."""

from collections.abc import Sequence
from dataclasses import replace

from pirates.deciding import outcome_of
from pirates.events import Event
from pirates.game import Game, Waits
from pirates.long_live_the_captain.bot import bot, haggle, partners
from pirates.long_live_the_captain.decisions import decisions
from pirates.long_live_the_captain.events import CaptainEvent, RoundBegan
from pirates.long_live_the_captain.evolve import evolve
from pirates.long_live_the_captain.moves import CaptainMove
from pirates.long_live_the_captain.narration import narrate
from pirates.long_live_the_captain.notation import parse, write
from pirates.long_live_the_captain.pieces import ROUNDS, SEATS, Options
from pirates.long_live_the_captain.rules import decide, decide_v1, legal_moves, sample_move
from pirates.long_live_the_captain.state import State
from pirates.long_live_the_captain.view import View, view
from pirates.seats import Seat


def begins_turn(event: Event) -> Seat | None:
    """Return the first player of the round that `event` begins, or None."""
    return event.first if isinstance(event, RoundBegan) else None


def forgets(_: Options) -> bool:
    """Whether a seat is no longer shown what it learned: here everybody may take notes."""
    return False


def is_quiet(_: Sequence[Event]) -> bool:
    """Whether a Move may be taken back: here each one seals something, shows a card, or is heard by somebody."""
    return False


def waits(_: Options, seats: int) -> Waits:
    """Return how often the Match waits: in each round for all batches but the last, which is forced, and for bribes."""
    return Waits(most=ROUNDS[seats] * seats)


LIVE_LONG: Game[State, View, Options] = Game(
    slug="long-live-the-captain",
    title="Long Live the Captain",
    seats=SEATS,
    rules_version=2,
    options=Options,
    state=State,
    view_type=View,
    moves=CaptainMove,
    events=CaptainEvent,
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
    partners=partners,
    haggle=haggle,
    begins_turn=begins_turn,
    forgets=forgets,
    is_quiet=is_quiet,
    waits=waits,
)
LIVE_LONG_V1 = replace(LIVE_LONG, rules_version=1, decide=decide_v1)
"""Version 1: the log does not record what the pirates want."""
