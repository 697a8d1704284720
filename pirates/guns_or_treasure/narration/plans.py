"""Plans in words: the plan a seat has sealed, and the cards placed on ships."""

from collections.abc import Sequence

from pirates.guns_or_treasure.narration.telling import cards
from pirates.guns_or_treasure.pieces import ArmadaPlan, BuildPlan, Card, LayPlan, Load, Placed, Plan, SidePlan, TakePlan
from pirates.wording import cards_counted, itemised
from pirates.wording import gettext as _


def plan_in_words(plan: Plan) -> str:
    """Return a sealed plan in words, as part of a sentence."""
    match plan:
        case SidePlan(side):
            return _("lots choose the side") if side is None else _("side {side}").format(side=side.upper())
        case BuildPlan(loads):
            return itemised([_load(each) for each in loads]) if loads else _("lots choose the cards")
        case LayPlan():
            return _lay(plan)
        case TakePlan(which):
            if which is None:
                return _("lots choose the card")
            return _("the open card") if which == "open" else _("the closed card")
        case ArmadaPlan(crew):
            if not crew:
                return _("lots choose the cards for the Armada")
            return _("{cards} for the Armada").format(cards=cards(crew))


def _load(load: Load) -> str:
    if load.ship is None:
        return _("{cards} on a new ship").format(cards=cards(load.cards))
    return _("{cards} on ship {number}").format(cards=cards(load.cards), number=load.ship)


def _lay(plan: LayPlan) -> str:
    if plan.discard is None or plan.open is None or plan.closed is None:
        return _("lots choose the cards")
    said = _("{discarded} discarded, {open} open and {closed} closed")
    return said.format(discarded=plan.discard.label, open=plan.open.label, closed=plan.closed.label)


def placed_in_words(placed: Placed, hidden: Sequence[Card]) -> str:
    """Return in words the cards placed on one ship; `hidden` are the face-down cards, if they may be known."""
    if placed.bow is None:
        return _placed_behind(placed, hidden)
    words = {"number": placed.ship, "card": placed.bow.label, "count": cards_counted(placed.hidden)}
    if not placed.hidden:
        return _("new ship {number} with {card} at the bow").format(**words)
    if not hidden:
        return _("new ship {number} with {card} at the bow and {count} face down").format(**words)
    known = _("new ship {number} with {card} at the bow and {count} face down ({cards})")
    return known.format(cards=cards(hidden), **words)


def _placed_behind(placed: Placed, hidden: Sequence[Card]) -> str:
    count = cards_counted(placed.hidden)
    if not hidden:
        return _("{count} face down on ship {number}").format(count=count, number=placed.ship)
    return _("{count} face down on ship {number} ({cards})").format(
        count=count, number=placed.ship, cards=cards(hidden)
    )
