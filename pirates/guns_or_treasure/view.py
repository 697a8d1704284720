"""View: what one seat or a spectator may see. It is built up from nothing, so that no secret slips in."""

import msgspec

from pirates.decisions import open_to
from pirates.guns_or_treasure.decisions import decisions, waiting_seats
from pirates.guns_or_treasure.pieces import POWERS, Captain, Card, Cards, Options, Plan, ShipRef, Side
from pirates.guns_or_treasure.state import GameResult, Phase, Ship, State, knows_card, may_retreat
from pirates.outcomes import Outcome
from pirates.seats import Seat


class ShipView(msgspec.Struct, frozen=True):
    """A ship as the viewer sees it: from the bow on, None for each card that the viewer may not know."""

    number: int
    cards: tuple[Card | None, ...]
    is_open: bool

    @property
    def bow(self) -> Card | None:
        """Return the card at the bow, which everybody knows."""
        return self.cards[0]

    @property
    def guns(self) -> int:
        """Return the guns on the cards that the viewer knows."""
        return sum(card.guns for card in self.cards if card is not None)

    @property
    def treasure(self) -> int:
        """Return the treasure on the cards that the viewer knows."""
        return sum(card.treasure for card in self.cards if card is not None)

    @property
    def bombs(self) -> int:
        """Return the number of bombs that the viewer knows."""
        return self.cards.count(Card.BOMB)

    @property
    def hidden(self) -> int:
        """Return how many cards the viewer does not know."""
        return self.cards.count(None)

    @property
    def is_scouted(self) -> bool:
        """Return whether the viewer knows more than the bow, but not all cards."""
        return 0 < self.hidden < len(self.cards) - 1


class CaptainView(msgspec.Struct, frozen=True):
    """A captain with the powers of sides A and B, and the side that is up; None while sides are being chosen."""

    captain: Captain
    powers: tuple[str, str]
    side: Side | None
    power: str | None


class LaidView(msgspec.Struct, frozen=True):
    """The cards in front of a seat during Pirate's Bluff; only the seat itself sees `closed`."""

    open: Card | None
    closed: Card | None


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it. Discards and other seats' stashes stay hidden until scoring (Ruling G16).

    `phase` is the kind of the question the Match waits for, or OVER. `has_sealed` says which seats have sealed a
    plan, `plan` is the viewer's own. `order` is the order of marauding turns, empty before they begin. `results` are
    the games scored so far.
    """

    viewer: Seat | None
    options: Options
    game: int
    wins: tuple[int, ...]
    round: int
    leader: Seat
    turn: int
    current: Seat | None
    order: tuple[Seat, ...]
    phase: Phase
    waiting: tuple[Seat, ...]
    asked: tuple[str, ...]
    has_sealed: tuple[bool, ...]
    plan: Plan | None
    hand: Cards | None
    hand_sizes: tuple[int, ...]
    deck_size: int
    captains: tuple[CaptainView, ...]
    is_defused: bool
    fleets: tuple[tuple[ShipView, ...], ...]
    armada: tuple[ShipView, ...]
    laid: tuple[LaidView, ...]
    stash: Cards | None
    may_retreat: bool
    results: tuple[GameResult, ...]
    outcome: Outcome | None

    @property
    def stash_treasure(self) -> int:
        """Return the treasure in the viewer's stash."""
        return sum(card.treasure for card in self.stash or ())

    @property
    def neighbour(self) -> Seat | None:
        """Return the viewer's left neighbour, from whom cards are taken."""
        return None if self.viewer is None else (self.viewer + 1) % len(self.fleets)


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat` may see; None is a spectator."""
    return View(
        viewer=seat,
        options=state.options,
        game=state.game,
        wins=state.wins,
        round=state.round,
        leader=state.leader,
        turn=state.turn,
        current=state.current,
        order=state.order,
        phase=state.phase,
        waiting=waiting_seats(state),
        asked=() if seat is None else tuple(each.kind for each in open_to(decisions(state), seat)),
        has_sealed=tuple(plan is not None for plan in state.sealed),
        plan=None if seat is None else state.sealed[seat],
        hand=None if seat is None else state.hands[seat],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        deck_size=len(state.deck),
        captains=tuple(_captain(state, each) for each in range(len(state.captains))),
        is_defused=state.is_defused,
        fleets=tuple(_fleet(state, owner, seat) for owner in range(state.seats)),
        armada=_fleet(state, None, seat),
        laid=tuple(_laid(state, each, seat) for each in range(state.seats)) if state.phase is Phase.TAKE else (),
        stash=None if seat is None else state.stashes[seat],
        may_retreat=state.phase is Phase.TURN and state.current is not None and may_retreat(state, state.current),
        results=state.results,
        outcome=state.outcome,
    )


def _captain(state: State, seat: Seat) -> CaptainView:
    captain, side = state.captains[seat], state.sides[seat] if state.sides else None
    powers = POWERS[captain]
    return CaptainView(captain, (powers["a"], powers["b"]), side, None if side is None else powers[side])


def _fleet(state: State, owner: Seat | None, viewer: Seat | None) -> tuple[ShipView, ...]:
    ships = state.armada if owner is None else state.fleets[owner]
    return tuple(_ship(state, ship, ShipRef(owner, ship.number), viewer) for ship in ships)


def _ship(state: State, ship: Ship, ref: ShipRef, viewer: Seat | None) -> ShipView:
    if ship.is_open:
        return ShipView(ship.number, ship.cards, is_open=True)
    shown = (card if knows_card(state, viewer, ref, place) else None for place, card in enumerate(ship.cards))
    return ShipView(ship.number, tuple(shown), is_open=False)


def _laid(state: State, owner: Seat, viewer: Seat | None) -> LaidView:
    lying = state.laid[owner]
    return LaidView(lying.open, lying.closed if owner == viewer else None)
