"""Evolve: how each Event changes the State. It refuses no Event, checks no rules and uses no randomness."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardPlayed,
    CardsBuried,
    CardsDrawn,
    CardStolen,
    DeckReshuffled,
    GalleonBoarded,
    HandBuried,
    HandDealt,
    HandSeen,
    HandShown,
    HandsSwapped,
    IslandSeen,
    IslandsLaid,
    IslandTaken,
    MatchEnded,
    MirrorDeclined,
    MirrorPlayed,
    Passed,
    StandingOrderChanged,
    Started,
    TurnBegan,
    TurnEnded,
)
from pirates.capitan_bacon.pieces import ATTACKS, Card, StandingOrder, sorted_hand, with_card, without_card
from pirates.capitan_bacon.state import Island, Phase, Play, State, face_of, play_of
from pirates.events import Event
from pirates.evolving import evolve_by, told
from pirates.piles import put_at


def _start(event: Started) -> State:
    faces = told(event.islands)
    return State(
        options=event.options,
        starter=event.starter,
        hands=((),) * event.seats,
        deck=told(event.deck),
        galleon=told(event.galleon),
        islands=tuple(Island(number, face, None, 0) for number, face in enumerate(faces, 1)),
        islands_made=len(faces),
        orders=(StandingOrder(),) * event.seats,
        order_changes=(0,) * event.seats,
        current=event.starter,
    )


def _restart(state: State, _: Started) -> State:
    return state


def _deal(state: State, event: HandDealt) -> State:
    return replace(state, hands=put_at(state.hands, event.seat, told(event.hand)))


def _begin_turn(state: State, event: TurnBegan) -> State:
    return replace(
        state, current=event.seat, turn=event.turn, step=1, phase=Phase.TURN, face=None, ends=False, play=None
    )


def _end_turn(state: State, _: Passed | TurnEnded) -> State:
    return replace(state, phase=Phase.ENDING)


def _bury(state: State, event: CardsBuried | HandBuried) -> State:
    buried = told(event.cards)
    hand = state.hands[event.seat]
    for card in buried:
        hand = without_card(hand, card)
    known = (event.seat,)
    made = tuple(Island(n, card, event.seat, state.turn, known) for n, card in zip(event.islands, buried, strict=True))
    return replace(
        state,
        hands=put_at(state.hands, event.seat, hand),
        islands=state.islands + made,
        islands_made=state.islands_made + len(made),
        phase=Phase.ENDING if isinstance(event, CardsBuried) else Phase.DONE,
    )


def _play(state: State, event: CardPlayed) -> State:
    return replace(
        state,
        hands=put_at(state.hands, event.seat, without_card(state.hands[event.seat], event.card)),
        phase=Phase.MIRROR if event.card in ATTACKS else Phase.PLAYED,
        step=state.step + 1,
        face=event.card,
        ends=bool(event.ends_turn),
        play=Play(event.card, event.seat, event.victim),
    )


def _reflect(state: State, event: MirrorPlayed) -> State:
    return replace(
        state,
        hands=put_at(state.hands, event.seat, without_card(state.hands[event.seat], Card.MIRROR)),
        discard=(*state.discard, Card.MIRROR),
        phase=Phase.PLAYED,
        play=replace(play_of(state), doer=event.seat, target=event.attacker),
    )


def _decline(state: State, _: MirrorDeclined) -> State:
    return replace(state, phase=Phase.PLAYED)


def _see_island(state: State, event: IslandSeen) -> State:
    play = play_of(state)
    return replace(
        state,
        islands=tuple(
            replace(island, known_to=tuple(sorted({*island.known_to, event.seat})))
            if island.number == event.island
            else island
            for island in state.islands
        ),
        phase=Phase.MAP,
        step=state.step + 1,
        play=replace(play, looked=(*play.looked, event.island)),
    )


def _take_island(state: State, event: IslandTaken) -> State:
    face = face_of(state, event.island)
    return replace(
        state,
        hands=put_at(state.hands, event.seat, with_card(state.hands[event.seat], face)),
        islands=tuple(island for island in state.islands if island.number != event.island),
        phase=Phase.DONE,
    )


def _board(state: State, event: GalleonBoarded) -> State:
    return replace(
        state,
        hands=put_at(state.hands, event.seat, with_card(state.hands[event.seat], event.card)),
        galleon=state.galleon[:-1],
        phase=Phase.DONE,
    )


def _see_hand(state: State, _: HandSeen) -> State:
    return replace(state, phase=Phase.STEAL, step=state.step + 1)


def _steal(state: State, event: CardStolen) -> State:
    card = told(event.card)
    hands = put_at(state.hands, event.victim, without_card(state.hands[event.victim], card))
    return replace(state, hands=put_at(hands, event.thief, with_card(hands[event.thief], card)), phase=Phase.DONE)


def _show(state: State, _: HandShown) -> State:
    return replace(state, phase=Phase.BALLAST, step=state.step + 1)


def _swap(state: State, event: HandsSwapped) -> State:
    hands = put_at(state.hands, event.seat, told(event.got))
    return replace(state, hands=put_at(hands, event.victim, told(event.gave)), phase=Phase.DONE)


def _discard(state: State, event: CardDiscarded) -> State:
    return replace(state, discard=(*state.discard, event.card), play=None, phase=Phase.MORE, step=state.step + 1)


def _lay(state: State, event: IslandsLaid) -> State:
    faces = told(event.cards)
    laid = tuple(Island(number, face, None, state.turn) for number, face in zip(event.islands, faces, strict=True))
    return replace(
        state,
        deck=state.deck[: len(state.deck) - len(faces)],
        islands=state.islands + laid,
        islands_made=state.islands_made + len(laid),
    )


def _reshuffle(state: State, event: DeckReshuffled) -> State:
    return replace(state, deck=told(event.deck), discard=())


def _draw(state: State, event: CardsDrawn) -> State:
    hand = sorted_hand(state.hands[event.seat] + told(event.cards))
    return replace(state, hands=put_at(state.hands, event.seat, hand), deck=state.deck[: len(state.deck) - event.count])


def _change_order(state: State, event: StandingOrderChanged) -> State:
    seat = told(event.seat)
    changes = state.order_changes
    return replace(
        state,
        orders=put_at(state.orders, seat, told(event.order)),
        order_changes=put_at(changes, seat, changes[seat] + 1),
    )


def _end_match(state: State, event: MatchEnded) -> State:
    return replace(state, phase=Phase.OVER, outcome=event.outcome)


_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    Started: _restart,
    HandDealt: _deal,
    TurnBegan: _begin_turn,
    Passed: _end_turn,
    CardsBuried: _bury,
    CardPlayed: _play,
    MirrorPlayed: _reflect,
    MirrorDeclined: _decline,
    IslandSeen: _see_island,
    IslandTaken: _take_island,
    GalleonBoarded: _board,
    HandSeen: _see_hand,
    CardStolen: _steal,
    HandShown: _show,
    HandBuried: _bury,
    HandsSwapped: _swap,
    CardDiscarded: _discard,
    IslandsLaid: _lay,
    DeckReshuffled: _reshuffle,
    CardsDrawn: _draw,
    TurnEnded: _end_turn,
    StandingOrderChanged: _change_order,
    MatchEnded: _end_match,
}

evolve = evolve_by(_CHANGES, _start)
"""Return the State after an Event; the State before Started is None."""
