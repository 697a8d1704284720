"""Scoring: the Outcome, by treasures won."""

from pirates.captn_clever.pieces import ISLANDS
from pirates.captn_clever.state import State
from pirates.outcomes import Outcome, ranked
from pirates.seats import Seat


def has_all(state: State, seat: Seat) -> bool:
    """Whether the seat has won its ninth treasure."""
    return len(state.crews[seat].won) == len(ISLANDS)


def outcome_by_treasures(state: State, winner: Seat) -> Outcome:
    """Return the Outcome for the Clever Captain; the others are ranked by treasures, ties together."""
    scores = _scores(state)
    rest = [seat for seat in range(state.seats) if seat != winner]
    return Outcome((winner,), ((winner,), *ranked(rest, scores)), scores, "treasures")


def outcome_by_consent(state: State) -> Outcome:
    """Return the Outcome of a draw, in which all share the win (Ruling C22)."""
    everybody = tuple(range(state.seats))
    return Outcome(everybody, (everybody,), _scores(state), "draw")


def _scores(state: State) -> tuple[int, ...]:
    return tuple(len(crew.won) for crew in state.crews)
