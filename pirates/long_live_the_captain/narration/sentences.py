"""Sentences: one for each type of Event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.events import Event
from pirates.long_live_the_captain.events import (
    BatchDealt,
    BatchDrawn,
    BatchShown,
    BatchShownTo,
    BribesRevealed,
    BribesRevised,
    BribesSealed,
    CardsTaken,
    DeckReshuffled,
    EventRevealed,
    ExtrasDrawn,
    MatchEnded,
    PirateSettled,
    PiratesRevealed,
    PiratesShuffled,
    RoundBegan,
    RoundEnded,
    Started,
    SupplyRanOut,
    SwapMade,
    Whispered,
)
from pirates.long_live_the_captain.narration.bargains import tell_swap, tell_whisper
from pirates.long_live_the_captain.narration.choices import tell_choice
from pirates.long_live_the_captain.narration.teller import (
    Teller,
    cards_counted,
    cards_named,
    counted,
    listed,
    needs_named,
    points,
)
from pirates.long_live_the_captain.pieces import EVENT_CARDS, PIRATES, Plan
from pirates.seats import Seat


def narrate(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Say a redacted Event to `viewer` in one sentence."""
    return _SENTENCES[type(event)](Teller(names, viewer), event)


def _started(teller: Teller, event: Started) -> str:
    first = teller.then(event.first, "are")
    return f"The old captain is gone: everybody has one resource of each kind, and {first} first player."


def _round_began(teller: Teller, event: RoundBegan) -> str:
    return f"Round {event.round} begins, and {teller.then(event.first, 'are')} first player."


def _event_revealed(_: Teller, event: EventRevealed) -> str:
    card = EVENT_CARDS[event.card]
    return f"Event {card.number:02}, {card.title}: {card.rule}"


def _taken(teller: Teller, event: CardsTaken) -> str:
    cards = cards_counted(event.count) if event.cards is None else cards_named(event.cards)
    return f"{teller.does(event.taker, 'take')} {cards} from {teller.whom(event.victim)}, by lots."


def _reshuffled(_: Teller, __: DeckReshuffled) -> str:
    return "The resource deck is short: the discards are shuffled and go under it."


def _drawn(teller: Teller, event: BatchDrawn) -> str:
    cards = "" if event.cards is None else f": {cards_named(event.cards)}"
    return f"{teller.does(event.seat, 'draw')} a batch of {cards_counted(event.count)}{cards}."


def _shown(teller: Teller, event: BatchShown) -> str:
    return f"{teller.does(event.seat, 'show')} the batch to all: {cards_named(event.cards)}."


def _shown_to(teller: Teller, event: BatchShownTo) -> str:
    cards = "" if event.cards is None else f": {cards_named(event.cards)}"
    return f"{teller.does(event.seat, 'show')} the batch to {teller.whom(event.to)}{cards}."


def _dealt(teller: Teller, event: BatchDealt) -> str:
    cards = cards_counted(event.count) if event.cards is None else cards_named(event.cards)
    if event.to == event.seat:
        return f"{teller.does(event.seat, 'keep')} the batch: {cards}."
    return f"{teller.does(event.seat, 'give')} the batch to {teller.whom(event.to)}: {cards}."


def _ran_out(_: Teller, __: SupplyRanOut) -> str:
    return "There is no resource left to deal."


def _pirates_revealed(_: Teller, event: PiratesRevealed) -> str:
    return f"On deck: {_lined_up(event.pirates, with_needs=True)}."


def _extras(_: Teller, event: ExtrasDrawn) -> str:
    if not event.cards:
        return "There is no resource left that the pirates could want as well."
    wants = [f"pirate {number} {counted(card, 1)}" for number, card in enumerate(event.cards, 1)]
    return f"More is wanted: {listed(wants)}."


def _sealed(teller: Teller, event: BribesSealed) -> str:
    if event.piles is None:
        return f"{teller.does(event.seat, 'have')} sealed the bribes and bargains no more this round."
    return f"You have sealed your bribes and bargain no more this round: {_plan(event.piles)}."


def _revised(teller: Teller, event: BribesRevised) -> str:
    if event.seat is None or event.piles is None:
        return "Somebody thinks again."
    return f"{teller.does(event.seat, 'seal')} other bribes: {_plan(event.piles)}."


def _bribes_revealed(teller: Teller, event: BribesRevealed) -> str:
    told = [f"{teller.whom(seat)}: {_plan(plan)}" for seat, plan in enumerate(event.plans)]
    return f"All bribes are revealed - {'; '.join(told)}."


def _shuffled(_: Teller, event: PiratesShuffled) -> str:
    return f"The pirates change places: {_lined_up(event.pirates, with_needs=False)}."


def _round_ended(_: Teller, event: RoundEnded) -> str:
    return f"Round {event.round} is over: deals expire, and Bribe cards and Rotten Apples go home."


def _ended(teller: Teller, event: MatchEnded) -> str:
    winners = event.outcome.winners
    score = points(event.outcome.scores[winners[0]])
    if len(winners) > 1:
        return f"All is level: {teller.all_of(winners)} are captains together, with {score} each."
    why = "" if event.decided_by == "points" else f", thanks to the {event.decided_by}"
    return f"Long live the captain: {teller.then(winners[0], 'win')} with {score}{why}!"


def _lined_up(pirates: Sequence[int], *, with_needs: bool) -> str:
    return listed([_lined(number, PIRATES[pirate].number, with_needs) for number, pirate in enumerate(pirates, 1)])


def _lined(position: int, number: int, with_needs: bool) -> str:  # noqa: FBT001
    pirate = PIRATES[number]
    wants = f" ({points(pirate.points)}, wants {needs_named(pirate.needs)})" if with_needs else ""
    return f"{position} {pirate.name}{wants}"


def _plan(plan: Plan) -> str:
    if not plan:
        return "no bribe"
    piles = [
        f"{cards_named(pile.cards)}{' as Poison' if pile.as_poison else ''} for pirate {pile.pirate}" for pile in plan
    ]
    return listed(piles)


_SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    Started: _started,
    RoundBegan: _round_began,
    EventRevealed: _event_revealed,
    CardsTaken: _taken,
    DeckReshuffled: _reshuffled,
    BatchDrawn: _drawn,
    BatchShown: _shown,
    BatchShownTo: _shown_to,
    BatchDealt: _dealt,
    SupplyRanOut: _ran_out,
    PiratesRevealed: _pirates_revealed,
    ExtrasDrawn: _extras,
    Whispered: tell_whisper,
    SwapMade: tell_swap,
    BribesSealed: _sealed,
    BribesRevised: _revised,
    BribesRevealed: _bribes_revealed,
    PiratesShuffled: _shuffled,
    PirateSettled: tell_choice,
    RoundEnded: _round_ended,
    MatchEnded: _ended,
}
