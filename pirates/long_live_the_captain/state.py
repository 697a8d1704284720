"""State: everything about one Match, secrets included."""

from enum import StrEnum

import msgspec

from pirates.long_live_the_captain.pieces import (
    EVENT_CARDS,
    MOST_OPEN_OFFERS,
    ROUNDS,
    Cards,
    EventCard,
    Offer,
    Options,
    Plan,
)
from pirates.outcomes import Outcome
from pirates.piles import without
from pirates.seats import Seat


class Phase(StrEnum):
    """The phase: the first player deals, or everybody trades and bribes. BETWEEN occurs only within a Command."""

    DEAL = "deal"
    BRIBE = "bribe"
    BETWEEN = "between"
    OVER = "over"


class State(msgspec.Struct, frozen=True):
    """Decks are drawn from their end. Hands hold resources, Apples and Bribe cards; sealed cards stay in them.

    `batch` is what the first player has drawn and not yet given away, `shown_to` who else has seen it. `pirates` lie
    on the table in their order, `extras` on them (event 10). `seals` counts how often each seat has sealed this round
    and `offers_made[a][b]` the offers of a to b, so that no Decision key repeats; both are secrets of those seats.
    """

    options: Options
    hands: tuple[Cards, ...]
    deck: Cards
    event_deck: tuple[int, ...]
    pirate_deck: tuple[int, ...]
    crews: tuple[tuple[int, ...], ...]
    first: Seat
    plans: tuple[Plan | None, ...]
    seals: tuple[int, ...]
    offers_made: tuple[tuple[int, ...], ...]
    offers: tuple[Offer, ...] = ()
    discard: Cards = ()
    gone: tuple[int, ...] = ()
    spent_events: tuple[int, ...] = ()
    event: int | None = None
    round: int = 0
    phase: Phase = Phase.BETWEEN
    batch: Cards = ()
    shown_to: tuple[Seat, ...] = ()
    shown_to_all: bool = False
    served: tuple[Seat, ...] = ()
    pirates: tuple[int, ...] = ()
    extras: Cards = ()
    outcome: Outcome | None = None

    @property
    def seats(self) -> int:
        """The number of seats in the Match."""
        return len(self.hands)

    @property
    def rounds(self) -> int:
        """The number of rounds in the Match."""
        return ROUNDS[self.seats]

    @property
    def event_card(self) -> EventCard:
        """The event card of this round; a card that changes nothing if there is none."""
        return NO_EVENT if self.event is None else EVENT_CARDS[self.event]


NO_EVENT = EventCard(0, "No event", "Nothing changes.")


def is_sealed(state: State, seat: Seat) -> bool:
    """Whether the seat has sealed its bribes."""
    return state.plans[seat] is not None


def all_sealed(state: State) -> bool:
    """Whether the Match waits only for the clock."""
    return None not in state.plans


def free_cards(state: State, seat: Seat) -> Cards:
    """Return the cards in a seat's hand that are not bound in an open offer of its own."""
    hand = state.hands[seat]
    for offer in state.offers:
        if offer.maker == seat:
            hand = without(hand, offer.give)
    return hand


def find_offer(state: State, maker: Seat, to: Seat, number: int) -> Offer | None:
    """Return the open offer with this name, or None."""
    return next(
        (each for each in state.offers if each.maker == maker and each.to == to and each.number == number), None
    )


def trading_partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that may trade with `seat` now; a seat stops trading when it seals (Ruling L35)."""
    if not state.options.trading or state.phase is not Phase.BRIBE or is_sealed(state, seat):
        return ()
    return tuple(other for other in range(state.seats) if other != seat and not is_sealed(state, other))


def may_offer_more(state: State, maker: Seat, to: Seat) -> bool:
    """Whether one more offer of `maker` to `to` may be open."""
    return sum(each.maker == maker and each.to == to for each in state.offers) < MOST_OPEN_OFFERS


def offerable(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats to which `maker` can make one more offer."""
    return tuple(to for to in trading_partners(state, seat) if may_offer_more(state, seat, to))
