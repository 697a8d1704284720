"""Log positions that matter to each seat, kept with the Book so that callers need not scan the log.

Entries that a rewind left behind count too, because people have seen them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from games.table.events.core import SeatHandedOver, SeatTaken, SeatVacated
from games.table.events.event import TableEvent
from pirates.decisions import Decision
from pirates.events import Event
from pirates.seats import Seat


class Sitting(msgspec.Struct, frozen=True):
    """The holder of a seat from position `since` on: a player, by reference, or a bot (None); nobody if `is_vacant`."""

    since: int
    seat: Seat
    player: str | None
    is_vacant: bool = False


class SeatPositions(msgspec.Struct, frozen=True):
    """Log positions by seat.

    `acted` is the player's last act in person; `turns` are the starts of the seat's last two turns. `answered` is where
    a required question to the seat, other than a window, was last closed. `on_turn` is the seat whose turn began last.
    `sittings` are in the order of the log.
    """

    acted: Mapping[Seat, int] = {}
    turns: Mapping[Seat, tuple[int, ...]] = {}
    answered: Mapping[Seat, int] = {}
    on_turn: Seat | None = None
    sittings: tuple[Sitting, ...] = ()

    def memory_begins(self, seat: Seat) -> int:
        """Return where a short memory begins: at the seat's last turn, or on turn at the one before; 0 without any."""
        own = self.turns.get(seat, (0,))
        return own[0] if self.on_turn == seat else own[-1]

    def sits_since(self, seat: Seat | None) -> int:
        """Return the position at which the present holder of `seat` took it; 0 if nobody ever took it."""
        return max((each.since for each in self.sittings if each.seat == seat), default=0)


class LastMove(msgspec.Struct, frozen=True):
    """The newest act that still counts, with the facts that decide whether it may be taken back.

    `seat` is the seat whose player made it in person; None for the start, a bot and the clock. `is_quiet`: it revealed
    nothing and involved no chance. `is_second`: it was made in place of a move that was taken back.
    """

    position: int
    seat: Seat | None
    is_quiet: bool
    is_second: bool


def pass_entry(
    positions: SeatPositions,
    position: int,
    actor: Seat | None,
    events: Iterable[Event],
    begins_turn: Callable[[Event], Seat | None],
) -> SeatPositions:
    """Return the positions after one more entry, which the player of seat `actor` made in person (None: no player)."""
    if actor is not None:
        positions = replace(positions, acted={**positions.acted, actor: position})
    told = [event for event in events if isinstance(event, TableEvent)]
    sat = tuple(sitting for event in told for sitting in _sittings(event, position))
    if sat:
        positions = replace(positions, sittings=positions.sittings + sat)
    for seat in (begins_turn(event) for event in events if not isinstance(event, TableEvent)):
        if seat is not None:
            latest = (*positions.turns.get(seat, ()), position)[-2:]
            positions = replace(positions, turns={**positions.turns, seat: latest}, on_turn=seat)
    return positions


def note_answers(
    positions: SeatPositions, position: int, before: Iterable[Decision], after: Iterable[Decision]
) -> SeatPositions:
    """Return the positions after the entry at `position`, which closed the Decisions missing from `after`."""
    stays = {each.key for each in after}
    gone = (each.seat for each in before if is_turn(each) and each.key not in stays)
    closed = {seat: position for seat in gone if seat is not None}
    return replace(positions, answered={**positions.answered, **closed}) if closed else positions


def is_turn(decision: Decision) -> bool:
    """Whether a Decision makes it the seat's turn: the match waits for the answer, and it is not a window."""
    return decision.required and not decision.window and decision.seat is not None


def _sittings(event: Event, position: int) -> Iterator[Sitting]:
    match event:
        case SeatTaken(seat, player) | SeatHandedOver(seat, player=str() as player):
            yield Sitting(position, seat, player)
        case SeatVacated(seat):
            yield Sitting(position, seat, None, is_vacant=True)
