"""Events from the start of a Match to the end of the building."""

from typing import Annotated

from pirates.events import Event, Secret
from pirates.guns_or_treasure.pieces import Captain, Card, Cards, Choice, Options, Placed, Plan, Side
from pirates.seats import Seat


class Started(Event, frozen=True):
    """The Match began; `captains` and `sides` are in seat order, and empty if there are none (yet)."""

    seats: int
    options: Options
    captains: tuple[Captain, ...]
    sides: tuple[Side, ...]


class GameBegan(Event, frozen=True):
    """All Ship cards were shuffled into a deck; `leader` leads the first round."""

    game: int
    leader: Seat
    deck: Annotated[Cards | None, Secret()]


class PlanSealed(Event, frozen=True):
    """The seat has sealed its plan for this phase."""

    seat: Seat
    plan: Annotated[Plan | None, Secret("seat")]


class PlanRevised(Event, frozen=True):
    """A seat replaced its sealed plan by another; only that seat may read which seat it was, and the plan."""

    seat: Annotated[Seat | None, Secret("seat")]
    plan: Annotated[Plan | None, Secret("seat")]


class SidesShown(Event, frozen=True):
    """All captains were turned to their chosen sides, in seat order."""

    sides: tuple[Side, ...]


class RoundBegan(Event, frozen=True):
    """A round of building begins."""

    round: int
    leader: Seat


class CardsDrawn(Event, frozen=True):
    """The seat drew cards from the deck."""

    seat: Seat
    count: int
    cards: Annotated[Cards | None, Secret("seat")]


class DeckReshuffled(Event, frozen=True):
    """The discard pile was shuffled into a new deck."""

    deck: Annotated[Cards | None, Secret()]


class CardsPlaced(Event, frozen=True):
    """The seat placed cards on its ships; `cards` are those placed face down, ship by ship as in `placed`."""

    seat: Seat
    placed: tuple[Placed, ...]
    cards: Annotated[tuple[Cards, ...] | None, Secret("seat")]


class BluffBegan(Event, frozen=True):
    """Pirate's Bluff began: every seat chooses one card to discard and two to lay down."""


class BluffLaid(Event, frozen=True):
    """The seat discarded a card and laid down two, one of them open."""

    seat: Seat
    open: Card
    closed: Annotated[Card | None, Secret("seat")]
    discarded: Annotated[Card | None, Secret("seat")]


class CardTaken(Event, frozen=True):
    """The seat took the open or the closed card of its left neighbour."""

    seat: Seat
    victim: Seat
    which: Choice
    card: Annotated[Card | None, Secret("seat", "victim")]


class BluffEnded(Event, frozen=True):
    """Every seat took back the card that was left in front of it."""


class ArmadaSighted(Event, frozen=True):
    """Three cards from the deck became the bows of the Spanish Armada."""

    bows: Cards


class ArmadaManned(Event, frozen=True):
    """The seat added a card face down to each Armada ship, in their order."""

    seat: Seat
    cards: Annotated[Cards | None, Secret("seat")]


class BuildingEnded(Event, frozen=True):
    """The last round is over; `repairs` if Carpenter Crook may use a power before the clean-up."""

    repairs: bool


class CardAdded(Event, frozen=True):
    """Carpenter Crook added a leftover card face down."""

    seat: Seat
    ship: int
    card: Annotated[Card | None, Secret("seat")]


class CardShifted(Event, frozen=True):
    """Carpenter Crook moved a face-down card to another ship."""

    seat: Seat
    ship: int
    to: int
    card: Annotated[Card | None, Secret("seat")]


class PowerForgone(Event, frozen=True):
    """The seat did not use its captain's power."""

    seat: Seat
