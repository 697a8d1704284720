"""Evolve: change the State by each Event. It never refuses one, and contains no rules and no chance."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pirates.events import Event
from pirates.evolving import evolve_by, told
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
    WantsStated,
    Whispered,
)
from pirates.long_live_the_captain.pieces import HOME_CARDS, STARTING_HAND, Cards, Offer, resources_in
from pirates.long_live_the_captain.state import Phase, State
from pirates.piles import put_at, sorted_cards, without
from pirates.seats import Seat


def _start(event: Started) -> State:
    seats = event.seats
    return State(
        options=event.options,
        hands=(STARTING_HAND,) * seats,
        deck=told(event.deck),
        event_deck=told(event.event_deck),
        pirate_deck=told(event.pirate_deck),
        crews=((),) * seats,
        first=event.first,
        plans=(None,) * seats,
        seals=(0,) * seats,
        offers_made=((0,) * seats,) * seats,
    )


def _restart(state: State, _: Started) -> State:
    return state


def _begin_round(state: State, event: RoundBegan) -> State:
    seats = state.seats
    return replace(
        state,
        round=event.round,
        first=event.first,
        served=(),
        plans=(None,) * seats,
        seals=(0,) * seats,
        offers_made=((0,) * seats,) * seats,
    )


def _reveal_event(state: State, event: EventRevealed) -> State:
    return replace(state, event=event.card, event_deck=state.event_deck[:-1])


def _take(state: State, event: CardsTaken) -> State:
    cards = told(event.cards)
    hands = put_at(state.hands, event.victim, without(state.hands[event.victim], cards))
    return replace(state, hands=put_at(hands, event.taker, sorted_cards(hands[event.taker] + cards)))


def _reshuffle(state: State, event: DeckReshuffled) -> State:
    return replace(state, deck=told(event.cards) + state.deck, discard=())


def _draw(state: State, event: BatchDrawn) -> State:
    return replace(
        state,
        phase=Phase.DEAL,
        batch=told(event.cards),
        deck=state.deck[: len(state.deck) - event.count],
        shown_to=(),
        shown_to_all=False,
    )


def _show(state: State, _: BatchShown) -> State:
    return replace(state, shown_to_all=True)


def _show_to(state: State, event: BatchShownTo) -> State:
    return replace(state, shown_to=tuple(sorted((*state.shown_to, event.to))))


def _deal(state: State, event: BatchDealt) -> State:
    hand = sorted_cards(state.hands[event.to] + told(event.cards))
    return replace(
        state,
        phase=Phase.BETWEEN,
        hands=put_at(state.hands, event.to, hand),
        batch=(),
        served=(*state.served, event.to),
        shown_to=(),
        shown_to_all=False,
    )


def _tell_only(state: State, _: SupplyRanOut | WantsStated) -> State:
    return state


def _show_pirates(state: State, event: PiratesRevealed) -> State:
    left = len(state.pirate_deck) - len(event.pirates)
    return replace(state, phase=Phase.BRIBE, pirates=event.pirates, pirate_deck=state.pirate_deck[:left])


def _add_extras(state: State, event: ExtrasDrawn) -> State:
    return replace(state, extras=event.cards, deck=state.deck[: len(state.deck) - len(event.cards)])


def _whisper(state: State, event: Whispered) -> State:
    return _WORDS[told(event.word)](state, event)


def _offer(state: State, event: Whispered) -> State:
    maker, to, number = told(event.speaker), told(event.listener), told(event.number)
    made = Offer(maker, to, number, told(event.give), told(event.want), event.promise or "")
    offers = tuple(sorted((*state.offers, made), key=lambda offer: (offer.maker, offer.to, offer.number)))
    counted = put_at(state.offers_made[maker], to, number)
    return replace(state, offers=offers, offers_made=put_at(state.offers_made, maker, counted))


def _counter(state: State, event: Whispered) -> State:
    answered = _without_offer(state, told(event.listener), told(event.speaker), told(event.answered))
    return _offer(answered, event)


def _refuse(state: State, event: Whispered) -> State:
    return _without_offer(state, told(event.listener), told(event.speaker), told(event.number))


def _withdraw(state: State, event: Whispered) -> State:
    return _without_offer(state, told(event.speaker), told(event.listener), told(event.number))


def _without_offer(state: State, maker: Seat, to: Seat, number: int) -> State:
    name = (maker, to, number)
    return replace(state, offers=tuple(each for each in state.offers if (each.maker, each.to, each.number) != name))


def _swap(state: State, event: SwapMade) -> State:
    one, other, maker = event.one, event.other, told(event.maker)
    to = other if maker == one else one
    hands = state.hands
    ones = sorted_cards(without(hands[one], told(event.from_one)) + told(event.from_other))
    others = sorted_cards(without(hands[other], told(event.from_other)) + told(event.from_one))
    after = _without_offer(state, maker, to, told(event.number))
    return replace(after, hands=put_at(put_at(hands, one, ones), other, others))


def _seal(state: State, event: BribesSealed | BribesRevised) -> State:
    seat = told(event.seat)
    return replace(
        state,
        plans=put_at(state.plans, seat, told(event.piles)),
        seals=put_at(state.seals, seat, state.seals[seat] + 1),
        offers=tuple(each for each in state.offers if seat not in (each.maker, each.to)),
    )


def _reveal(state: State, _: BribesRevealed) -> State:
    return replace(state, phase=Phase.BETWEEN)


def _shuffle(state: State, event: PiratesShuffled) -> State:
    return replace(state, pirates=event.pirates)


def _settle(state: State, event: PirateSettled) -> State:
    hands = tuple(without(hand, cards) if cards else hand for hand, cards in zip(state.hands, event.spent, strict=True))
    discard = state.discard + tuple(card for cards in event.spent for card in cards)
    if event.winner is None:
        return replace(state, hands=hands, discard=discard, gone=(*state.gone, event.pirate))
    crew = (*state.crews[event.winner], event.pirate)
    return replace(state, hands=hands, discard=discard, crews=put_at(state.crews, event.winner, crew))


def _end_round(state: State, _: RoundEnded) -> State:
    return replace(
        state,
        hands=tuple(_gone_home(hand) for hand in state.hands),
        discard=state.discard + state.extras,
        extras=(),
        pirates=(),
        offers=(),
        plans=(None,) * state.seats,
        event=None,
        spent_events=state.spent_events if state.event is None else (*state.spent_events, state.event),
    )


def _gone_home(hand: Cards) -> Cards:
    return sorted_cards(resources_in(hand) + HOME_CARDS)


def _end_match(state: State, event: MatchEnded) -> State:
    return replace(state, phase=Phase.OVER, outcome=event.outcome)


_WORDS: Mapping[str, Callable[[State, Whispered], State]] = {
    "offer": _offer,
    "counter": _counter,
    "refuse": _refuse,
    "withdraw": _withdraw,
}
_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    Started: _restart,
    RoundBegan: _begin_round,
    EventRevealed: _reveal_event,
    CardsTaken: _take,
    DeckReshuffled: _reshuffle,
    BatchDrawn: _draw,
    BatchShown: _show,
    BatchShownTo: _show_to,
    BatchDealt: _deal,
    SupplyRanOut: _tell_only,
    WantsStated: _tell_only,
    PiratesRevealed: _show_pirates,
    ExtrasDrawn: _add_extras,
    Whispered: _whisper,
    SwapMade: _swap,
    BribesSealed: _seal,
    BribesRevised: _seal,
    BribesRevealed: _reveal,
    PiratesShuffled: _shuffle,
    PirateSettled: _settle,
    RoundEnded: _end_round,
    MatchEnded: _end_match,
}

evolve = evolve_by(_CHANGES, _start)
"""Return the State after an Event; the State before Started is None."""
