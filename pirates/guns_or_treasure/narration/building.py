"""What happens from the start of a Match to the end of the building, told."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.events import Event
from pirates.guns_or_treasure.events import building as told
from pirates.guns_or_treasure.narration.telling import Teller, card, cards, count, listed
from pirates.guns_or_treasure.pieces import ArmadaPlan, BuildPlan, Card, LayPlan, Placed, Plan, SidePlan, TakePlan


def _started(teller: Teller, event: told.Started) -> str:
    if not event.captains:
        return "All hands to the drydock!"
    crews = [f"{teller.then(seat, 'sail')} under {who.label}" for seat, who in enumerate(event.captains)]
    return f"All hands to the drydock: {listed(crews)}."


def _game_began(teller: Teller, event: told.GameBegan) -> str:
    return f"Game {event.game} begins with a shuffled deck, and {teller.then(event.leader, 'lead')}."


def _sealed(teller: Teller, event: told.PlanSealed) -> str:
    if event.plan is None:
        return f"{teller.does(event.seat, 'have')} sealed a plan."
    return f"You have sealed your plan: {_plan(event.plan)}."


def _revised(_: Teller, event: told.PlanRevised) -> str:
    return "A sealed plan was looked over." if event.plan is None else f"You seal anew: {_plan(event.plan)}."


def _plan(plan: Plan) -> str:
    match plan:
        case SidePlan(side):
            return "lots choose the side" if side is None else f"side {side.upper()}"
        case BuildPlan(loads):
            parts = [f"{cards(each.cards)} on {_goal(each.ship)}" for each in loads or ()]
            return listed(parts) if parts else "lots choose the cards"
        case LayPlan(discard, laid_open, closed):
            if discard is None or laid_open is None or closed is None:
                return "lots choose the cards"
            return f"{card(discard)} discarded, {card(laid_open)} open and {card(closed)} closed"
        case TakePlan(which):
            return "lots choose the card" if which is None else f"the {which} card"
        case ArmadaPlan(crew):
            return f"{cards(crew)} for the Armada" if crew else "lots choose the cards for the Armada"


def _goal(ship: int | None) -> str:
    return "a new ship" if ship is None else f"ship {ship}"


def _sides_shown(teller: Teller, event: told.SidesShown) -> str:
    sides = [f"{teller.then(seat, 'play')} side {side.upper()}" for seat, side in enumerate(event.sides)]
    return f"The captains turn over: {listed(sides)}."


def _round_began(teller: Teller, event: told.RoundBegan) -> str:
    return f"Building round {event.round} begins, and {teller.then(event.leader, 'lead')}."


def _drawn(teller: Teller, event: told.CardsDrawn) -> str:
    known = "" if event.cards is None else f": {cards(event.cards)}"
    return f"{teller.does(event.seat, 'draw')} {count(event.count)}{known}."


def _reshuffled(_: Teller, __: told.DeckReshuffled) -> str:
    return "The deck is empty; the discard pile is shuffled into a new one."


def _placed(teller: Teller, event: told.CardsPlaced) -> str:
    hidden = event.cards or ((),) * len(event.placed)
    parts = [_part(each, known) for each, known in zip(event.placed, hidden, strict=True)]
    return f"{teller.does(event.seat, 'build')}: {listed(parts)}."


def _part(placed: Placed, hidden: Sequence[Card]) -> str:
    known = f" ({cards(hidden)})" if hidden else ""
    if placed.bow is None:
        return f"{count(placed.hidden)} face down on ship {placed.ship}{known}"
    behind = f" and {count(placed.hidden)} face down{known}" if placed.hidden else ""
    return f"new ship {placed.ship} with {card(placed.bow)} at the bow{behind}"


def _bluff_began(_: Teller, __: told.BluffBegan) -> str:
    return "Pirate's Bluff: discard one card, lay one open and one closed."


def _laid(teller: Teller, event: told.BluffLaid) -> str:
    said = f"{teller.does(event.seat, 'lay')} down {card(event.open)} open and"
    if event.closed is None or event.discarded is None:
        return f"{said} a card closed, and discards one."
    return f"{said} {card(event.closed)} closed, and discard {card(event.discarded)}."


def _taken(teller: Teller, event: told.CardTaken) -> str:
    known = "" if event.card is None else f", {card(event.card)}"
    return f"{teller.does(event.seat, 'take')} {teller.whose(event.victim)} {event.which} card{known}."


def _bluff_ended(_: Teller, __: told.BluffEnded) -> str:
    return "Everybody takes up the card left lying."


def _armada_sighted(_: Teller, event: told.ArmadaSighted) -> str:
    return f"The Spanish Armada is in sight, with {cards(event.bows)} at its bows."


def _manned(teller: Teller, event: told.ArmadaManned) -> str:
    known = "" if event.cards is None else f": {cards(event.cards)}"
    return f"{teller.does(event.seat, 'add')} a card to each Armada ship{known}."


def _building_ended(_: Teller, __: told.BuildingEnded) -> str:
    return "Arrg! The building is over."


def _added(teller: Teller, event: told.CardAdded) -> str:
    what = "a leftover card" if event.card is None else card(event.card)
    return f"{teller.does(event.seat, 'add')} {what} face down to ship {event.ship}."


def _shifted(teller: Teller, event: told.CardShifted) -> str:
    what = "a face-down card" if event.card is None else card(event.card)
    return f"{teller.does(event.seat, 'move')} {what} from ship {event.ship} to ship {event.to}."


def _forgone(teller: Teller, event: told.PowerForgone) -> str:
    return f"{teller.does(event.seat, 'leave')} the captain in the cabin."


SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    told.Started: _started,
    told.GameBegan: _game_began,
    told.PlanSealed: _sealed,
    told.PlanRevised: _revised,
    told.SidesShown: _sides_shown,
    told.RoundBegan: _round_began,
    told.CardsDrawn: _drawn,
    told.DeckReshuffled: _reshuffled,
    told.CardsPlaced: _placed,
    told.BluffBegan: _bluff_began,
    told.BluffLaid: _laid,
    told.CardTaken: _taken,
    told.BluffEnded: _bluff_ended,
    told.ArmadaSighted: _armada_sighted,
    told.ArmadaManned: _manned,
    told.BuildingEnded: _building_ended,
    told.CardAdded: _added,
    told.CardShifted: _shifted,
    told.PowerForgone: _forgone,
}
