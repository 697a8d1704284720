"""Guns or Treasure on trial."""

from collections import Counter
from itertools import product

from msgspec.structs import replace

from pirates.dice import Dice, shuffle
from pirates.guns_or_treasure.decisions import plan_of
from pirates.guns_or_treasure.events.building import (
    ArmadaSighted,
    BluffBegan,
    BluffEnded,
    BluffLaid,
    BuildingEnded,
    CardsPlaced,
    CardTaken,
    DeckReshuffled,
    PowerForgone,
    RoundBegan,
    SidesShown,
    Started,
)
from pirates.guns_or_treasure.events.marauding import (
    ArmadaHeld,
    BattleJoined,
    BattleWon,
    BombsDefused,
    CaptainFlipped,
    CleanedUp,
    GameScored,
    LastFleetLeft,
    LeftoversDiscarded,
    MaraudingBegan,
    MatchEnded,
    PowersCounted,
    ShipsExploded,
    TreasureCaptured,
    TurnBegan,
)
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import ARMADA_SEATS, SEATS, Card, Cards, Options, Plan, ShipRef
from pirates.guns_or_treasure.rules.legal import sample_move
from pirates.guns_or_treasure.state import Laid, Seen, Ship, State, fleet_of, knows_card
from pirates.piles import sorted_cards
from pirates.seats import Seat
from tests.pirates.trial import Trial, Variant


def components(state: State) -> Counter[Card]:
    """Count all 90 cards, wherever they are."""
    ships = [card for fleet in (*state.fleets, state.armada) for ship in fleet for card in ship.cards]
    lying = [card for laid in state.laid for card in (laid.open, laid.closed) if card is not None]
    held = [card for cards in (*state.hands, *state.stashes) for card in cards]
    return Counter((*state.deck, *state.discard, *ships, *lying, *held))


def swap_hidden(state: State, viewer: Seat | None, dice: Dice) -> State:
    """Redeal what `viewer` may not know, let the others plan anew, and fill their stashes otherwise."""
    if state.outcome is not None:
        return state
    return _planned_anew(_stashed_anew(_redealt(state, viewer, dice), viewer, dice), viewer, dice)


def _redealt(state: State, viewer: Seat | None, dice: Dice) -> State:
    others = [seat for seat in range(state.seats) if seat != viewer]
    cards = list(shuffle(dice, _hidden_cards(state, viewer, others)))
    hands = tuple(hand if seat == viewer else _dealt(cards, len(hand)) for seat, hand in enumerate(state.hands))
    fleets = tuple(_relaid(state, owner, viewer, cards) for owner in range(state.seats))
    laid = tuple(
        Laid(lying.open, cards.pop()) if seat != viewer and lying.closed is not None else lying
        for seat, lying in enumerate(state.laid)
    )
    armada = _relaid(state, None, viewer, cards)
    deck, discard = tuple(cards[: len(state.deck)]), tuple(cards[len(state.deck) :])
    return replace(state, hands=hands, fleets=fleets, armada=armada, laid=laid, deck=deck, discard=discard)


def _hidden_cards(state: State, viewer: Seat | None, others: list[Seat]) -> list[Card]:
    owners = (*range(state.seats), None)
    hidden = [
        card
        for owner in owners
        for ship in fleet_of(state, owner)
        for place, card in enumerate(ship.cards)
        if not _is_known(state, viewer, owner, ship, place)
    ]
    held = [card for seat in others for card in state.hands[seat]]
    closed = [card for seat in others if (card := state.laid[seat].closed) is not None]
    return [*hidden, *held, *closed, *state.deck, *state.discard]


def _is_known(state: State, viewer: Seat | None, owner: Seat | None, ship: Ship, place: int) -> bool:
    return ship.is_open or knows_card(state, viewer, ShipRef(owner, ship.number), place)


def _relaid(state: State, owner: Seat | None, viewer: Seat | None, cards: list[Card]) -> tuple[Ship, ...]:
    return tuple(
        replace(
            ship,
            cards=tuple(
                card if _is_known(state, viewer, owner, ship, place) else cards.pop()
                for place, card in enumerate(ship.cards)
            ),
        )
        for ship in fleet_of(state, owner)
    )


def _dealt(cards: list[Card], count: int) -> Cards:
    return sorted_cards(tuple(cards.pop() for _ in range(count)))


def _stashed_anew(state: State, viewer: Seat | None, dice: Dice) -> State:
    stashes: list[Cards] = [stash if seat == viewer else () for seat, stash in enumerate(state.stashes)]
    discard: list[Card] = []
    hidden = [card for seat, stash in enumerate(state.stashes) if seat != viewer for card in stash]
    for card in shuffle(dice, (*hidden, *state.discard)):
        seat = dice.below(state.seats + 1)
        if not card.treasure or seat in (viewer, state.seats) or not state.order:
            discard.append(card)
        else:
            stashes[seat] = sorted_cards((*stashes[seat], card))
    return replace(state, stashes=tuple(stashes), discard=tuple(discard))


def _planned_anew(state: State, viewer: Seat | None, dice: Dice) -> State:
    sealed = tuple(
        plan if plan is None or seat == viewer else _other_plan(state, seat, dice)
        for seat, plan in enumerate(state.sealed)
    )
    seals = tuple(count + (0 if seat == viewer else dice.below(3)) for seat, count in enumerate(state.seals))
    return replace(state, sealed=sealed, seals=seals)


def _other_plan(state: State, seat: Seat, dice: Dice) -> Plan | None:
    return plan_of(sample_move(state, seat, dice))


def permute(state: State, permutation: tuple[Seat, ...]) -> State:
    origin = [permutation.index(seat) for seat in range(state.seats)]

    def moved(things: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(things[seat] for seat in origin) if things else things

    return replace(
        state,
        captains=moved(state.captains),
        sides=moved(state.sides),
        hands=moved(state.hands),
        fleets=moved(state.fleets),
        stashes=moved(state.stashes),
        sealed=moved(state.sealed),
        seals=moved(state.seals),
        laid=moved(state.laid),
        made=moved(state.made),
        acted=moved(state.acted),
        wins=moved(state.wins),
        armada=tuple(replace(ship, cards=(ship.cards[0], *moved(ship.cards[1:]))) for ship in state.armada),
        seen=tuple(_reseated(each, permutation) for each in state.seen),
        leader=permutation[state.leader],
        order=tuple(permutation[seat] for seat in state.order),
        current=None if state.current is None else permutation[state.current],
    )


def _reseated(seen: Seen, permutation: tuple[Seat, ...]) -> Seen:
    owner = seen.ship.owner
    place = permutation[seen.place - 1] + 1 if owner is None and seen.place else seen.place
    return Seen(ShipRef(None if owner is None else permutation[owner], seen.ship.number), place)


FLAGS = ("captains", "longer", "bluff", "captured_treasure", "armada")
COMBINATIONS = tuple(dict(zip(FLAGS, chosen, strict=True)) for chosen in product((False, True), repeat=len(FLAGS)))


MIXTURES = (
    (6, "captains"),
    (2, "longer"),
    (6, "bluff"),
    (2, "captured_treasure"),
    (5, "armada"),
    (5, "captains armada"),
    (6, "captains longer bluff"),
    (3, "captains captured_treasure armada"),
    (5, "longer bluff armada"),
    (4, "bluff captured_treasure"),
    (4, "longer captured_treasure armada"),
    (5, "captains longer bluff captured_treasure armada"),
)


def every_variant() -> tuple[Variant, ...]:
    """Return every allowed combination of options at every number of seats."""
    return tuple(
        Variant(seats, Options(**flags, leader=None))
        for seats, flags in product(SEATS, COMBINATIONS)
        if seats in ARMADA_SEATS or not flags["armada"]
    )


def _chosen_variants() -> tuple[Variant, ...]:
    """Return the plain game at each number of seats, each option alone, and mixtures where every pair meets."""
    plain = tuple(Variant(seats, Options(leader=seats - 1)) for seats in SEATS)
    mixed = tuple(Variant(seats, Options(**dict.fromkeys(flags.split(), True))) for seats, flags in MIXTURES)
    return (*plain, *mixed)


TRIAL = Trial(
    game=GUNS,
    variants=_chosen_variants(),
    reasons=frozenset({"treasure", "treasure-cards", "turn-order", "two-wins"}),
    hides_nothing=frozenset(
        {
            Started,
            SidesShown,
            RoundBegan,
            BluffBegan,
            BluffEnded,
            ArmadaSighted,
            BuildingEnded,
            PowerForgone,
            LeftoversDiscarded,
            CleanedUp,
            MaraudingBegan,
            TurnBegan,
            BattleJoined,
            BombsDefused,
            ShipsExploded,
            PowersCounted,
            BattleWon,
            TreasureCaptured,
            ArmadaHeld,
            LastFleetLeft,
            GameScored,
            CaptainFlipped,
            MatchEnded,
        }
    ),
    reveals=frozenset(
        {SidesShown, CardsPlaced, BluffLaid, CardTaken, ArmadaSighted, BattleJoined, GameScored, DeckReshuffled}
    ),
    longest=1500,
    components=components,
    swap_hidden=swap_hidden,
    permute=permute,
)
