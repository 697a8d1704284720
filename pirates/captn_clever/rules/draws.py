"""Draws: the players may agree to end a Match in which nobody finds a treasure any more (Ruling C22)."""

from pirates.captn_clever.events import DrawAnswered, MatchEnded
from pirates.captn_clever.moves import AnswerDraw
from pirates.captn_clever.scoring import outcome_by_consent
from pirates.captn_clever.state import State
from pirates.dice import Dice
from pirates.errors import IllegalMove
from pirates.replay import Recorder
from pirates.wording import ngettext


def answer_draw(record: Recorder[State], move: AnswerDraw, _dice: Dice) -> None:
    """Agree to a draw, or take that back; once all agree, the Match ends."""
    if not record.state.draw_open:
        rounds = record.state.options.draw_after
        said = ngettext(
            "A draw can be agreed after {rounds} round without a treasure; play on.",
            "A draw can be agreed after {rounds} rounds without a treasure; play on.",
            rounds,
        )
        raise IllegalMove("no_draw_now", said.format(rounds=rounds))
    record.record(DrawAnswered(move.seat, move.agrees))
    if all(crew.draw for crew in record.state.crews):
        record.record(MatchEnded(outcome_by_consent(record.state)))
