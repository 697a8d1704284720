"""Capt'n Clever on trial."""

from collections import Counter
from itertools import product
from typing import Any, Literal

from msgspec.structs import replace

from pirates.captn_clever.events import (
    CaptainStayed,
    ChoosingBegan,
    DrawAnswered,
    DrawLapsed,
    DrawOpened,
    FleetPlaced,
    MatchEnded,
    ShipMoved,
    TreasureWon,
    TurnBegan,
)
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import Options, Sealed, Treasure
from pirates.captn_clever.state import Crew, Phase, State, giver_to
from pirates.dice import Dice, pick, shuffle
from pirates.seats import Seat
from tests.pirates.trial import Trial, Variant

MEMORIES: tuple[Literal["kept", "by-the-book"], ...] = ("kept", "by-the-book")


def components(state: State) -> Counter[Any]:
    """Count nine cards, a captain and a ship of each fleet."""
    tasks = [(crew.colour, crew.task) for crew in state.crews if crew.task]
    cards = [(crew.colour, card) for crew in state.crews for card in (*crew.cards, *crew.won)]
    return Counter((*tasks, *cards, *((crew.colour, figure) for crew in state.crews for figure in ("captain", "ship"))))


def swap_hidden(state: State, viewer: Seat | None, dice: Dice) -> State:
    """Redeal what `viewer` may not know: tasks, cards, first tasks sealed, and won cards that it must remember."""
    if state.outcome is not None:
        return state
    crews = tuple(_redealt(state, seat, viewer, dice) for seat in range(state.seats))
    if viewer is None and state.options.memory == "by-the-book" and state.phase is not Phase.PLACE:
        crews = _elsewhere(crews, dice)
    return replace(state, crews=crews)


def _redealt(state: State, seat: Seat, viewer: Seat | None, dice: Dice) -> Crew:
    crew = state.crews[seat]
    if crew.sealed is not None and seat != viewer:
        crew = replace(crew, sealed=Sealed(pick(dice, (None, *Treasure))), seals=crew.seals + dice.below(3))
    if state.options.simplified and seat == viewer:
        return replace(crew, cards=shuffle(dice, crew.cards))
    is_giver = viewer == giver_to(state, seat) and not state.options.simplified
    return crew if seat == viewer or is_giver else _with_other_cards(state, crew, viewer, dice)


def _with_other_cards(state: State, crew: Crew, viewer: Seat | None, dice: Dice) -> Crew:
    shown = len(crew.won) if state.options.memory == "kept" else int(viewer is not None)
    hidden = crew.won[: len(crew.won) - shown]
    pool = list(shuffle(dice, (*crew.cards, *hidden, *([crew.task] if crew.task else []))))
    won = (*(pool.pop() for _ in hidden), *crew.won[len(hidden) :])
    task = pool.pop() if crew.task else None
    cards = tuple(pool) if state.options.simplified else tuple(sorted(pool, key=list(Treasure).index))
    return replace(crew, cards=cards, won=won, task=task)


def _elsewhere(crews: tuple[Crew, ...], dice: Dice) -> tuple[Crew, ...]:
    """Let captains stand where others do."""
    standing = shuffle(dice, [crew.captain for crew in crews])
    return tuple(replace(crew, captain=captain) for crew, captain in zip(crews, standing, strict=True))


def permute(state: State, permutation: tuple[Seat, ...]) -> State:
    origin = [permutation.index(seat) for seat in range(state.seats)]
    return replace(
        state,
        starter=permutation[state.starter],
        current=permutation[state.current],
        crews=tuple(state.crews[seat] for seat in origin),
    )


TRIAL = Trial(
    game=CLEVER,
    variants=tuple(
        Variant(
            seats,
            Options(
                simplified=simplified,
                any_piers=any_piers,
                memory=memory,
                draw_after=2 if any_piers else 30,
                starter=None if simplified else seats - 1,
            ),
        )
        for seats, simplified, any_piers, memory in product(CLEVER.seats, (False, True), (False, True), MEMORIES)
    ),
    reasons=frozenset({"treasures", "draw"}),
    hides_nothing=frozenset(
        {
            FleetPlaced,
            ChoosingBegan,
            TurnBegan,
            ShipMoved,
            CaptainStayed,
            DrawOpened,
            DrawAnswered,
            DrawLapsed,
            MatchEnded,
        }
    ),
    reveals=frozenset({CaptainStayed, TreasureWon, MatchEnded}),
    longest=3000,
    components=components,
    swap_hidden=swap_hidden,
    permute=permute,
)
