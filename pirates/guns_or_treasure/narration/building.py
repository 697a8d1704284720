"""Narration of everything from the start of a Match to the end of the building."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.events import Event
from pirates.guns_or_treasure.events import building as told
from pirates.guns_or_treasure.narration.plans import placed_in_words, plan_in_words
from pirates.guns_or_treasure.narration.telling import cards
from pirates.guns_or_treasure.pieces import Choice
from pirates.telling import Teller
from pirates.wording import gettext as _
from pirates.wording import itemised, listed, ngettext


def _started(teller: Teller, event: told.Started) -> str:
    if not event.captains:
        return _("All hands to the drydock!")
    you, they = _("you sail under {captain}"), _("{player} sails under {captain}")
    crews = [teller.by(seat, you, they, captain=who.label) for seat, who in enumerate(event.captains)]
    return _("All hands to the drydock: {crews}.").format(crews=listed(crews))


def _game_began(teller: Teller, event: told.GameBegan) -> str:
    you = _("Game {game} begins with a shuffled deck, and you lead.")
    they = _("Game {game} begins with a shuffled deck, and {player} leads.")
    return teller.by(event.leader, you, they, game=event.game)


def _sealed(teller: Teller, event: told.PlanSealed) -> str:
    if event.plan is None:
        return teller.by(event.seat, _("You have sealed a plan."), _("{player} has sealed a plan."))
    you, they = _("You have sealed your plan: {plan}."), _("{player} has sealed a plan: {plan}.")
    return teller.by(event.seat, you, they, plan=plan_in_words(event.plan))


def _revised(teller: Teller, event: told.PlanRevised) -> str:
    if event.seat is None or event.plan is None:
        return _("A sealed plan was looked over.")
    you, they = _("You seal anew: {plan}."), _("{player} seals anew: {plan}.")
    return teller.by(event.seat, you, they, plan=plan_in_words(event.plan))


def _sides_shown(teller: Teller, event: told.SidesShown) -> str:
    you, they = _("you play side {side}"), _("{player} plays side {side}")
    sides = [teller.by(seat, you, they, side=side.upper()) for seat, side in enumerate(event.sides)]
    return _("The captains turn over: {sides}.").format(sides=listed(sides))


def _round_began(teller: Teller, event: told.RoundBegan) -> str:
    you = _("Building round {round} begins, and you lead.")
    they = _("Building round {round} begins, and {player} leads.")
    return teller.by(event.leader, you, they, round=event.round)


def _drawn(teller: Teller, event: told.CardsDrawn) -> str:
    count = event.count
    if event.cards is None:
        you = ngettext("You draw {count} card.", "You draw {count} cards.", count)
        they = ngettext("{player} draws {count} card.", "{player} draws {count} cards.", count)
        return teller.by(event.seat, you, they, count=count)
    you = ngettext("You draw {count} card: {cards}.", "You draw {count} cards: {cards}.", count)
    they = ngettext("{player} draws {count} card: {cards}.", "{player} draws {count} cards: {cards}.", count)
    return teller.by(event.seat, you, they, count=count, cards=cards(event.cards))


def _reshuffled(_teller: Teller, _event: told.DeckReshuffled) -> str:
    return _("The deck is empty; the discard pile is shuffled into a new one.")


def _placed(teller: Teller, event: told.CardsPlaced) -> str:
    hidden = event.cards or ((),) * len(event.placed)
    parts = [placed_in_words(each, known) for each, known in zip(event.placed, hidden, strict=True)]
    return teller.by(event.seat, _("You build: {ships}."), _("{player} builds: {ships}."), ships=itemised(parts))


def _bluff_began(_teller: Teller, _event: told.BluffBegan) -> str:
    return _("Pirate's Bluff: discard one card, lay one open and one closed.")


def _laid(teller: Teller, event: told.BluffLaid) -> str:
    if event.closed is None or event.discarded is None:
        you = _("You lay down {open} open and a card closed, and discard one.")
        they = _("{player} lays down {open} open and a card closed, and discards one.")
        return teller.by(event.seat, you, they, open=event.open.label)
    you = _("You lay down {open} open and {closed} closed, and discard {discarded}.")
    they = _("{player} lays down {open} open and {closed} closed, and discards {discarded}.")
    known = {"open": event.open.label, "closed": event.closed.label, "discarded": event.discarded.label}
    return teller.by(event.seat, you, they, **known)


def _taken(teller: Teller, event: told.CardTaken) -> str:
    if event.card is None:
        return teller.between(event.seat, event.victim, _taken_unknown(event.which))
    return teller.between(event.seat, event.victim, _taken_known(event.which), card=event.card.label)


def _taken_unknown(which: Choice) -> tuple[str, str, str]:
    if which == "open":
        return (
            _("You take {other}'s open card."),
            _("{player} takes your open card."),
            _("{player} takes {other}'s open card."),
        )
    return (
        _("You take {other}'s closed card."),
        _("{player} takes your closed card."),
        _("{player} takes {other}'s closed card."),
    )


def _taken_known(which: Choice) -> tuple[str, str, str]:
    if which == "open":
        return (
            _("You take {other}'s open card, {card}."),
            _("{player} takes your open card, {card}."),
            _("{player} takes {other}'s open card, {card}."),
        )
    return (
        _("You take {other}'s closed card, {card}."),
        _("{player} takes your closed card, {card}."),
        _("{player} takes {other}'s closed card, {card}."),
    )


def _bluff_ended(_teller: Teller, _event: told.BluffEnded) -> str:
    return _("Everybody takes up the card left lying.")


def _armada_sighted(_teller: Teller, event: told.ArmadaSighted) -> str:
    return _("The Spanish Armada is in sight, with {cards} at its bows.").format(cards=cards(event.bows))


def _manned(teller: Teller, event: told.ArmadaManned) -> str:
    if event.cards is None:
        you, they = _("You add a card to each Armada ship."), _("{player} adds a card to each Armada ship.")
        return teller.by(event.seat, you, they)
    you = _("You add a card to each Armada ship: {cards}.")
    they = _("{player} adds a card to each Armada ship: {cards}.")
    return teller.by(event.seat, you, they, cards=cards(event.cards))


def _building_ended(_teller: Teller, _event: told.BuildingEnded) -> str:
    return _("Arrg! The building is over.")


def _added(teller: Teller, event: told.CardAdded) -> str:
    if event.card is None:
        you = _("You add a leftover card face down to ship {ship}.")
        they = _("{player} adds a leftover card face down to ship {ship}.")
        return teller.by(event.seat, you, they, ship=event.ship)
    you = _("You add {card} face down to ship {ship}.")
    they = _("{player} adds {card} face down to ship {ship}.")
    return teller.by(event.seat, you, they, card=event.card.label, ship=event.ship)


def _shifted(teller: Teller, event: told.CardShifted) -> str:
    if event.card is None:
        you = _("You move a face-down card from ship {ship} to ship {to}.")
        they = _("{player} moves a face-down card from ship {ship} to ship {to}.")
        return teller.by(event.seat, you, they, ship=event.ship, to=event.to)
    you = _("You move {card} from ship {ship} to ship {to}.")
    they = _("{player} moves {card} from ship {ship} to ship {to}.")
    return teller.by(event.seat, you, they, card=event.card.label, ship=event.ship, to=event.to)


def _forgone(teller: Teller, event: told.PowerForgone) -> str:
    you, they = _("You leave the captain in the cabin."), _("{player} leaves the captain in the cabin.")
    return teller.by(event.seat, you, they)


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
