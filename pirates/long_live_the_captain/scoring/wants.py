"""Wants: the cards that a pirate wants under the event card of the round."""

from functools import cache

from pirates.long_live_the_captain.pieces import EVENT_CARDS, PIRATES, Card, Need, Needs
from pirates.long_live_the_captain.state import NO_EVENT, State


@cache
def needs_of(pirate: int, event: int | None, extra: Card | None = None) -> Needs:
    """Return a pirate's wants: its card, changed by events 01-08 (L17), with the extra card of event 10 (L19)."""
    card = NO_EVENT if event is None else EVENT_CARDS[event]
    needs = tuple(
        Need(need.card, max(0, need.count + card.by)) if need.card is card.changed else need
        for need in PIRATES[pirate].needs
    )
    if extra is None:
        return needs
    if is_wanted(needs, extra):
        return tuple(Need(need.card, need.count + (need.card is extra)) for need in needs)
    return (*needs, Need(extra, 1))


def needs_at(state: State, position: int) -> Needs:
    """Return the wants of the pirate at `position`, counted from 1."""
    extra = state.extras[position - 1] if position <= len(state.extras) else None
    return needs_of(state.pirates[position - 1], state.event, extra)


def is_wanted(needs: Needs, card: Card) -> bool:
    """Whether `card` is of a desired kind, even if the pirate needs 0 of it."""
    return any(need.card is card for need in needs)
