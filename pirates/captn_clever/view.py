"""View: what one seat, or a spectator, may see; built up from nothing."""

import msgspec

from pirates.captn_clever.decisions import awaited, decisions
from pirates.captn_clever.pieces import (
    CROSSED_BY,
    ENDS,
    ISLANDS,
    PIERS,
    TREASURE_AT,
    Bay,
    Colour,
    Island,
    Options,
    Treasure,
    free_bays,
)
from pirates.captn_clever.state import Crew, Phase, State, giver_to, receiver_from
from pirates.decisions import open_to
from pirates.outcomes import Outcome
from pirates.seats import Seat


class CrewView(msgspec.Struct, frozen=True):
    """A seat's fleet as the viewer sees it.

    `won_count` is the height of the face-up stack, `top` its open card, `won` all of it where the viewer may look.
    `has_task` tells whether a task lies there; `task` which one, for its receiver, its giver, and all at the end.
    `has_sealed` tells whether this seat has chosen a first task, `draw` what it answered about a draw.
    """

    colour: Colour
    captain: Island | None
    ship: Bay | None
    won_count: int
    top: Treasure | None
    won: tuple[Treasure, ...] | None
    has_task: bool
    task: Treasure | None
    has_sealed: bool
    draw: bool | None

    @property
    def ashore(self) -> Treasure | None:
        """Return the treasure of the island on which the viewer sees the captain."""
        return None if self.captain is None else TREASURE_AT[self.captain]


class IsleView(msgspec.Struct, frozen=True):
    """An island of the board, and the seat whose captain the viewer sees there."""

    number: Island
    treasure: Treasure
    captain: Seat | None


class BayView(msgspec.Struct, frozen=True):
    """A bay of the board, the treasures of its two islands, whose piers it has, and the seat whose ship lies there.

    `way` is how it runs on a chart of three rows: across, down, or aslant, falling or rising to the right.
    """

    bay: Bay
    ends: tuple[Treasure, Treasure]
    piers: tuple[Colour, ...]
    way: str
    ship: Seat | None


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it.

    `giver` and `receiver` are the viewer's right-hand and left-hand neighbours, None where no tasks are given. `holds`
    are the cards of the receiver that the viewer can still give, `sealed` says that a first task was chosen and
    `chosen` which one (None: by lots). `free_islands` and `free_bays` are where captains may stop, and where the ship
    of the viewer may dock, as things lie now.
    """

    viewer: Seat | None
    options: Options
    starter: Seat
    turn: int
    current: Seat
    phase: Phase
    waiting: tuple[Seat, ...]
    asked: tuple[str, ...]
    crews: tuple[CrewView, ...]
    giver: Seat | None
    receiver: Seat | None
    holds: tuple[Treasure, ...]
    sealed: bool
    chosen: Treasure | None
    free_islands: tuple[Island, ...]
    free_bays: tuple[Bay, ...]
    draw_open: bool
    outcome: Outcome | None

    @property
    def isles(self) -> tuple[IsleView, ...]:
        """Return the islands in the order of their numbers."""
        captains = {crew.captain: seat for seat, crew in enumerate(self.crews)}
        return tuple(IsleView(island, TREASURE_AT[island], captains.get(island)) for island in ISLANDS)

    @property
    def bays(self) -> tuple[BayView, ...]:
        """Return the bays; those that cross others come last."""
        ships = {crew.ship: seat for seat, crew in enumerate(self.crews)}
        ordered = sorted(PIERS, key=lambda bay: bay in CROSSED_BY)
        return tuple(BayView(bay, _ends(bay), PIERS[bay], _way(bay), ships.get(bay)) for bay in ordered)


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat` may see; None is a spectator."""
    own = None if seat is None else state.crews[seat]
    receiver = None if seat is None or state.options.simplified else receiver_from(state, seat)
    return View(
        viewer=seat,
        options=state.options,
        starter=state.starter,
        turn=state.turn,
        current=state.current,
        phase=state.phase,
        waiting=awaited(state),
        asked=() if seat is None else tuple(each.kind for each in open_to(decisions(state), seat)),
        crews=tuple(_crew(state, other, seat) for other in range(state.seats)),
        giver=None if seat is None or state.options.simplified else giver_to(state, seat),
        receiver=receiver,
        holds=() if receiver is None else state.crews[receiver].cards,
        sealed=own is not None and own.sealed is not None,
        chosen=None if own is None or own.sealed is None else own.sealed.treasure,
        free_islands=() if seat is None else _free_islands(state),
        free_bays=() if own is None else _free_bays(state, own),
        draw_open=state.draw_open,
        outcome=state.outcome,
    )


def _crew(state: State, seat: Seat, viewer: Seat | None) -> CrewView:
    crew = state.crews[seat]
    shown = _is_shown_the_board(state, viewer)
    return CrewView(
        colour=crew.colour,
        captain=crew.captain if shown else None,
        ship=crew.ship,
        won_count=len(crew.won),
        top=crew.won[-1] if crew.won and shown else None,
        won=crew.won if _may_look(state, seat, viewer) else None,
        has_task=crew.task is not None,
        task=crew.task if _knows_task(state, seat, viewer) else None,
        has_sealed=crew.sealed is not None,
        draw=crew.draw,
    )


def _is_shown_the_board(state: State, viewer: Seat | None) -> bool:
    """Whether captains and open cards are shown: not to spectators while players must remember by themselves.

    Else the positions of a match seen one after another, as a spectator, would do the remembering.
    """
    return viewer is not None or state.options.memory == "kept" or state.outcome is not None


def _may_look(state: State, seat: Seat, viewer: Seat | None) -> bool:
    """Whether the viewer may look through a won stack: owner and giver always, others if memory is kept (C19)."""
    if state.options.memory == "kept" or state.outcome is not None:
        return True
    return viewer == seat or (viewer == giver_to(state, seat) and not state.options.simplified)


def _knows_task(state: State, seat: Seat, viewer: Seat | None) -> bool:
    """Whether the viewer knows a task: its receiver and its giver do (Ruling C13), all do at the end."""
    if state.outcome is not None:
        return True
    return viewer == seat or (viewer == giver_to(state, seat) and not state.options.simplified)


def _free_islands(state: State) -> tuple[Island, ...]:
    occupied = {crew.captain for crew in state.crews}
    return tuple(island for island in ISLANDS if island not in occupied)


def _free_bays(state: State, own: Crew) -> tuple[Bay, ...]:
    others = tuple(crew.ship for crew in state.crews if crew is not own and crew.ship is not None)
    bays = free_bays(own.colour, others, any_piers=state.options.any_piers)
    return tuple(bay for bay in bays if bay != own.ship)


def _ends(bay: Bay) -> tuple[Treasure, Treasure]:
    low, high = ENDS[bay]
    return TREASURE_AT[low], TREASURE_AT[high]


def _way(bay: Bay) -> str:
    low, high = ENDS[bay]
    return _WAYS[high - low]


_WAYS = {1: "across", 2: "rising", 3: "down", 4: "falling"}
