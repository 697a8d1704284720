"""Legal moves: listed lazily, or one chosen at random without listing them.

Promises are words, so each offer is listed once, without one. What a player or a bot is likely to want comes first:
answers to offers, sensible bribes, small offers; all the rest follows.
"""

from collections.abc import Iterator
from itertools import islice

from pirates.commands import Move
from pirates.dice import Dice, pick
from pirates.long_live_the_captain.decisions import is_asked, offers_to
from pirates.long_live_the_captain.moves import (
    AcceptOffer,
    CounterOffer,
    DealBatch,
    DealByLots,
    MakeOffer,
    RefuseOffer,
    SealBribes,
    ShowBatch,
    ShowBatchTo,
    WithdrawOffer,
)
from pirates.long_live_the_captain.rules.bargains import counter_offers, new_offers, sample_terms
from pirates.long_live_the_captain.rules.dealing import may_be_shown_to, unserved
from pirates.long_live_the_captain.rules.plans import all_plans, sample_plan, sensible_plans
from pirates.long_live_the_captain.state import Phase, State, free_cards, is_sealed, may_offer_more, offerable
from pirates.piles import holds
from pirates.seats import Seat

_EARLY_OFFERS = 40
_EARLY_COUNTERS = 20


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    """Yield every Move that is accepted from `seat` now."""
    if not is_asked(state, seat):
        return
    if state.phase is Phase.DEAL:
        yield from _deals(state, seat)
        return
    yield from _answers(state, seat)
    sensible = dict.fromkeys(sensible_plans(state, seat))
    yield from (SealBribes(seat, plan) for plan in sensible)
    offers = new_offers(state, seat)
    counters = counter_offers(state, seat, offers_to(state, seat))
    yield from islice(offers, _EARLY_OFFERS)
    yield from islice(counters, _EARLY_COUNTERS)
    yield from (SealBribes(seat, plan) for plan in all_plans(state, seat) if plan not in sensible)
    yield from offers
    yield from counters


def sample_move(state: State, seat: Seat, dice: Dice) -> Move:
    """Return a random legal Move; each one is possible. `seat` must have an open Decision."""
    if state.phase is Phase.DEAL:
        return pick(dice, tuple(_deals(state, seat)))
    if not is_sealed(state, seat) and state.options.trading:
        answers = tuple(_answers(state, seat))
        if answers and dice.below(2):
            return _sample_answer(state, seat, answers, dice)
        partners = offerable(state, seat)
        if partners and dice.below(3) == 0:
            give, want = sample_terms(state, seat, dice)
            return MakeOffer(seat, give, want, to=pick(dice, partners))
    return SealBribes(seat, sample_plan(state, seat, dice))


def _sample_answer(state: State, seat: Seat, answers: tuple[Move, ...], dice: Dice) -> Move:
    """Return a random answer to an offer; now and then a refusal becomes a counter-offer."""
    answer = pick(dice, answers)
    if isinstance(answer, RefuseOffer) and dice.below(2) and may_offer_more(state, seat, answer.maker):
        give, want = sample_terms(state, seat, dice)
        return CounterOffer(seat, give, want, maker=answer.maker, number=answer.number)
    return answer


def _deals(state: State, seat: Seat) -> Iterator[Move]:
    yield from (DealBatch(seat, to) for to in unserved(state))
    yield DealByLots(seat)
    if not state.shown_to_all:
        yield ShowBatch(seat)
    yield from (ShowBatchTo(seat, to) for to in may_be_shown_to(state))


def _answers(state: State, seat: Seat) -> Iterator[Move]:
    free = free_cards(state, seat)
    for offer in offers_to(state, seat):
        if holds(free, offer.want):
            yield AcceptOffer(seat, offer.maker, offer.number)
        yield RefuseOffer(seat, offer.maker, offer.number)
    yield from (WithdrawOffer(seat, offer.to, offer.number) for offer in state.offers if offer.maker == seat)
