"""Settling: reveal the bribes, let the pirates choose one by one, end the round and begin the next."""

from collections.abc import Mapping

from pirates.dice import Dice, shuffle
from pirates.long_live_the_captain.events import (
    BribesRevealed,
    MatchEnded,
    PirateSettled,
    PiratesShuffled,
    RoundEnded,
)
from pirates.long_live_the_captain.pieces import Card, Cards, Pile, Verdict
from pirates.long_live_the_captain.rules.rounds import begin_round
from pirates.long_live_the_captain.scoring import Judgement, decided_by, judge, needs_at, outcome_of, points_of
from pirates.long_live_the_captain.state import State
from pirates.replay import Recorder
from pirates.seats import Seat


def resolve_round(record: Recorder[State], dice: Dice) -> None:
    """Carry out everything that follows once everybody has sealed."""
    record.record(BribesRevealed(tuple(plan or () for plan in record.state.plans)))
    if record.state.event_card.shuffles_pirates:
        record.record(PiratesShuffled(shuffle(dice, record.state.pirates)))
    for position in range(1, len(record.state.pirates) + 1):
        _settle_pirate(record, position)
    record.record(RoundEnded(record.state.round))
    state = record.state
    if state.round < state.rounds:
        begin_round(record, dice, (state.first + 1) % state.seats)
    else:
        outcome = outcome_of(state.crews, state.hands)
        record.record(MatchEnded(outcome, state.hands, decided_by(state.crews, state.hands)))


def _settle_pirate(record: Recorder[State], position: int) -> None:
    """Let the pirate at a position choose. Piles stay with their numbers (L20); crews count as they are now (L13)."""
    state = record.state
    needs = needs_at(state, position)
    made = judge(needs, state.event_card, piles_at(state, position), [points_of(crew) for crew in state.crews])
    record.record(
        PirateSettled(
            position,
            state.pirates[position - 1],
            needs,
            made.bids,
            made.verdict,
            made.winner,
            made.left,
            made.killers,
            _spent(state, made),
        )
    )


def piles_at(state: State, position: int) -> Mapping[Seat, Pile]:
    """Return each seat's pile that points at a position."""
    return {seat: pile for seat, plan in enumerate(state.plans) for pile in plan or () if pile.pirate == position}


def _spent(state: State, made: Judgement) -> tuple[Cards, ...]:
    """Return the cards that each seat loses: normally all that it offered (Ruling L3)."""
    spent: list[Cards] = [()] * state.seats
    if state.event_card.lone_bribe_returns and len(made.bids) == 1:
        return tuple(spent)
    for bid in made.bids:
        spent[bid.seat] = bid.cards
        if state.event_card.shuffles_pirates and bid.seat != made.winner:
            spent[bid.seat] = _poison_used(bid.cards, made.verdict)
    return tuple(spent)


def _poison_used(cards: Cards, verdict: Verdict) -> Cards:
    """Return the cards that a loser does not get back in event 11: Poison that has killed (Ruling L21)."""
    return tuple(card for card in cards if card is Card.POISON) if verdict is Verdict.POISONED else ()
