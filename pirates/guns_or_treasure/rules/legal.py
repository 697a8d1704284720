"""Legal moves: all of them, listed lazily, or a random one without listing them."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from pirates.commands import Move
from pirates.dice import Dice, pick, shuffle
from pirates.guns_or_treasure.decisions import asked_seat
from pirates.guns_or_treasure.moves import (
    AddLeftover,
    AttackByLots,
    AttackShip,
    BuildShips,
    ChooseSide,
    ForgoPower,
    LayBluff,
    LookAtCard,
    ManArmada,
    RetreatShip,
    ShiftCard,
    SpyShip,
    TakeCard,
)
from pirates.guns_or_treasure.pieces import CHOICES, PLACED_A_ROUND, SIDES, Captain, Cards, Load
from pirates.guns_or_treasure.rules.plans import build_plans, orders_of
from pirates.guns_or_treasure.rules.powers import lookable, spyable
from pirates.guns_or_treasure.state import SEALED_PHASES, Phase, State, has_captain, may_retreat, targets
from pirates.seats import Seat

_LOTS_ONE_IN = 16


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    """Yield every Move that is accepted from `seat` now."""
    if seat not in range(state.seats):
        return
    if state.phase in SEALED_PHASES or (state.outcome is None and asked_seat(state) == seat):
        yield from _ANSWERS[state.phase](state, seat)


def sample_move(state: State, seat: Seat, dice: Dice) -> Move:
    """Return a random legal Move; each one is possible. `seat` must have a Decision open."""
    return _SAMPLES.get(state.phase, _sample_listed)(state, seat, dice)


def _sides(_: State, seat: Seat) -> Iterator[Move]:
    return (ChooseSide(seat, side) for side in (None, *SIDES))


def _builds(state: State, seat: Seat) -> Iterator[Move]:
    yield BuildShips(seat)
    numbers = tuple(ship.number for ship in state.fleets[seat])
    yield from (BuildShips(seat, loads) for loads in build_plans(state.hands[seat], numbers))


def _bluffs(state: State, seat: Seat) -> Iterator[Move]:
    yield LayBluff(seat)
    yield from (LayBluff(seat, *cards) for cards in orders_of(state.hands[seat]))


def _takes(_: State, seat: Seat) -> Iterator[Move]:
    return (TakeCard(seat, which) for which in (None, *CHOICES))


def _crews(state: State, seat: Seat) -> Iterator[Move]:
    yield ManArmada(seat)
    yield from (ManArmada(seat, cards) for cards in orders_of(state.hands[seat]))


def _repairs(state: State, seat: Seat) -> Iterator[Move]:
    yield ForgoPower(seat)
    fleet = state.fleets[seat]
    if has_captain(state, seat, Captain.CROOK, "a"):
        cards = tuple(dict.fromkeys(state.hands[seat]))
        yield from (AddLeftover(seat, card, ship.number) for card, ship in product(cards, fleet))
        return
    for ship, goal in product(fleet, fleet):
        if ship is not goal:
            yield from (ShiftCard(seat, card, ship.number, goal.number) for card in dict.fromkeys(ship.cards[1:]))


def _spyings(state: State, seat: Seat) -> Iterator[Move]:
    yield ForgoPower(seat)
    yield from (SpyShip(seat, ref.owner, ref.number) for ref in spyable(state, seat) if ref.owner is not None)


def _looks(state: State, seat: Seat) -> Iterator[Move]:
    yield ForgoPower(seat)
    yield from (LookAtCard(seat, ref.owner, ref.number, place) for ref, place in lookable(state, seat))


def _turns(state: State, seat: Seat) -> Iterator[Move]:
    fleet, found = state.fleets[seat], targets(state, seat)
    if may_retreat(state, seat):
        yield from (RetreatShip(seat, ship.number) for ship in fleet)
    if found:
        yield AttackByLots(seat)
    yield from (AttackShip(seat, ship.number, ref.owner, ref.number) for ship, ref in product(fleet, found))


def _sample_build(state: State, seat: Seat, dice: Dice) -> Move:
    """Place cards one after another, each on a random ship or a new one."""
    if dice.below(_LOTS_ONE_IN) == 0:
        return BuildShips(seat)
    loads: list[tuple[int | None, Cards]] = [(ship.number, ()) for ship in state.fleets[seat]]
    for card in _some_cards(state.hands[seat], dice):
        chosen = dice.below(len(loads) + 1)
        if chosen == len(loads):
            loads.append((None, (card,)))
        else:
            loads[chosen] = (loads[chosen][0], (*loads[chosen][1], card))
    return BuildShips(seat, tuple(Load(ship, cards) for ship, cards in loads if cards))


def _some_cards(hand: Cards, dice: Dice) -> Cards:
    left = list(hand)
    return tuple(left.pop(dice.below(len(left))) for _ in range(PLACED_A_ROUND))


def _sample_bluff(state: State, seat: Seat, dice: Dice) -> Move:
    return LayBluff(seat, *shuffle(dice, state.hands[seat])) if dice.below(_LOTS_ONE_IN) else LayBluff(seat)


def _sample_crew(state: State, seat: Seat, dice: Dice) -> Move:
    return ManArmada(seat, shuffle(dice, state.hands[seat]) if dice.below(_LOTS_ONE_IN) else None)


def _sample_turn(state: State, seat: Seat, dice: Dice) -> Move:
    """Attack or retreat, with equal chances if both are allowed."""
    found = targets(state, seat)
    if may_retreat(state, seat) and (not found or dice.below(2)):
        return RetreatShip(seat, pick(dice, state.fleets[seat]).number)
    if dice.below(_LOTS_ONE_IN) == 0:
        return AttackByLots(seat)
    target = pick(dice, found)
    return AttackShip(seat, pick(dice, state.fleets[seat]).number, target.owner, target.number)


def _sample_listed(state: State, seat: Seat, dice: Dice) -> Move:
    return pick(dice, tuple(_ANSWERS[state.phase](state, seat)))


_ANSWERS: Mapping[Phase, Callable[[State, Seat], Iterator[Move]]] = {
    Phase.SIDES: _sides,
    Phase.BUILD: _builds,
    Phase.BLUFF: _bluffs,
    Phase.TAKE: _takes,
    Phase.ARMADA: _crews,
    Phase.REPAIRS: _repairs,
    Phase.SPY: _spyings,
    Phase.LOOK: _looks,
    Phase.TURN: _turns,
}
_SAMPLES: Mapping[Phase, Callable[[State, Seat, Dice], Move]] = {
    Phase.BUILD: _sample_build,
    Phase.BLUFF: _sample_bluff,
    Phase.ARMADA: _sample_crew,
    Phase.TURN: _sample_turn,
}
