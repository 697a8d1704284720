"""Events: what happened. Each secret is marked with the seats that may read it."""

from typing import Annotated, TypeAlias

from pirates.capitan_bacon.pieces import Card, Hand, Options, StandingOrder, Treasure
from pirates.events import Event, Secret
from pirates.outcomes import Outcome
from pirates.places import Place
from pirates.seats import Seat


class Started(Event, frozen=True):
    """The cards are shuffled and laid out; `top` is the galleon's first face-up card, all others are hidden."""

    seats: int
    options: Options
    starter: Seat
    top: Card
    galleon: Annotated[tuple[Card, ...] | None, Secret()]
    deck: Annotated[tuple[Card, ...] | None, Secret()]
    islands: Annotated[tuple[Card, ...] | None, Secret()]


class HandDealt(Event, frozen=True):
    """The seat was dealt its starting hand."""

    seat: Seat
    hand: Annotated[Hand | None, Secret("seat")]


class TurnBegan(Event, frozen=True):
    """It is this seat's turn."""

    seat: Seat
    turn: int


class Passed(Event, frozen=True):
    """The seat did nothing."""

    seat: Seat


class CardsBuried(Event, frozen=True):
    """The seat buried cards; `cards` lie under `islands` in the same order."""

    seat: Seat
    islands: tuple[Annotated[int, Place("island")], ...]
    cards: Annotated[tuple[Card, ...] | None, Secret("seat")]


class CardPlayed(Event, frozen=True):
    """The seat played a card face up, on `victim` if there is one.

    `ends_turn` records that the player wants to end the turn with this card, which a window may delay.
    """

    seat: Seat
    card: Card
    victim: Seat | None = None
    ends_turn: Annotated[bool | None, Secret("seat")] = False


class MirrorPlayed(Event, frozen=True):
    """The seat discarded a Mirror: the card on the table now affects `attacker` instead."""

    seat: Seat
    attacker: Seat


class MirrorDeclined(Event, frozen=True):
    """The seat answered with no Mirror."""

    seat: Seat


class IslandSeen(Event, frozen=True):
    """The seat looked at an Island."""

    seat: Seat
    island: Annotated[int, Place("island")]
    card: Annotated[Card | None, Secret("seat")]


class IslandTaken(Event, frozen=True):
    """The seat took an Island into its hand."""

    seat: Seat
    island: int
    card: Annotated[Card | None, Secret("seat")]


class GalleonBoarded(Event, frozen=True):
    """The seat took the galleon's top card; `top` is the next one, now face up, or None if the galleon is empty."""

    seat: Seat
    card: Annotated[Card, Place("galleon", alone=True)]
    top: Card | None


class HandSeen(Event, frozen=True):
    """The seat looked at the victim's hand."""

    seat: Seat
    victim: Seat
    hand: Annotated[Hand | None, Secret("seat", "victim")]


class CardStolen(Event, frozen=True):
    """A card went from the victim's hand to the thief's."""

    thief: Seat
    victim: Seat
    card: Annotated[Card | None, Secret("thief", "victim")]


class HandShown(Event, frozen=True):
    """The seat showed its whole hand to all."""

    seat: Seat
    hand: Hand


class HandBuried(Event, frozen=True):
    """The seat buried its shown hand; `cards` lie under `islands` in the same order."""

    seat: Seat
    islands: tuple[Annotated[int, Place("island")], ...]
    cards: Annotated[tuple[Card, ...] | None, Secret("seat")]


class HandsSwapped(Event, frozen=True):
    """The seat and the victim exchanged their whole hands."""

    seat: Seat
    victim: Seat
    gave: Annotated[Hand | None, Secret("seat", "victim")]
    got: Annotated[Hand | None, Secret("seat", "victim")]


class CardDiscarded(Event, frozen=True):
    """The card on the table went to the discard pile; `missed` if its target had an empty hand (Ruling B11)."""

    card: Annotated[Card, Place("discard", alone=True)]
    missed: bool = False


class IslandsLaid(Event, frozen=True):
    """Cards from the deck became Islands."""

    islands: tuple[Annotated[int, Place("island")], ...]
    cards: Annotated[tuple[Card, ...] | None, Secret()]


class DeckReshuffled(Event, frozen=True):
    """The discard pile was shuffled into a new deck."""

    deck: Annotated[tuple[Card, ...] | None, Secret()]


class CardsDrawn(Event, frozen=True):
    """The seat drew cards from the deck, one at a time."""

    seat: Seat
    count: int
    cards: Annotated[tuple[Card, ...] | None, Secret("seat")]


class TurnEnded(Event, frozen=True):
    """The seat plays no further card this turn."""

    seat: Seat


class StandingOrderChanged(Event, frozen=True):
    """A seat changed its standing order for Mirrors; only that seat may read which seat it was, and the order."""

    seat: Annotated[Seat | None, Secret("seat")]
    order: Annotated[StandingOrder | None, Secret("seat")]


class MatchEnded(Event, frozen=True):
    """The Match is over and all hands are public; `treasure` is the set that ended it, if one did."""

    outcome: Outcome
    hands: tuple[Hand, ...]
    treasure: Treasure | None = None


BaconEvent: TypeAlias = (
    Started
    | HandDealt
    | TurnBegan
    | Passed
    | CardsBuried
    | CardPlayed
    | MirrorPlayed
    | MirrorDeclined
    | IslandSeen
    | IslandTaken
    | GalleonBoarded
    | HandSeen
    | CardStolen
    | HandShown
    | HandBuried
    | HandsSwapped
    | CardDiscarded
    | IslandsLaid
    | DeckReshuffled
    | CardsDrawn
    | TurnEnded
    | StandingOrderChanged
    | MatchEnded
)
