"""Rounds: from the event card to the open pirates, until somebody must answer."""

from pirates.dice import Dice, shuffle
from pirates.long_live_the_captain.events import (
    BatchDealt,
    BatchDrawn,
    CardsTaken,
    DeckReshuffled,
    EventRevealed,
    ExtrasDrawn,
    PiratesRevealed,
    RoundBegan,
    SupplyRanOut,
    WantsStated,
)
from pirates.long_live_the_captain.pieces import BATCH, FEWER_PIRATES, PIRATES_SHOWN, SMALL_BATCH, Cards, resources_in
from pirates.long_live_the_captain.scoring import needs_at
from pirates.long_live_the_captain.state import State
from pirates.piles import sorted_cards
from pirates.replay import Recorder
from pirates.seats import Seat, clockwise_from

_TAKEN = 2


def begin_round(record: Recorder[State], dice: Dice, first: Seat) -> None:
    """Turn up the event card, carry out event 09, and draw the first batch."""
    record.record(RoundBegan(record.state.round + 1, first))
    if record.state.event_deck:
        record.record(EventRevealed(record.state.event_deck[-1]))
    if record.state.event_card.takes_from_neighbour:
        _take_from_neighbours(record, dice)
    go_on_dealing(record, dice)


def go_on_dealing(record: Recorder[State], dice: Dice) -> None:
    """Draw the next batch; the last one is dealt by itself, and then the pirates come (Ruling L1)."""
    state = record.state
    left = [seat for seat in clockwise_from(state.first, state.seats) if seat not in state.served]
    drawn = left and _draw(record, dice, SMALL_BATCH if state.event_card.small_batches else BATCH)
    if left and not drawn:
        record.record(SupplyRanOut())
    if not drawn:
        _show_pirates(record, dice)
        return
    cards = sorted_cards(drawn)
    record.record(BatchDrawn(state.first, len(cards), cards))
    if len(left) == 1:
        deal(record, dice, left[0])


def deal(record: Recorder[State], dice: Dice, to: Seat) -> None:
    """Give the batch to a seat and go on."""
    cards = record.state.batch
    record.record(BatchDealt(record.state.first, to, len(cards), cards))
    go_on_dealing(record, dice)


def _draw(record: Recorder[State], dice: Dice, count: int) -> Cards:
    """Return the top cards of the deck, or as many as there are; a short deck is refilled from the discards (L2)."""
    if len(record.state.deck) < count and record.state.discard:
        record.record(DeckReshuffled(shuffle(dice, record.state.discard)))
    return record.state.deck[: -count - 1 : -1]


def _take_from_neighbours(record: Recorder[State], dice: Dice) -> None:
    """Let everybody take two random resources, all from the hands as they were before (event 09, Ruling L18)."""
    hands = record.state.hands
    for taker in clockwise_from(record.state.first, len(hands)):
        victim = (taker - 1) % len(hands)
        taken = sorted_cards(shuffle(dice, resources_in(hands[victim]))[:_TAKEN])
        record.record(CardsTaken(taker, victim, len(taken), taken))


def _show_pirates(record: Recorder[State], dice: Dice) -> None:
    state = record.state
    count = FEWER_PIRATES if state.event_card.few_pirates else PIRATES_SHOWN[state.seats]
    record.record(PiratesRevealed(state.pirate_deck[: -count - 1 : -1]))
    if state.event_card.adds_wants:
        record.record(ExtrasDrawn(_draw(record, dice, count)))
    state = record.state
    wanted = tuple(needs_at(state, position) for position in range(1, len(state.pirates) + 1))
    record.record(WantsStated(state.pirates, wanted))
