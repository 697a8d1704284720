"""Trading: offers between two seats, and the swap that follows when one is accepted."""

from pirates.dice import Dice
from pirates.errors import IllegalMove
from pirates.long_live_the_captain.events import SwapMade, Whispered
from pirates.long_live_the_captain.moves import AcceptOffer, CounterOffer, MakeOffer, RefuseOffer, WithdrawOffer
from pirates.long_live_the_captain.pieces import MOST_ASKED, MOST_OPEN_OFFERS, PROMISE_LENGTH, Cards, Offer
from pirates.long_live_the_captain.state import (
    State,
    find_offer,
    free_cards,
    is_sealed,
    may_offer_more,
    trading_partners,
)
from pirates.piles import holds
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def make_offer(record: Recorder[State], move: MakeOffer, _dice: Dice) -> None:
    """Offer a swap or a gift. The cards offered are bound until the offer is answered, withdrawn or lapses."""
    state = record.state
    _check_partner(state, move.seat, move.to)
    _check_terms(state, move)
    if not may_offer_more(state, move.seat, move.to):
        raise IllegalMove(
            "too_many_offers",
            _("{count} of your offers to that player are open; withdraw one first.").format(count=MOST_OPEN_OFFERS),
        )
    number = state.offers_made[move.seat][move.to] + 1
    record.record(Whispered(move.seat, move.to, "offer", number, move.give, move.want, move.promise))


def counter_offer(record: Recorder[State], move: CounterOffer, _dice: Dice) -> None:
    """Refuse an offer and make another one in return."""
    state = record.state
    _open_offer(state, move.maker, move.seat, move.number)
    _check_terms(state, move)
    if not may_offer_more(state, move.seat, move.maker):
        raise IllegalMove(
            "too_many_offers",
            _("{count} of your offers to that player are open; withdraw one first.").format(count=MOST_OPEN_OFFERS),
        )
    number = state.offers_made[move.seat][move.maker] + 1
    record.record(Whispered(move.seat, move.maker, "counter", number, move.give, move.want, move.promise, move.number))


def accept_offer(record: Recorder[State], move: AcceptOffer, _dice: Dice) -> None:
    """Exchange both sides at once; promises stay words (Ruling L34)."""
    state = record.state
    offer = _open_offer(state, move.maker, move.seat, move.number)
    if not holds(free_cards(state, move.seat), offer.want):
        raise IllegalMove(
            "cannot_give",
            _("You do not hold what is asked for, or have bound it in an offer of your own; withdraw that."),
        )
    record.record(_swap_of(offer))


def _swap_of(offer: Offer) -> SwapMade:
    one, other = sorted((offer.maker, offer.to))
    from_one, from_other = (offer.give, offer.want) if one == offer.maker else (offer.want, offer.give)
    counts = len(from_one), len(from_other)
    return SwapMade(one, other, *counts, offer.maker, offer.number, from_one, from_other, offer.promise)


def refuse_offer(record: Recorder[State], move: RefuseOffer, _dice: Dice) -> None:
    """Refuse an offer."""
    _open_offer(record.state, move.maker, move.seat, move.number)
    record.record(Whispered(move.seat, move.maker, "refuse", move.number))


def withdraw_offer(record: Recorder[State], move: WithdrawOffer, _dice: Dice) -> None:
    """Withdraw an offer."""
    _open_offer(record.state, move.seat, move.to, move.number)
    record.record(Whispered(move.seat, move.to, "withdraw", move.number))


def terms_are_sound(give: Cards, want: Cards) -> bool:
    """Whether these can be the two sides of an offer: at least one card, and no kind on both sides."""
    return bool(give or want) and len(want) <= MOST_ASKED and not any(card in want for card in give)


def _open_offer(state: State, maker: Seat, to: Seat, number: int) -> Offer:
    offer = find_offer(state, maker, to, number)
    if offer is None:
        raise IllegalMove("no_such_offer", _("No such offer is open between you; look at what is offered now."))
    return offer


def _check_partner(state: State, seat: Seat, to: Seat) -> None:
    if not state.options.trading:
        raise IllegalMove("no_trading", _("This match is played without trading; seal your bribes."))
    if to == seat or to not in range(state.seats):
        raise IllegalMove(
            "no_such_partner", _("Trade with another player, seats 1 to {seats}.").format(seats=state.seats)
        )
    if is_sealed(state, seat):
        raise IllegalMove("you_have_sealed", _("You have sealed your bribes and trade no more this round."))
    if to not in trading_partners(state, seat):
        raise IllegalMove(
            "partner_has_sealed",
            _("Seat {seat} has sealed its bribes and trades no more this round.").format(seat=to + 1),
        )


def _check_terms(state: State, move: MakeOffer | CounterOffer) -> None:
    if len(move.want) > MOST_ASKED:
        raise IllegalMove("asks_too_much", _("Ask for {count} cards at most.").format(count=MOST_ASKED))
    if not terms_are_sound(move.give, move.want):
        raise IllegalMove("nothing_to_swap", _("Give or ask for at least one card, and no kind of card on both sides."))
    if not holds(free_cards(state, move.seat), move.give):
        raise IllegalMove(
            "not_free", _("You do not hold these cards, or have bound them in another offer; withdraw that one first.")
        )
    if len(move.promise) > PROMISE_LENGTH:
        raise IllegalMove("promise_too_long", _("Keep a promise to {count} letters.").format(count=PROMISE_LENGTH))
