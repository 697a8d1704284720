"""Building: close each sealed phase, deal cards, and go from the first round to the clean-up."""

from collections.abc import Callable, Mapping

from pirates.dice import Dice, shuffle
from pirates.guns_or_treasure.events.building import (
    ArmadaManned,
    ArmadaSighted,
    BluffBegan,
    BluffEnded,
    BluffLaid,
    BuildingEnded,
    CardsDrawn,
    CardsPlaced,
    CardTaken,
    DeckReshuffled,
    RoundBegan,
    SidesShown,
)
from pirates.guns_or_treasure.pieces import (
    ARMADA_SHIPS,
    DRAWN_A_ROUND,
    DRAWN_AFTER_BLUFF,
    HAND,
    ROUNDS,
    ArmadaPlan,
    BuildPlan,
    Captain,
    Cards,
    LayPlan,
    Load,
    Placed,
    Plan,
    SidePlan,
    TakePlan,
)
from pirates.guns_or_treasure.rules.sealing import choice_of, crew_of, laid_by, loads_of, side_of
from pirates.guns_or_treasure.state import Phase, State, has_captain
from pirates.replay import Recorder
from pirates.seats import Seat, clockwise_from


def close(record: Recorder[State], dice: Dice) -> None:
    """Show all plans of the sealed phase, in seat order and not in the order of sealing, and continue."""
    plans = tuple(plan for plan in record.state.sealed if plan is not None)
    _CLOSERS[record.state.phase](record, plans, dice)


def begin_game(record: Recorder[State], dice: Dice) -> None:
    """Deal the first hands, unless sides of captains must be chosen first."""
    if record.state.sides or not record.state.options.captains:
        _begin_round(record, 1, dice)


def _show_sides(record: Recorder[State], plans: tuple[Plan, ...], dice: Dice) -> None:
    record.record(SidesShown(tuple(side_of(plan, dice) for plan in plans if isinstance(plan, SidePlan))))
    _begin_round(record, 1, dice)


def _begin_round(record: Recorder[State], number: int, dice: Dice) -> None:
    """Pass the lead to the left (Ruling G18) and fill the hands."""
    state = record.state
    leader = state.leader if number == 1 else (state.leader + 1) % state.seats
    record.record(RoundBegan(number, leader))
    later = DRAWN_AFTER_BLUFF if state.options.bluff else DRAWN_A_ROUND
    for seat in clockwise_from(leader, state.seats):
        _draw(record, seat, HAND if number == 1 else later, dice)


def _draw(record: Recorder[State], seat: Seat, count: int, dice: Dice) -> None:
    """Draw cards; if the deck is empty, shuffle the discard pile into a new one (Ruling G27)."""
    while count:
        cards = _next_cards(record, count, dice)
        count -= len(cards)
        record.record(CardsDrawn(seat, len(cards), cards))


def _next_cards(record: Recorder[State], count: int, dice: Dice) -> Cards:
    if not record.state.deck:
        record.record(DeckReshuffled(shuffle(dice, record.state.discard)))
    return record.state.deck[: -count - 1 : -1]


def _show_ships(record: Recorder[State], plans: tuple[Plan, ...], dice: Dice) -> None:
    state = record.state
    for seat, plan in enumerate(plans):
        if isinstance(plan, BuildPlan):
            record.record(_placing(state, seat, loads_of(state, seat, plan, dice)))
    if state.round == ROUNDS:
        _end_rounds(record, dice)
    elif state.options.bluff:
        record.record(BluffBegan())
    else:
        _begin_round(record, state.round + 1, dice)


def _placing(state: State, seat: Seat, loads: tuple[Load, ...]) -> CardsPlaced:
    placed, hidden, made = [], [], state.made[seat]
    for load in loads:
        made += load.ship is None
        bow = load.cards[0] if load.ship is None else None
        behind = load.cards[1:] if load.ship is None else load.cards
        placed.append(Placed(made if load.ship is None else load.ship, bow, len(behind)))
        hidden.append(behind)
    return CardsPlaced(seat, tuple(placed), tuple(hidden))


def _show_bluffs(record: Recorder[State], plans: tuple[Plan, ...], dice: Dice) -> None:
    """Show the open cards of Pirate's Bluff (Ruling G25)."""
    for seat, plan in enumerate(plans):
        if isinstance(plan, LayPlan):
            discard, laid_open, closed = laid_by(record.state, seat, plan, dice)
            record.record(BluffLaid(seat, laid_open, closed, discard))


def _take_cards(record: Recorder[State], plans: tuple[Plan, ...], dice: Dice) -> None:
    """Let all seats take from their left neighbours at the same time (Ruling G26)."""
    lying = record.state.laid
    for seat, plan in enumerate(plans):
        if isinstance(plan, TakePlan):
            victim, which = (seat + 1) % record.state.seats, choice_of(plan, dice)
            card = lying[victim].open if which == "open" else lying[victim].closed
            record.record(CardTaken(seat, victim, which, card))
    record.record(BluffEnded())
    _begin_round(record, record.state.round + 1, dice)


def _end_rounds(record: Recorder[State], dice: Dice) -> None:
    """Sight the Armada, or end the building; there is no bluff after the last round (Ruling G24)."""
    if not record.state.options.armada:
        record.record(BuildingEnded(_may_repair(record.state)))
        return
    record.record(ArmadaSighted(_next_cards(record, ARMADA_SHIPS, dice)))


def _man_armada(record: Recorder[State], plans: tuple[Plan, ...], dice: Dice) -> None:
    state = record.state
    for seat, plan in enumerate(plans):
        if isinstance(plan, ArmadaPlan):
            record.record(ArmadaManned(seat, crew_of(state, seat, plan, dice)))
    record.record(BuildingEnded(_may_repair(record.state)))


def _may_repair(state: State) -> bool:
    """Return whether Carpenter Crook has a card and a ship to add it to, or a card and another ship to move it to."""
    for seat, fleet in enumerate(state.fleets):
        if has_captain(state, seat, Captain.CROOK, "a"):
            return bool(state.hands[seat]) and bool(fleet)
        if has_captain(state, seat, Captain.CROOK, "b"):
            return len(fleet) > 1 and any(len(ship.cards) > 1 for ship in fleet)
    return False


_CLOSERS: Mapping[Phase, Callable[[Recorder[State], tuple[Plan, ...], Dice], None]] = {
    Phase.SIDES: _show_sides,
    Phase.BUILD: _show_ships,
    Phase.BLUFF: _show_bluffs,
    Phase.TAKE: _take_cards,
    Phase.ARMADA: _man_armada,
}
