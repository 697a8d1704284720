"""Events: the facts of a Match, each secret marked with its readers."""

from typing import Annotated, Literal, TypeAlias

from pirates.events import Event, Secret
from pirates.long_live_the_captain.pieces import Bid, Card, Cards, Needs, Options, Pile, Verdict
from pirates.outcomes import Outcome
from pirates.places import Place
from pirates.seats import Seat


class Started(Event, frozen=True):
    """The decks are shuffled; everybody holds one resource of each kind, five Apples and five Bribe cards."""

    seats: int
    options: Options
    first: Seat
    deck: Annotated[tuple[Card, ...] | None, Secret()]
    event_deck: Annotated[tuple[int, ...] | None, Secret()]
    pirate_deck: Annotated[tuple[int, ...] | None, Secret()]


class RoundBegan(Event, frozen=True):
    """A round began with this first player."""

    round: int
    first: Seat


class EventRevealed(Event, frozen=True):
    """The event card of the round was turned up."""

    card: Annotated[int, Place("event")]


class CardsTaken(Event, frozen=True):
    """The seat took random cards from its right-hand neighbour (event 09)."""

    taker: Seat
    victim: Seat
    count: int
    cards: Annotated[Cards | None, Secret("taker", "victim")]


class DeckReshuffled(Event, frozen=True):
    """The discards were shuffled and put under the rest of the resource deck."""

    cards: Annotated[tuple[Card, ...] | None, Secret()]


class BatchDrawn(Event, frozen=True):
    """The first player drew a batch."""

    seat: Seat
    count: int
    cards: Annotated[Cards | None, Secret("seat")]


class BatchShown(Event, frozen=True):
    """The first player showed the batch to all."""

    seat: Seat
    cards: Cards


class BatchShownTo(Event, frozen=True):
    """The first player showed the batch to one other seat."""

    seat: Seat
    to: Seat
    cards: Annotated[Cards | None, Secret("seat", "to")]


class BatchDealt(Event, frozen=True):
    """The first player gave the batch to a seat."""

    seat: Seat
    to: Seat
    count: int
    cards: Annotated[Cards | None, Secret("seat", "to")]


class SupplyRanOut(Event, frozen=True):
    """There is no resource left to deal, in the deck or among the discards (Ruling L2)."""


class PiratesRevealed(Event, frozen=True):
    """The pirates of the round were turned up, number 1 first."""

    pirates: tuple[Annotated[int, Place("pirate")], ...]


class WantsStated(Event, frozen=True):
    """What the `pirates` want this round, including all changes by the event card; number 1 first."""

    pirates: tuple[Annotated[int, Place("pirate")], ...]
    needs: tuple[Needs, ...]


class ExtrasDrawn(Event, frozen=True):
    """One resource was laid on each pirate, which now wants it too (event 10)."""

    cards: tuple[Card, ...]


class Whispered(Event, frozen=True):
    """One seat spoke to another about an offer; nobody else learns who spoke, or the words.

    It is one type for all such words, so that the others cannot tell an offer from an answer. `maker`, `to` and
    `number` name the offer spoken about; an offer and a counter bring its terms. A counter also turns down the offer
    `answered` of the other side.
    """

    speaker: Annotated[Seat | None, Secret("speaker", "listener")]
    listener: Annotated[Seat | None, Secret("speaker", "listener")]
    word: Annotated[Literal["offer", "counter", "refuse", "withdraw"] | None, Secret("speaker", "listener")]
    number: Annotated[int | None, Secret("speaker", "listener")]
    give: Annotated[Cards | None, Secret("speaker", "listener")] = None
    want: Annotated[Cards | None, Secret("speaker", "listener")] = None
    promise: Annotated[str | None, Secret("speaker", "listener")] = None
    answered: Annotated[int | None, Secret("speaker", "listener")] = None


class SwapMade(Event, frozen=True):
    """An offer was accepted and both sides changed hands. Others learn only how many cards, not which or whose offer.

    `one` is the lower seat of the two. `maker` and `number` name the offer.
    """

    one: Seat
    other: Seat
    one_gave: int
    other_gave: int
    maker: Annotated[Seat | None, Secret("one", "other")]
    number: Annotated[int | None, Secret("one", "other")]
    from_one: Annotated[Cards | None, Secret("one", "other")]
    from_other: Annotated[Cards | None, Secret("one", "other")]
    promise: Annotated[str | None, Secret("one", "other")]


class BribesSealed(Event, frozen=True):
    """The seat sealed its bribes for the round; it trades no more and its open offers lapse (Ruling L35)."""

    seat: Seat
    piles: Annotated[tuple[Pile, ...] | None, Secret("seat")]


class BribesRevised(Event, frozen=True):
    """A seat sealed other bribes instead; only that seat learns which seat it was."""

    seat: Annotated[Seat | None, Secret("seat")]
    piles: Annotated[tuple[Pile, ...] | None, Secret("seat")]


class BribesRevealed(Event, frozen=True):
    """All piles were turned up, by seat."""

    plans: tuple[tuple[Pile, ...], ...]


class PiratesShuffled(Event, frozen=True):
    """The pirates were put in a new order (event 11); the piles keep their numbers."""

    pirates: tuple[int, ...]


class PirateSettled(Event, frozen=True):
    """A pirate made its choice; the fields are the full account of why.

    `needs` is what it wanted this round and `bids` what it was offered. `left` lists who was still in after each
    comparison that was made: totals, then the finest cards, then the smallest crew. `killers` gave it Poison it did
    not want. `spent` is what each seat lost by it; all else stays with its owner.
    """

    position: int
    pirate: int
    needs: Needs
    bids: tuple[Bid, ...]
    verdict: Verdict
    winner: Seat | None
    left: tuple[tuple[Seat, ...], ...]
    killers: tuple[Seat, ...]
    spent: tuple[Cards, ...]


class RoundEnded(Event, frozen=True):
    """The round is over: deals expire, Bribe and Apple cards go back to their owners; the event card is out."""

    round: int


class MatchEnded(Event, frozen=True):
    """The Match is over and all hands are open; `decided_by` is the comparison that decided it."""

    outcome: Outcome
    hands: tuple[Cards, ...]
    decided_by: Literal["points", "best pirate", "resources", "finest resources", "nothing"]


CaptainEvent: TypeAlias = (
    Started
    | RoundBegan
    | EventRevealed
    | CardsTaken
    | DeckReshuffled
    | BatchDrawn
    | BatchShown
    | BatchShownTo
    | BatchDealt
    | SupplyRanOut
    | PiratesRevealed
    | ExtrasDrawn
    | WantsStated
    | Whispered
    | SwapMade
    | BribesSealed
    | BribesRevised
    | BribesRevealed
    | PiratesShuffled
    | PirateSettled
    | RoundEnded
    | MatchEnded
)
