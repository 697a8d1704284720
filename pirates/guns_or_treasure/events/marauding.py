"""Events from the clean-up to the end of the Match."""

from typing import Annotated, Literal

from pirates.events import Event, Secret
from pirates.guns_or_treasure.pieces import Card, Cards, Power, ShipRef, Side
from pirates.outcomes import Outcome
from pirates.seats import Seat


class LeftoversDiscarded(Event, frozen=True):
    """The cards left over in hands were discarded; with the Armada, no cards are left over."""


class CleanedUp(Event, frozen=True):
    """Hands and the incomplete ships in `lost` were discarded; `spies` if Lantern Lou may look at a ship."""

    lost: tuple[ShipRef, ...]
    spies: bool


class ShipSpied(Event, frozen=True):
    """Lantern Lou looked at all cards of a rival's ship."""

    seat: Seat
    ship: ShipRef
    cards: Annotated[Cards | None, Secret("seat")]


class MaraudingBegan(Event, frozen=True):
    """The turn `order` was fixed; `by` says what decided the first seat: most treasure, most guns, or a random draw."""

    order: tuple[Seat, ...]
    by: Literal["treasure", "guns", "lots"]


class TurnBegan(Event, frozen=True):
    """It is this seat's turn; `looks` if Lantern Lou may look at a card first."""

    seat: Seat
    turn: int
    looks: bool = False


class CardSeen(Event, frozen=True):
    """Lantern Lou looked at the card in that `place` of a ship (1 is the bow)."""

    seat: Seat
    ship: ShipRef
    place: int
    card: Annotated[Card | None, Secret("seat")]


class BattleJoined(Event, frozen=True):
    """A ship attacked another; all cards of both are face up now."""

    attacker: ShipRef
    defender: ShipRef
    attacking: Cards
    defending: Cards


class BombsDefused(Event, frozen=True):
    """Wet-Fuse Wilma's first explosion did not happen: the bombs of both ships were discarded."""

    seat: Seat
    ships: tuple[ShipRef, ...]


class ShipsExploded(Event, frozen=True):
    """Both ships were discarded; if Wet-Fuse Wilma is the `saver`, she saved one card for her stash."""

    ships: tuple[ShipRef, ...]
    saver: Seat | None = None
    saved: Card | None = None


class PowersCounted(Event, frozen=True):
    """The captains of a battle add these `powers` to the printed guns of its ships, the attacker's first."""

    powers: tuple[Power, ...]


class BattleWon(Event, frozen=True):
    """The winner stashed the treasure of both ships, which are gone; Quiet Osric, if he lost, kept the card `saved`."""

    winner: ShipRef
    loser: ShipRef
    guns: int
    against: int
    treasure: Cards
    saved: Card | None = None


class TreasureCaptured(Event, frozen=True):
    """The winner's ship sails on with the loser's treasure; Quiet Osric, if he lost, kept the card `saved`."""

    winner: ShipRef
    loser: ShipRef
    guns: int
    against: int
    treasure: Cards
    saved: Card | None = None


class ArmadaHeld(Event, frozen=True):
    """The Armada ship had more guns: both ships were discarded, except a card that Quiet Osric saved."""

    attacker: ShipRef
    defender: ShipRef
    guns: int
    against: int
    saved: Card | None = None


class ShipRetreated(Event, frozen=True):
    """The treasure of a ship went into the seat's stash, the rest was discarded; neither is shown (Ruling G16)."""

    seat: Seat
    ship: int
    treasure: Annotated[Cards | None, Secret("seat")]


class LastFleetLeft(Event, frozen=True):
    """Only this seat has ships left and there is no ship to attack, so its ships come home (Ruling G13)."""

    seat: Seat


class GameScored(Event, frozen=True):
    """The stashes were opened and counted; `reason` is what put the winner ahead of the second."""

    game: int
    stashes: tuple[Cards, ...]
    totals: tuple[int, ...]
    ranking: tuple[Seat, ...]
    reason: str


class CaptainFlipped(Event, frozen=True):
    """The seat won a game and turned its captain over."""

    seat: Seat
    side: Side


class MatchEnded(Event, frozen=True):
    """The Match is over."""

    outcome: Outcome
