"""Long Live the Captain on trial."""

from collections import Counter
from itertools import product

from msgspec.structs import replace

from pirates.dice import Dice, shuffle
from pirates.long_live_the_captain.events import (
    BatchShown,
    BribesRevealed,
    EventRevealed,
    ExtrasDrawn,
    MatchEnded,
    PirateSettled,
    PiratesRevealed,
    PiratesShuffled,
    RoundBegan,
    RoundEnded,
    SupplyRanOut,
    WantsStated,
)
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import Card, Cards, Offer, Options, resources_in
from pirates.long_live_the_captain.rules.bargains import sample_terms
from pirates.long_live_the_captain.rules.plans import sample_plan
from pirates.long_live_the_captain.state import State, is_sealed
from pirates.long_live_the_captain.view import view
from pirates.piles import sorted_cards, without
from pirates.seats import Seat
from tests.pirates.trial import Trial, Variant


def components(state: State) -> Counter[str]:
    """Count all cards, pirates and event cards, wherever they are; sealed cards are still in the hands."""
    held = [card for hand in state.hands for card in hand]
    cards: tuple[Card, ...] = (*state.deck, *state.discard, *held, *state.batch, *state.extras)
    pirates = (*state.pirate_deck, *state.pirates, *state.gone, *(each for crew in state.crews for each in crew))
    events = (*state.event_deck, *state.spent_events, *(() if state.event is None else (state.event,)))
    named = [*(f"pirate {each}" for each in pirates), *(f"event {each}" for each in events)]
    return Counter([*(card.value for card in cards), *named])


def swap_hidden(state: State, viewer: Seat | None, dice: Dice) -> State:
    """Redeal what `viewer` may not know: decks, the others' resources, their sealed plans and their bargains."""
    if state.outcome is not None:
        return state
    others = tuple(seat for seat in range(state.seats) if seat != viewer)
    redealt = _redealt(state, viewer, others, dice)
    bargained = _with_other_bargains(redealt, viewer, others, dice)
    return _with_other_plans(bargained, others, dice)


def _redealt(state: State, viewer: Seat | None, others: tuple[Seat, ...], dice: Dice) -> State:
    """Keep what is bound in offers to the viewer, and all Apples and Bribe cards."""
    kept = {seat: _kept(state, viewer, seat) for seat in others}
    loose = {seat: without(state.hands[seat], kept[seat]) for seat in others}
    batch = state.batch if view(state, viewer).batch is None else ()
    pool = list(shuffle(dice, [*state.deck, *batch, *(card for seat in others for card in loose[seat])]))
    hands = tuple(
        sorted_cards((*kept[seat], *_drawn(pool, len(loose[seat])))) if seat in kept else hand
        for seat, hand in enumerate(state.hands)
    )
    return replace(
        state,
        hands=hands,
        batch=_drawn(pool, len(batch)) if batch else state.batch,
        deck=tuple(pool),
        event_deck=shuffle(dice, state.event_deck),
        pirate_deck=shuffle(dice, state.pirate_deck),
    )


def _kept(state: State, viewer: Seat | None, seat: Seat) -> Cards:
    hand = state.hands[seat]
    bound = [card for each in state.offers if each.maker == seat and each.to == viewer for card in each.give]
    own = without(hand, resources_in(hand))
    return sorted_cards((*own, *resources_in(tuple(bound))))


def _drawn(pool: list[Card], count: int) -> Cards:
    return sorted_cards(pool.pop() for _ in range(count))


def _with_other_bargains(state: State, viewer: Seat | None, others: tuple[Seat, ...], dice: Dice) -> State:
    """Let the others have made other offers to one another, and other numbers of them."""
    made = [list(row) for row in state.offers_made]
    state = replace(state, offers=tuple(each for each in state.offers if viewer in (each.maker, each.to)))
    for maker, to in product(others, others):
        if maker == to or not state.options.trading:
            continue
        made[maker][to] += 1 + dice.below(3)
        if not (is_sealed(state, maker) or is_sealed(state, to)) and state.pirates and dice.below(2):
            give, want = sample_terms(state, maker, dice)
            offers = (*state.offers, Offer(maker, to, made[maker][to], give, want))
            state = replace(state, offers=tuple(sorted(offers, key=lambda each: (each.maker, each.to, each.number))))
    return replace(state, offers_made=tuple(tuple(row) for row in made))


def _with_other_plans(state: State, others: tuple[Seat, ...], dice: Dice) -> State:
    plans, seals = list(state.plans), list(state.seals)
    for seat in others:
        if is_sealed(state, seat):
            plans[seat] = sample_plan(state, seat, dice)
        seals[seat] += dice.below(3)
    return replace(state, plans=tuple(plans), seals=tuple(seals))


def permute(state: State, permutation: tuple[Seat, ...]) -> State:
    origin = [permutation.index(seat) for seat in range(state.seats)]
    return replace(
        state,
        hands=tuple(state.hands[seat] for seat in origin),
        crews=tuple(state.crews[seat] for seat in origin),
        first=permutation[state.first],
        plans=tuple(state.plans[seat] for seat in origin),
        seals=tuple(state.seals[seat] for seat in origin),
        offers_made=tuple(tuple(state.offers_made[maker][to] for to in origin) for maker in origin),
        offers=tuple(replace(each, maker=permutation[each.maker], to=permutation[each.to]) for each in state.offers),
        shown_to=tuple(sorted(permutation[seat] for seat in state.shown_to)),
        served=tuple(permutation[seat] for seat in state.served),
    )


TRIAL = Trial(
    game=LIVE_LONG,
    variants=tuple(
        Variant(seats, Options(events=events, trading=trading, first=None if trading else seats - 1))
        for seats, events, trading in product(LIVE_LONG.seats, (False, True), (False, True))
    ),
    reasons=frozenset({"last-round"}),
    hides_nothing=frozenset(
        {
            RoundBegan,
            EventRevealed,
            BatchShown,
            SupplyRanOut,
            PiratesRevealed,
            ExtrasDrawn,
            WantsStated,
            BribesRevealed,
            PiratesShuffled,
            PirateSettled,
            RoundEnded,
            MatchEnded,
        }
    ),
    reveals=frozenset({EventRevealed, BatchShown, PiratesRevealed, ExtrasDrawn, BribesRevealed}),
    rare=frozenset({SupplyRanOut}),
    longest=2000,
    components=components,
    swap_hidden=swap_hidden,
    permute=permute,
)
