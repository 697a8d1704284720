"""View: what one seat or a spectator may see. It is built up from nothing, so that no secret slips in."""

import msgspec

from pirates.capitan_bacon.decisions import asked_seat, decisions
from pirates.capitan_bacon.pieces import Card, Hand, Options, StandingOrder
from pirates.capitan_bacon.state import Island, Phase, State
from pirates.decisions import open_to
from pirates.outcomes import Outcome
from pirates.seats import Seat


class IslandView(msgspec.Struct, frozen=True):
    """An Island as the viewer sees it; `face` is None if the viewer may not see it."""

    number: int
    buried_by: Seat | None
    turn: int
    face: Card | None


class PlayView(msgspec.Struct, frozen=True):
    """The card being resolved: the seat that has its effect, the target, and the Islands looked at."""

    card: Card
    doer: Seat
    target: Seat | None
    looked: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it, without the number of cards left in the deck or the galleon (Ruling B29).

    `phase` is the kind of the question the Match waits for, or OVER. `seen_hand` is the hand that the viewer sees
    through a Spyglass. `shown_hand` is the hand that a Drop Ballast revealed. Both are set only while the choice is
    open.
    """

    viewer: Seat | None
    options: Options
    starter: Seat
    turn: int
    current: Seat
    phase: Phase
    waiting: tuple[Seat, ...]
    asked: tuple[str, ...]
    hand: Hand | None
    hand_sizes: tuple[int, ...]
    top_card: Card | None
    deck_empty: bool
    discard: tuple[Card, ...]
    islands: tuple[IslandView, ...]
    face_played: Card | None
    play: PlayView | None
    seen_hand: Hand | None
    shown_hand: Hand | None
    standing_order: StandingOrder | None
    outcome: Outcome | None
    hands: tuple[Hand, ...] | None


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat` may see; None is a spectator."""
    asked = asked_seat(state)
    play = state.play
    return View(
        viewer=seat,
        options=state.options,
        starter=state.starter,
        turn=state.turn,
        current=state.current,
        phase=state.phase,
        waiting=() if asked is None else (asked,),
        asked=() if seat is None else tuple(each.kind for each in open_to(decisions(state), seat)),
        hand=None if seat is None else state.hands[seat],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        top_card=state.galleon[-1] if state.galleon else None,
        deck_empty=not state.deck,
        discard=state.discard,
        islands=tuple(_island(state, island, seat) for island in state.islands),
        face_played=state.face,
        play=None if play is None else PlayView(play.card, play.doer, play.target, play.looked),
        seen_hand=_seen_hand(state, seat),
        shown_hand=_shown_hand(state),
        standing_order=None if seat is None else state.orders[seat],
        outcome=state.outcome,
        hands=None if state.outcome is None else state.hands,
    )


def _island(state: State, island: Island, seat: Seat | None) -> IslandView:
    shown = seat is not None and _shows_face(state, island, seat)
    return IslandView(island.number, island.buried_by, island.turn, island.face if shown else None)


def _shows_face(state: State, island: Island, seat: Seat) -> bool:
    if state.options.memory == "kept":
        return seat in island.known_to
    play = state.play
    return state.phase is Phase.MAP and play is not None and play.doer == seat and island.number in play.looked


def _seen_hand(state: State, seat: Seat | None) -> Hand | None:
    play = state.play
    if state.phase is not Phase.STEAL or play is None or play.target is None or play.doer != seat:
        return None
    return state.hands[play.target]


def _shown_hand(state: State) -> Hand | None:
    play = state.play
    if state.phase is not Phase.BALLAST or play is None or play.target is None:
        return None
    return state.hands[play.target]
