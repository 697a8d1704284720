"""Sealing: check and seal plans. Sealed cards stay in the hand, so that nothing reveals them (Ruling L9)."""

from pirates.dice import Dice
from pirates.errors import IllegalMove
from pirates.long_live_the_captain.events import BribesRevised, BribesSealed
from pirates.long_live_the_captain.moves import SealBribes
from pirates.long_live_the_captain.pieces import BRIBE_CARDS, MOST_PILES, Card, Pile
from pirates.long_live_the_captain.scoring import is_wanted, needs_at
from pirates.long_live_the_captain.state import State, all_sealed, is_sealed
from pirates.piles import holds, sorted_cards
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def seal_bribes(record: Recorder[State], move: SealBribes, _dice: Dice) -> None:
    """Seal a plan; until all have sealed, it may be replaced."""
    state = record.state
    if all_sealed(state):
        raise IllegalMove("all_sealed", _("Everybody has sealed; the bribes are about to be revealed."))
    check_plan(state, move.seat, move.piles)
    sealed = BribesRevised if is_sealed(state, move.seat) else BribesSealed
    record.record(sealed(move.seat, move.piles))


def most_piles(state: State) -> int:
    """Return the most piles that a seat may make: two, or one in event 15 (Ruling L26)."""
    return 1 if state.event_card.one_pile else MOST_PILES


def targets(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the open pirates, counted from 1, whose Bribe cards the seat has (L6, L7)."""
    hand = state.hands[seat]
    return tuple(number for number in range(1, len(state.pirates) + 1) if BRIBE_CARDS[number - 1] in hand)


def may_mean_poison(state: State, pirate: int) -> bool:
    """Whether a giver of Gunpowder must say what it is for: as a bribe or as Poison (event 16, Ruling L28)."""
    needs = needs_at(state, pirate)
    return state.event_card.gunpowder_kills and is_wanted(needs, Card.GUNPOWDER) and not is_wanted(needs, Card.POISON)


def check_plan(state: State, seat: Seat, piles: tuple[Pile, ...]) -> None:
    """Raise IllegalMove for a plan that may not be sealed."""
    if len(piles) > most_piles(state):
        one = _("You can make one pile at most this round; leave one out.")
        two = _("You can make two piles at most this round; leave one out.")
        raise IllegalMove("too_many_piles", one if most_piles(state) == 1 else two)
    pirates = [pile.pirate for pile in piles]
    if len(set(pirates)) < len(pirates):
        raise IllegalMove("one_pile_a_pirate", _("Make one pile for a pirate, not two; put the cards together."))
    for pile in piles:
        _check_pile(state, seat, pile)
    if not holds(state.hands[seat], sorted_cards(card for pile in piles for card in pile.cards)):
        raise IllegalMove("not_in_hand", _("You do not hold all these cards; bribe with what is in your hand."))


def _check_pile(state: State, seat: Seat, pile: Pile) -> None:
    if pile.pirate not in range(1, len(state.pirates) + 1):
        raise IllegalMove(
            "no_such_pirate", _("Point at one of the pirates 1 to {most}.").format(most=len(state.pirates))
        )
    if pile.pirate not in targets(state, seat):
        raise IllegalMove("no_bribe_card", _("You have traded that Bribe card away; point at another pirate."))
    if any(card in BRIBE_CARDS for card in pile.cards):
        raise IllegalMove("not_for_a_pile", _("Only resources and Rotten Apples go under a Bribe card."))
    if pile.as_poison and not (may_mean_poison(state, pile.pirate) and Card.GUNPOWDER in pile.cards):
        raise IllegalMove(
            "cannot_be_poison",
            _("'as poison' is for Gunpowder under event 16, and for a pirate who wants Gunpowder and no Poison."),
        )
