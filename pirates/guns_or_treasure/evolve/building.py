"""Evolve, part one: from the start of a Match to the end of the building rounds."""

from msgspec.structs import replace

from pirates.evolving import told
from pirates.guns_or_treasure.events.building import (
    ArmadaManned,
    ArmadaSighted,
    BluffBegan,
    BluffEnded,
    BluffLaid,
    BuildingEnded,
    CardAdded,
    CardsDrawn,
    CardShifted,
    CardsPlaced,
    CardTaken,
    DeckReshuffled,
    GameBegan,
    PlanRevised,
    PlanSealed,
    RoundBegan,
    SidesShown,
    Started,
)
from pirates.guns_or_treasure.evolve.fleets import ship_of, with_ship
from pirates.guns_or_treasure.pieces import Cards, ShipRef
from pirates.guns_or_treasure.state import Laid, Phase, Ship, State
from pirates.piles import put_at, sorted_cards, without


def start(event: Started) -> State:
    """Return the first State, before the first game."""
    seats = event.seats
    return State(
        options=event.options,
        captains=event.captains,
        sides=event.sides,
        hands=((),) * seats,
        fleets=((),) * seats,
        stashes=((),) * seats,
        sealed=(None,) * seats,
        seals=(0,) * seats,
        laid=(Laid(),) * seats,
        made=(0,) * seats,
        acted=(False,) * seats,
        wins=(0,) * seats,
    )


def begin_game(state: State, event: GameBegan) -> State:
    """Gather all cards in a new deck and clear the table."""
    seats = state.seats
    return replace(
        state,
        hands=((),) * seats,
        fleets=((),) * seats,
        stashes=((),) * seats,
        made=(0,) * seats,
        acted=(False,) * seats,
        deck=told(event.deck),
        discard=(),
        armada=(),
        seen=(),
        is_defused=False,
        game=event.game,
        round=0,
        turn=0,
        leader=event.leader,
        order=(),
        current=None,
    )


def seal(state: State, event: PlanSealed | PlanRevised) -> State:
    """Keep a seat's plan until the phase is closed."""
    seat = told(event.seat)
    return replace(
        state,
        sealed=put_at(state.sealed, seat, event.plan),
        seals=put_at(state.seals, seat, state.seals[seat] + 1),
    )


def show_sides(state: State, event: SidesShown) -> State:
    """Turn the chosen sides up."""
    return replace(_unsealed(state), sides=event.sides, phase=Phase.DRAWING)


def begin_round(state: State, event: RoundBegan) -> State:
    """Ask for building plans."""
    return replace(state, round=event.round, leader=event.leader, phase=Phase.BUILD)


def draw(state: State, event: CardsDrawn) -> State:
    """Take cards from the deck into a hand."""
    hand = sorted_cards(state.hands[event.seat] + told(event.cards))
    return replace(state, hands=put_at(state.hands, event.seat, hand), deck=state.deck[: len(state.deck) - event.count])


def reshuffle(state: State, event: DeckReshuffled) -> State:
    """Replace the deck by the shuffled discard pile."""
    return replace(state, deck=told(event.deck), discard=())


def place(state: State, event: CardsPlaced) -> State:
    """Lay cards of a hand on ships, the first of a new one face up."""
    seat, fleet, made = event.seat, state.fleets[event.seat], state.made[event.seat]
    gone: Cards = ()
    for each, hidden in zip(event.placed, told(event.cards), strict=True):
        gone += hidden if each.bow is None else (each.bow, *hidden)
        if each.bow is None:
            fleet = tuple(replace(s, cards=s.cards + hidden) if s.number == each.ship else s for s in fleet)
        else:
            fleet, made = (*fleet, Ship(each.ship, (each.bow, *hidden))), made + 1
    return replace(
        _unsealed(state),
        hands=put_at(state.hands, seat, without(state.hands[seat], gone)),
        fleets=put_at(state.fleets, seat, fleet),
        made=put_at(state.made, seat, made),
        phase=Phase.DRAWING,
    )


def begin_bluff(state: State, _: BluffBegan) -> State:
    """Ask for bluffs."""
    return replace(state, phase=Phase.BLUFF)


def lay(state: State, event: BluffLaid) -> State:
    """Discard one card and lay two down."""
    closed, discarded = told(event.closed), told(event.discarded)
    hand = without(state.hands[event.seat], (event.open, closed, discarded))
    return replace(
        _unsealed(state),
        hands=put_at(state.hands, event.seat, hand),
        laid=put_at(state.laid, event.seat, Laid(event.open, closed)),
        discard=(*state.discard, discarded),
        phase=Phase.TAKE,
    )


def take(state: State, event: CardTaken) -> State:
    """Move a card from where it lies into the taker's hand."""
    lying = state.laid[event.victim]
    left = replace(lying, open=None) if event.which == "open" else replace(lying, closed=None)
    hand = sorted_cards((*state.hands[event.seat], told(event.card)))
    return replace(
        _unsealed(state),
        hands=put_at(state.hands, event.seat, hand),
        laid=put_at(state.laid, event.victim, left),
    )


def end_bluff(state: State, _: BluffEnded) -> State:
    """Return the cards left on the table to their seats' hands."""
    left = [tuple(card for card in (lying.open, lying.closed) if card is not None) for lying in state.laid]
    hands = tuple(sorted_cards(hand + cards) for hand, cards in zip(state.hands, left, strict=True))
    return replace(state, hands=hands, laid=(Laid(),) * state.seats, phase=Phase.DRAWING)


def sight_armada(state: State, event: ArmadaSighted) -> State:
    """Begin the Armada's ships and ask for their cards."""
    ships = tuple(Ship(number, (bow,)) for number, bow in enumerate(event.bows, 1))
    return replace(state, armada=ships, deck=state.deck[: len(state.deck) - len(event.bows)], phase=Phase.ARMADA)


def man_armada(state: State, event: ArmadaManned) -> State:
    """Add a card of a hand to each Armada ship."""
    cards = told(event.cards)
    hand = without(state.hands[event.seat], cards)
    return replace(
        _unsealed(state),
        hands=put_at(state.hands, event.seat, hand),
        armada=tuple(replace(s, cards=(*s.cards, card)) for s, card in zip(state.armada, cards, strict=True)),
        phase=Phase.DRAWING,
    )


def end_building(state: State, event: BuildingEnded) -> State:
    """End the building, and let Carpenter Crook make repairs if he may."""
    return replace(state, phase=Phase.REPAIRS if event.repairs else Phase.CLEANING)


def add_card(state: State, event: CardAdded) -> State:
    """Move a card from a hand to a ship."""
    ref, card = ShipRef(event.seat, event.ship), told(event.card)
    added = with_ship(state, ref, (*ship_of(state, ref).cards, card), is_open=False)
    hand = without(state.hands[event.seat], (card,))
    return replace(added, hands=put_at(state.hands, event.seat, hand), phase=Phase.CLEANING)


def shift_card(state: State, event: CardShifted) -> State:
    """Move the first face-down card of that face from one ship to another."""
    source, goal, card = ShipRef(event.seat, event.ship), ShipRef(event.seat, event.to), told(event.card)
    bow, *hidden = ship_of(state, source).cards
    hidden.remove(card)
    lighter = with_ship(state, source, (bow, *hidden), is_open=False)
    heavier = with_ship(lighter, goal, (*ship_of(state, goal).cards, card), is_open=False)
    return replace(heavier, phase=Phase.CLEANING)


def _unsealed(state: State) -> State:
    return replace(state, sealed=(None,) * state.seats)
