"""Settling: the Events that need no choice, until a seat must decide or the Match is over."""

from pirates.dice import Dice, pick
from pirates.guns_or_treasure.events.marauding import (
    CaptainFlipped,
    CleanedUp,
    GameScored,
    LastFleetLeft,
    LeftoversDiscarded,
    MaraudingBegan,
    MatchEnded,
    TurnBegan,
)
from pirates.guns_or_treasure.pieces import WINS_NEEDED, Captain, ShipRef
from pirates.guns_or_treasure.rules.battles import bring_home
from pirates.guns_or_treasure.rules.building import begin_game
from pirates.guns_or_treasure.rules.powers import lookable, spyable
from pirates.guns_or_treasure.rules.setup import new_game
from pirates.guns_or_treasure.scoring import outcome_of_game, outcome_of_match, ranked, total_of
from pirates.guns_or_treasure.state import Phase, State, has_captain, seat_of
from pirates.replay import Recorder
from pirates.seats import Seat, clockwise_from


def settle(record: Recorder[State], dice: Dice) -> None:
    """Clean up, fix the order of turns, begin turns, bring home a last fleet, score, and begin the next game."""
    while True:
        phase = record.state.phase
        if phase is Phase.CLEANING:
            _clean_up(record)
        elif phase is Phase.ORDERING:
            _fix_order(record, dice)
        elif phase is Phase.ENDING:
            _go_on(record)
        elif phase is Phase.SCORED:
            _after_game(record, dice)
        else:
            return


def _clean_up(record: Recorder[State]) -> None:
    """Discard incomplete ships; for Skittish Sal's side B one card is enough."""
    state = record.state
    lost = tuple(
        ShipRef(seat, ship.number)
        for seat, fleet in enumerate(state.fleets)
        for ship in fleet
        if len(ship.cards) == 1 and not has_captain(state, seat, Captain.SAL, "b")
    )
    lou = seat_of(state, Captain.LOU, "b")
    left = [] if lou is None else [ref for ref in spyable(state, lou) if ref not in lost]
    if any(state.hands):
        record.record(LeftoversDiscarded())
    record.record(CleanedUp(lost, spies=bool(left)))


def _fix_order(record: Recorder[State], dice: Dice) -> None:
    """Fix the turn order: the seat with the most revealed treasure goes first, and the rest follow clockwise.

    Revealed guns break ties, then chance does (Ruling G7).
    """
    state = record.state
    bows = [[ship.cards[0] for ship in fleet] for fleet in state.fleets]
    treasure = [sum(bow.treasure for bow in seat) for seat in bows]
    guns = [sum(bow.guns for bow in seat) for seat in bows]
    seats = [seat for seat, fleet in enumerate(state.fleets) if fleet] or list(range(state.seats))
    richest = _most(seats, treasure)
    strongest = _most(richest, guns)
    first = strongest[0] if len(strongest) == 1 else pick(dice, strongest)
    order = clockwise_from(first, state.seats)
    record.record(MaraudingBegan(order, "treasure" if len(richest) == 1 else "guns" if len(strongest) == 1 else "lots"))


def _most(seats: list[Seat], worth: list[int]) -> list[Seat]:
    best = max(worth[seat] for seat in seats)
    return [seat for seat in seats if worth[seat] == best]


def _go_on(record: Recorder[State]) -> None:
    """Begin the next turn of a seat with ships, bring home a fleet that is alone (Ruling G13), or score."""
    state = record.state
    afloat = [seat for seat in range(state.seats) if state.fleets[seat]]
    if not afloat:
        _score(record)
    elif len(afloat) == 1 and not state.armada:
        record.record(LastFleetLeft(afloat[0]))
        for ship in state.fleets[afloat[0]]:
            bring_home(record, afloat[0], ship.number)
    else:
        seat = _next_afloat(state)
        looks = has_captain(state, seat, Captain.LOU, "a") and bool(lookable(state, seat))
        record.record(TurnBegan(seat, state.turn + 1, looks=looks))


def _next_afloat(state: State) -> Seat:
    """Return the next seat in turn order that has ships (Ruling G11)."""
    last = state.order.index(state.order[-1] if state.current is None else state.current)
    coming = state.order[last + 1 :] + state.order[: last + 1]
    return next(seat for seat in coming if state.fleets[seat])


def _score(record: Recorder[State]) -> None:
    """Open and count the stashes; the remaining Armada ships score for no seat (Ruling G34)."""
    state = record.state
    commands = [(state.captains[seat], state.sides[seat]) if state.sides else None for seat in range(state.seats)]
    totals = tuple(total_of(stash, command) for stash, command in zip(state.stashes, commands, strict=True))
    ranking, reason = ranked(state.stashes, totals, state.order)
    record.record(GameScored(state.game, state.stashes, totals, ranking, reason))


def _after_game(record: Recorder[State], dice: Dice) -> None:
    """End the Match, or begin another game of the longer one: the winner flips the captain and leads (Ruling G19)."""
    state = record.state
    result, winner = state.results[-1], state.results[-1].ranking[0]
    if not state.options.longer:
        record.record(MatchEnded(outcome_of_game(result.ranking, result.totals, result.reason)))
    elif state.wins[winner] == WINS_NEEDED:
        record.record(MatchEnded(outcome_of_match(state.wins)))
    else:
        if state.options.captains:
            record.record(CaptainFlipped(winner, "b"))
        record.record(new_game(state.game + 1, winner, dice))
        begin_game(record, dice)
