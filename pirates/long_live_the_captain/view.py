"""View: what one seat, or a spectator, may see; built up from nothing."""

import msgspec

from pirates.decisions import open_to
from pirates.long_live_the_captain.decisions import awaited, decisions
from pirates.long_live_the_captain.pieces import (
    PIRATES,
    Card,
    Cards,
    Needs,
    Offer,
    Options,
    Pile,
    by_worth,
)
from pirates.long_live_the_captain.scoring import needs_at, points_of
from pirates.long_live_the_captain.state import Phase, State, free_cards, offerable, trading_partners
from pirates.outcomes import Outcome
from pirates.seats import Seat


class PirateView(msgspec.Struct, frozen=True):
    """A pirate on the table, at `position` counted from 1; `needs` is what it wants this round, `extra` event 10's."""

    position: int
    number: int
    name: str
    points: int
    needs: Needs
    extra: Card | None


class CrewView(msgspec.Struct, frozen=True):
    """One seat's crew: the names of its pirates, and its points."""

    names: tuple[str, ...]
    points: int
    best: int


class EventView(msgspec.Struct, frozen=True):
    """The event card of the round, in words."""

    number: int
    title: str
    rule: str


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it.

    `hand_sizes` count resources, Apples and Bribe cards alike, and what is sealed too (Ruling L9), so that they tell
    no kinds. `batch` is the batch before it is dealt, for those who have seen it. `plan` is what the viewer has
    sealed, `free` what the viewer holds and has not bound in an offer, `offers` those the viewer has made or been
    made; `partners` are the seats the viewer can trade with, and `offerable` those to which one more offer can be made.
    `offers_made` counts what the viewer has offered to each seat this round, whatever became of it.
    """

    viewer: Seat | None
    options: Options
    round: int
    rounds: int
    first: Seat
    phase: Phase
    waiting: tuple[Seat, ...]
    asked: tuple[str, ...]
    event: EventView | None
    spent_events: tuple[int, ...]
    pirates: tuple[PirateView, ...]
    crews: tuple[CrewView, ...]
    hand: Cards | None
    hand_sizes: tuple[int, ...]
    free: Cards | None
    deck_size: int
    discard: Cards
    batch_size: int
    batch: Cards | None
    served: tuple[Seat, ...]
    sealed: tuple[bool, ...]
    plan: tuple[Pile, ...] | None
    offers: tuple[Offer, ...]
    partners: tuple[Seat, ...]
    offerable: tuple[Seat, ...]
    offers_made: tuple[int, ...] | None
    outcome: Outcome | None
    hands: tuple[Cards, ...] | None


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat` may see; None is a spectator."""
    return View(
        viewer=seat,
        options=state.options,
        round=state.round,
        rounds=state.rounds,
        first=state.first,
        phase=state.phase,
        waiting=awaited(state),
        asked=() if seat is None else tuple(each.kind for each in open_to(decisions(state), seat)),
        event=_event(state),
        spent_events=state.spent_events,
        pirates=tuple(_pirate(state, position) for position in range(1, len(state.pirates) + 1)),
        crews=tuple(_crew(crew) for crew in state.crews),
        hand=None if seat is None else by_worth(state.hands[seat]),
        hand_sizes=tuple(len(hand) for hand in state.hands),
        free=None if seat is None else by_worth(free_cards(state, seat)),
        deck_size=len(state.deck),
        discard=by_worth(state.discard),
        batch_size=len(state.batch),
        batch=by_worth(state.batch) if _sees_batch(state, seat) else None,
        served=state.served,
        sealed=tuple(plan is not None for plan in state.plans),
        plan=None if seat is None else state.plans[seat],
        offers=tuple(each for each in state.offers if seat is not None and seat in (each.maker, each.to)),
        partners=() if seat is None else trading_partners(state, seat),
        offerable=() if seat is None else offerable(state, seat),
        offers_made=None if seat is None else state.offers_made[seat],
        outcome=state.outcome,
        hands=None if state.outcome is None else tuple(by_worth(hand) for hand in state.hands),
    )


def _event(state: State) -> EventView | None:
    card = state.event_card
    return None if state.event is None else EventView(card.number, card.title, card.rule)


def _pirate(state: State, position: int) -> PirateView:
    pirate = PIRATES[state.pirates[position - 1]]
    extra = state.extras[position - 1] if position <= len(state.extras) else None
    return PirateView(position, pirate.number, pirate.name, pirate.points, needs_at(state, position), extra)


def _crew(crew: tuple[int, ...]) -> CrewView:
    points = [PIRATES[number].points for number in crew]
    return CrewView(tuple(PIRATES[number].name for number in crew), points_of(crew), max(points, default=0))


def _sees_batch(state: State, seat: Seat | None) -> bool:
    return bool(state.batch) and (state.shown_to_all or seat == state.first or seat in state.shown_to)
