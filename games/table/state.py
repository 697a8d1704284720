"""The state of the Table and its chairs."""

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
    """One seat at the table. `player` stays set while a caretaker plays, so that the player may return.

    `asked_at` are the times of the player's latest proposals. `unanswered` counts the answers that the player has not
    given since acting last: deadlines missed, and moves made by the caretaker. `is_replaced`: a referee has offered the
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
        """Whether a person or a bot sits here."""
        return self.keeper != "nobody"

    @property
    def is_away(self) -> bool:
        """Whether a caretaker plays the seat for a player who may come back."""
        return self.keeper == "caretaker" and not self.has_left

    @property
    def has_left(self) -> bool:
        """Whether the player has left for good, by resigning or because a ruling offered the seat to others."""
        return self.has_resigned or self.is_replaced


class Table(msgspec.Struct, frozen=True):
    """The table's part of a match, folded from the same log as the game's State.

    `has_sat` are the references of all people who ever held a seat. `pauses` counts the pauses that the table agreed
    on. `proposals` counts all proposals; `proposal` is the open one.
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
    has_ready_check: bool = False
    disputes: tuple[DisputeAtTable, ...] = ()
    has_sat: frozenset[str] = frozenset()
    terms: ClockTerms = ClockTerms()
    is_paused: bool = False
    proposal: Proposal | None = None
    proposals: int = 0
    pauses: int = 0

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of the player with this reference, or None; after resigning, players keep theirs to watch."""
        return next((number for number, chair in enumerate(self.chairs) if chair.player == player), None)

    def free_seats(self) -> tuple[Seat, ...]:
        """Return the free seats, lowest first."""
        return tuple(number for number, chair in enumerate(self.chairs) if not chair.is_taken)

    def unconfirmed_seats(self) -> tuple[Seat, ...]:
        """Return the seats of people, other than the host, who have not confirmed an open ready check yet.

        A ready check begins once every seat is taken; before that, no seat is returned.
        """
        if not self.has_ready_check or self.free_seats():
            return ()
        asked = (chair.keeper == "player" and chair.player != self.host for chair in self.chairs)
        return tuple(
            number for number, is_asked in enumerate(asked) if is_asked and not self.chairs[number].has_confirmed
        )

    def is_played_by_bot(self, seat: Seat) -> bool:
        """Whether a bot moves for this seat at once.

        If all people are away, caretakers do not move: nobody would see their moves, or could come back in time. The
        deadlines of these seats then run, and expired Decisions are answered by default.
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
