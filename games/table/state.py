"""The Table and its chairs."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from games.clocks.calendars import AwayTime, Hours
from games.clocks.terms import ClockTerms
from games.table.disputes import DisputeAtTable
from games.table.events.core import Keeper, SaltSource
from games.table.proposals import Proposal
from pirates.outcomes import Outcome
from pirates.seats import Seat

ChairKeeper: TypeAlias = Keeper | Literal["nobody"]


class Chair(msgspec.Struct, frozen=True):
    """One seat at the table. `player` stays on it while a caretaker plays, until the player returns or resigns.

    `asked_at` is when the player lately asked the table for something; `unanswered` counts what the player has not
    answered since acting last, be it missed or done by the caretaker. `is_replaced`: a referee offers the
    seat to others.
    """

    player: str | None = None
    keeper: ChairKeeper = "nobody"
    salt: str = ""
    salt_from: SaltSource = "server"
    misses_in_a_row: int = 0
    misses: int = 0
    unanswered: int = 0
    is_offered: bool = False
    has_confirmed: bool = False
    has_resigned: bool = False
    is_replaced: bool = False
    hours: Hours = Hours()
    absences: tuple[AwayTime, ...] = ()
    asked_at: tuple[datetime, ...] = ()

    @property
    def is_taken(self) -> bool:
        """Whether somebody, or a bot, sits here."""
        return self.keeper != "nobody"

    @property
    def is_away(self) -> bool:
        """Whether a caretaker keeps the seat for a player who may come back."""
        return self.keeper == "caretaker" and not self.has_left

    @property
    def has_left(self) -> bool:
        """Whether its player plays no more and cannot come back: resigned, or replaced by a ruling."""
        return self.has_resigned or self.is_replaced


class Table(msgspec.Struct, frozen=True):
    """The other side of a match's truth, folded from the same log as the State.

    `has_sat` are the references of all who ever held a seat. `pauses` counts those that the table agreed on,
    `proposals` what it was asked; `proposal` is what it is asked now.
    """

    game: str
    rules_version: int
    options: msgspec.Raw
    pace_seconds: int
    window_seconds: int
    host: str
    commitment: str
    chairs: tuple[Chair, ...]
    is_closed: bool = False
    adjudication: Outcome | None = None
    is_called_off: bool = False
    is_abandoned: bool = False
    is_timed_out: bool = False
    rewinds: int = 0
    is_mustered: bool = False
    disputes: tuple[DisputeAtTable, ...] = ()
    has_sat: frozenset[str] = frozenset()
    terms: ClockTerms = ClockTerms()
    is_paused: bool = False
    proposal: Proposal | None = None
    proposals: int = 0
    pauses: int = 0

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of the player with this reference, or None; one who resigned keeps watching from it."""
        return next((number for number, chair in enumerate(self.chairs) if chair.player == player), None)

    def free_seats(self) -> tuple[Seat, ...]:
        """Return the seats nobody has taken, lowest first."""
        return tuple(number for number, chair in enumerate(self.chairs) if not chair.is_taken)

    def unconfirmed_seats(self) -> tuple[Seat, ...]:
        """Return the seats of people, other than the host, who are still to confirm a muster; none until it is called.

        A muster is called when every seat is taken.
        """
        if not self.is_mustered or self.free_seats():
            return ()
        asked = (chair.keeper == "player" and chair.player != self.host for chair in self.chairs)
        return tuple(
            number for number, is_asked in enumerate(asked) if is_asked and not self.chairs[number].has_confirmed
        )

    def is_played_by_bot(self, seat: Seat) -> bool:
        """Whether a bot moves for this seat, at once.

        Where all people are away, nobody would see it and nobody could come back in time: their seats take their time,
        and what is not answered is answered by default.
        """
        chair = self.chairs[seat]
        if chair.is_away:
            return any(each.keeper == "player" for each in self.chairs)
        return chair.keeper in ("bot", "caretaker")

    def playing_people(self) -> tuple[Seat, ...]:
        """Return the seats of people who have not resigned."""
        return tuple(
            number for number, chair in enumerate(self.chairs) if chair.player is not None and not chair.has_resigned
        )

    def salts(self) -> tuple[bytes, ...]:
        """Return every seat's salt, in seat order."""
        return tuple(bytes.fromhex(chair.salt) for chair in self.chairs)
