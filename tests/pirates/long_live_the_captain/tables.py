"""Tables laid out in words, for rules tests: decks are written in the order they are drawn from."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pirates.commands import Resolve, Start
from pirates.dice import SeededDice
from pirates.long_live_the_captain.events import PirateSettled
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import HOME_CARDS, Card, Cards, Options
from pirates.long_live_the_captain.state import Phase, State
from pirates.piles import sorted_cards
from pirates.replay import fold
from pirates.seats import Seat
from tests.scenario import Scenario, given

PLAIN = Options()
NAMES = ("Anna", "Ben", "Cleo", "Dario", "Edda")
RICH = "map poison silk silk silk gold gold gold gunpowder gunpowder gunpowder fish fish fish"
NED, SALLY, TOM, CODD, ROAKE, FLINT, VANE, GWEN, BRIGGS, NELL = range(1, 11)
BITTERN, AMES, GREEL = 17, 18, 25


def cards(words: str) -> Cards:
    """Return cards in canonical order."""
    return sorted_cards(Card(word) for word in words.split())


def pile(words: str) -> tuple[Card, ...]:
    """Return a deck of which the first word is drawn first."""
    return tuple(Card(word) for word in words.split())[::-1]


def hand(words: str, home: Cards = HOME_CARDS) -> Cards:
    return sorted_cards((*cards(words), *home))


def table(
    *hands: str,
    pirates: Sequence[int] = (NED, SALLY, TOM, CODD),
    event: int | None = None,
    crews: Sequence[tuple[int, ...]] = (),
    deck: str = "fish " * 30,
    discard: str = "",
    extras: str = "",
    number: int = 1,
    options: Options = PLAIN,
) -> State:
    """A round in which everything is dealt and the pirates lie open; seat 1 (index 0) is first player."""
    seats = len(hands)
    resting = [each for each in range(30, 37) if each not in pirates]
    return State(
        options=options,
        hands=tuple(hand(words) for words in hands),
        deck=pile(deck),
        event_deck=(19, 20, 17, 12),
        pirate_deck=tuple(resting),
        crews=tuple(crews) or ((),) * seats,
        first=0,
        plans=(None,) * seats,
        seals=(0,) * seats,
        offers_made=((0,) * seats,) * seats,
        discard=cards(discard),
        event=event,
        round=number,
        phase=Phase.BRIBE,
        served=tuple(range(seats)),
        pirates=tuple(pirates),
        extras=tuple(Card(word) for word in extras.split()),
    )


def dealing(
    *hands: str, deck: str, event: int | None = None, discard: str = "", pirates: Sequence[int] = (1, 2, 3, 4, 5)
) -> State:
    """A round that is about to draw its next batch once the one on the table, taken from `deck`, is dealt."""
    state = table(*hands, event=event, discard=discard)
    drawn = pile(deck)
    return replace(
        state,
        phase=Phase.DEAL,
        batch=sorted_cards(drawn[-5:]),
        deck=drawn[:-5],
        served=(),
        pirates=(),
        pirate_deck=tuple(pirates)[::-1],
    )


def sealed(state: State, *plans: str) -> Scenario[State]:
    """Let each seat seal in turn, as written after `bribe`."""
    story = given(LIVE_LONG, state=state)
    for seat, plan in enumerate(plans):
        story = story.when_seat(seat, f"bribe {plan}")
    return story


def resolved(state: State, *plans: str, dice: Sequence[int] | None = None) -> Scenario[State]:
    """Seal all plans and let the clock reveal them."""
    return sealed(state, *plans).when(Resolve(f"{state.round}:reveal"), dice)


def settled(story: Scenario[State], position: int = 1) -> PirateSettled:
    """Return how the pirate at a position chose in the last reveal."""
    return next(event for event in story.events if isinstance(event, PirateSettled) and event.position == position)


def last_round(state: State) -> State:
    """Make a round the last one, so that nothing is dealt after it."""
    return replace(state, round=state.rounds)


def resources(state: State, seat: Seat) -> Cards:
    """Return the resources of a hand."""
    return tuple(card for card in state.hands[seat] if card not in HOME_CARDS)


def started(seats: int, options: Options = PLAIN, seed: bytes = b"start") -> State:
    state = fold(LIVE_LONG.evolve, LIVE_LONG.decide(None, Start(options, seats), SeededDice(seed, 1)))
    assert state is not None
    return state


def asked(state: State) -> tuple[tuple[Any, str], ...]:
    """Who must answer which question."""
    return tuple((each.seat, each.kind) for each in LIVE_LONG.decisions(state) if each.required)
