"""Sealing: the plans that a seat may seal, and the random plans made in its place."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.commands import Move
from pirates.dice import Dice, pick, shuffle
from pirates.errors import IllegalMove
from pirates.guns_or_treasure.decisions import plan_of
from pirates.guns_or_treasure.events.building import PlanRevised, PlanSealed
from pirates.guns_or_treasure.moves import BuildShips, LayBluff, ManArmada
from pirates.guns_or_treasure.pieces import (
    CHOICES,
    PLACED_A_ROUND,
    ROUNDS,
    SIDES,
    ArmadaPlan,
    BuildPlan,
    Card,
    Cards,
    Choice,
    LayPlan,
    Load,
    Side,
    SidePlan,
    TakePlan,
    merged,
)
from pirates.guns_or_treasure.state import State
from pirates.piles import holds
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def seal(record: Recorder[State], move: Move, _dice: Dice) -> None:
    """Keep a plan hidden from the others; its random choices are drawn only when all plans are shown."""
    check = _CHECKS.get(type(move))
    if check is not None:
        check(record.state, move)
    plan, is_first = plan_of(move), record.state.sealed[move.seat] is None
    record.record(PlanSealed(move.seat, plan) if is_first else PlanRevised(move.seat, plan))


def side_of(plan: SidePlan, dice: Dice) -> Side:
    """Return the chosen side, or a random one."""
    return pick(dice, SIDES) if plan.side is None else plan.side


def loads_of(state: State, seat: Seat, plan: BuildPlan, dice: Dice) -> tuple[Load, ...]:
    """Return the planned loads, or three random cards that complete ships before they begin or extend others."""
    return _loads_by_lots(state, seat, dice) if plan.loads is None else plan.loads


def laid_by(state: State, seat: Seat, plan: LayPlan, dice: Dice) -> tuple[Card, Card, Card]:
    """Return the cards to discard, to lay open and to lay closed."""
    if plan.discard is None or plan.open is None or plan.closed is None:
        discard, laid_open, closed = shuffle(dice, state.hands[seat])
        return discard, laid_open, closed
    return plan.discard, plan.open, plan.closed


def choice_of(plan: TakePlan, dice: Dice) -> Choice:
    """Return the chosen card, or a random one."""
    return pick(dice, CHOICES) if plan.which is None else plan.which


def crew_of(state: State, seat: Seat, plan: ArmadaPlan, dice: Dice) -> Cards:
    """Return the cards for the Armada's ships, in their order."""
    return shuffle(dice, state.hands[seat]) if plan.cards is None else plan.cards


def _loads_by_lots(state: State, seat: Seat, dice: Dice) -> tuple[Load, ...]:
    sizes: list[tuple[int | None, Cards, int]] = [(ship.number, (), len(ship.cards)) for ship in state.fleets[seat]]
    for left, card in enumerate(reversed(shuffle(dice, state.hands[seat])[:PLACED_A_ROUND])):
        alone = [index for index, (_, _, size) in enumerate(sizes) if size == 1]
        is_last = state.round == ROUNDS and left == PLACED_A_ROUND - 1
        chosen = pick(dice, alone) if alone else dice.below(len(sizes) + (not is_last or not sizes))
        if chosen == len(sizes):
            sizes.append((None, (card,), 1))
        else:
            ship, cards, size = sizes[chosen]
            sizes[chosen] = (ship, (*cards, card), size + 1)
    return merged(tuple(Load(ship, cards) for ship, cards, _ in sizes if cards))


def _check_build(state: State, move: BuildShips) -> None:
    if move.loads is None:
        return
    hand = state.hands[move.seat]
    cards = tuple(card for load in move.loads for card in load.cards)
    if len(cards) != PLACED_A_ROUND or not all(load.cards for load in move.loads):
        raise IllegalMove(
            "place_three", _("Place exactly {count} cards of your hand on ships.").format(count=PLACED_A_ROUND)
        )
    _check_held(hand, cards)
    own = [ship.number for ship in state.fleets[move.seat]]
    if any(load.ship is not None and load.ship not in own for load in move.loads):
        raise IllegalMove("no_such_ship", _("You have no ship of that number; name one of yours, or 'new'."), ships=own)


def _check_lay(state: State, move: LayBluff) -> None:
    cards = tuple(card for card in (move.discard, move.open, move.closed) if card is not None)
    if not cards:
        return
    if len(cards) != len(state.hands[move.seat]):
        raise IllegalMove("lay_three", _("Name a card to discard, one to lay open and one to lay closed."))
    _check_held(state.hands[move.seat], cards)


def _check_crew(state: State, move: ManArmada) -> None:
    if move.cards is None:
        return
    if len(move.cards) != len(state.armada):
        raise IllegalMove("man_three", _("Name one card for each of the three Armada ships, in their order."))
    _check_held(state.hands[move.seat], move.cards)


def _check_held(hand: Cards, cards: Cards) -> None:
    if not holds(hand, cards):
        lacking = next(card for card in cards if card not in hand or cards.count(card) > hand.count(card))
        raise IllegalMove(
            "not_in_hand", _("You do not hold enough of {card}; use cards of your hand.").format(card=lacking.label)
        )


_CHECKS: Mapping[type[Move], Callable[[State, Any], None]] = {
    BuildShips: _check_build,
    LayBluff: _check_lay,
    ManArmada: _check_crew,
}
