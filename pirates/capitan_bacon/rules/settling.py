"""Settling: the Events that need no choice, until a seat must decide or the Match is over."""

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardsDrawn,
    DeckReshuffled,
    IslandsLaid,
    MatchEnded,
    TurnBegan,
    TurnEnded,
)
from pirates.capitan_bacon.pieces import ISLANDS_LAID, Card, with_card
from pirates.capitan_bacon.rules.targets import may_play_another
from pirates.capitan_bacon.scoring import complete_set, outcome_by_count, outcome_by_set
from pirates.capitan_bacon.state import Phase, State
from pirates.dice import Dice, shuffle
from pirates.events import Event
from pirates.replay import Recorder
from pirates.seats import Seat


def settle(record: Recorder[State], dice: Dice, *, ends_turn: bool = False) -> None:
    """Discard the resolved card, lay new Islands, end the turn, refill and begin the next, until a seat must decide.

    `ends_turn` says that the player does not want to play another identical card.
    """
    while record.state.outcome is None:
        state = record.state
        if state.phase is Phase.DONE and state.play is not None:
            record.record(CardDiscarded(state.play.card))
        elif not state.islands:
            _lay_islands(record, dice)
        elif state.phase is Phase.MORE and (ends_turn or state.ends or not may_play_another(state)):
            record.record(TurnEnded(state.current))
        elif state.phase is Phase.ENDING:
            _refill(record, dice)
        else:
            return


def receive(record: Recorder[State], event: Event, seat: Seat) -> None:
    """Record an Event that puts one card into the hand of `seat`, and end the Match if it completes a set there."""
    record.record(event)
    _check_set(record, seat)


def draw(record: Recorder[State], dice: Dice, seat: Seat, count: int) -> None:
    """Draw one card at a time; a set, or a card that cannot be drawn, ends the Match (Rulings B22, B23, B25, B26)."""
    left = count
    while left > 0 and record.state.outcome is None:
        if not _stock_deck(record, dice):
            end_by_count(record, "run-out")
            return
        drawn = _next_cards(record.state, seat, left)
        left -= len(drawn)
        receive(record, CardsDrawn(seat, len(drawn), drawn), seat)


def end_by_count(record: Recorder[State], reason: str) -> None:
    """End the Match: the most treasures in hand win (Ruling B27)."""
    hands = record.state.hands
    record.record(MatchEnded(outcome_by_count(hands, reason), hands))


def _check_set(record: Recorder[State], seat: Seat) -> None:
    hands = record.state.hands
    treasure = complete_set(hands[seat])
    if treasure is not None:
        record.record(MatchEnded(outcome_by_set(hands, seat), hands, treasure))


def _next_cards(state: State, seat: Seat, count: int) -> tuple[Card, ...]:
    """Return up to `count` cards from the deck; stop at the card that completes a set."""
    hand = state.hands[seat]
    coming = state.deck[: -count - 1 : -1]
    for taken, card in enumerate(coming, 1):
        hand = with_card(hand, card)
        if complete_set(hand):
            return coming[:taken]
    return coming


def _stock_deck(record: Recorder[State], dice: Dice) -> bool:
    """Shuffle the discard pile into a new deck if the deck is empty; return False if both are empty."""
    if not record.state.deck and record.state.discard:
        record.record(DeckReshuffled(shuffle(dice, record.state.discard)))
    return bool(record.state.deck)


def _lay_islands(record: Recorder[State], dice: Dice) -> None:
    missing = ISLANDS_LAID
    while missing:
        if not _stock_deck(record, dice):
            end_by_count(record, "run-out")
            return
        faces = record.state.deck[: -missing - 1 : -1]
        missing -= len(faces)
        record.record(IslandsLaid(new_numbers(record.state, len(faces)), faces))


def new_numbers(state: State, count: int) -> tuple[int, ...]:
    """Return the numbers of the next `count` Islands; a number is never used twice in a Match."""
    return tuple(range(state.islands_made + 1, state.islands_made + 1 + count))


def _refill(record: Recorder[State], dice: Dice) -> None:
    """Draw up to the limit (Ruling B2) and let the next seat begin."""
    state = record.state
    seat = state.current
    draw(record, dice, seat, state.options.hand_limit - len(state.hands[seat]))
    if record.state.outcome is None:
        record.record(TurnBegan((seat + 1) % state.seats, state.turn + 1))
