"""Narration of everything from the clean-up to the end of the Match, except battles."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.events import Event
from pirates.guns_or_treasure.events import marauding as told
from pirates.guns_or_treasure.narration.telling import cards, ship
from pirates.guns_or_treasure.pieces import Captain
from pirates.seats import Seat
from pirates.telling import Teller
from pirates.wording import gettext as _
from pirates.wording import listed


def _leftovers_discarded(_teller: Teller, _event: told.LeftoversDiscarded) -> str:
    return _("Leftover cards are discarded.")


def _cleaned_up(teller: Teller, event: told.CleanedUp) -> str:
    if not event.lost:
        return _("Every ship is complete.")
    lost = listed([ship(teller, each) for each in event.lost])
    return _("What is unfinished is discarded: {ships}.").format(ships=lost)


def _spied(teller: Teller, event: told.ShipSpied) -> str:
    spied = ship(teller, event.ship)
    if event.cards is None:
        return teller.by(event.seat, _("You spy out {ship}."), _("{player} spies out {ship}."), ship=spied)
    you, they = _("You spy out {ship}: {cards}."), _("{player} spies out {ship}: {cards}.")
    return teller.by(event.seat, you, they, ship=spied, cards=cards(event.cards))


def _marauding_began(teller: Teller, event: told.MaraudingBegan) -> str:
    match event.by:
        case "treasure":
            you = _("Now for the marauding: you go first, with the most treasure in sight.")
            they = _("Now for the marauding: {player} goes first, with the most treasure in sight.")
        case "guns":
            you = _("Now for the marauding: you go first, by guns in sight.")
            they = _("Now for the marauding: {player} goes first, by guns in sight.")
        case "lots":
            you = _("Now for the marauding: you go first, by the toss of a coin.")
            they = _("Now for the marauding: {player} goes first, by the toss of a coin.")
    return teller.by(event.order[0], you, they)


def _turn_began(teller: Teller, event: told.TurnBegan) -> str:
    return teller.by(event.seat, _("It is your turn."), _("It is {player}'s turn."))


def _seen(teller: Teller, event: told.CardSeen) -> str:
    seen = ship(teller, event.ship)
    if event.card is None:
        you, they = _("You look at card {place} of {ship}."), _("{player} looks at card {place} of {ship}.")
        return teller.by(event.seat, you, they, place=event.place, ship=seen)
    you = _("You look at card {place} of {ship}: it is a {card}.")
    they = _("{player} looks at card {place} of {ship}: it is a {card}.")
    return teller.by(event.seat, you, they, place=event.place, ship=seen, card=event.card.label)


def _flipped(teller: Teller, event: told.CaptainFlipped) -> str:
    you, they = _("You flip the captain to side {side}."), _("{player} flips the captain to side {side}.")
    return teller.by(event.seat, you, they, side=event.side.upper())


def _retreated(teller: Teller, event: told.ShipRetreated) -> str:
    if event.treasure is None:
        you, they = _("You retreat with ship {number}."), _("{player} retreats with ship {number}.")
        return teller.by(event.seat, you, they, number=event.ship)
    you = _("You retreat with ship {number} and bring home {cards}.")
    they = _("{player} retreats with ship {number} and brings home {cards}.")
    home = cards(event.treasure) if event.treasure else _("nothing")
    return teller.by(event.seat, you, they, number=event.ship, cards=home)


def _last_fleet(teller: Teller, event: told.LastFleetLeft) -> str:
    you = _("Nobody else has a ship left, and none is left to attack: your ships come home by themselves.")
    they = _("Nobody else has a ship left, and none is left to attack: {player}'s ships come home by themselves.")
    return teller.by(event.seat, you, they)


def _scored(teller: Teller, event: told.GameScored) -> str:
    match event.reason:
        case "treasure":
            you = _("The stashes are opened: {counts}, so you win game {game}.")
            they = _("The stashes are opened: {counts}, so {player} wins game {game}.")
        case "treasure-cards":
            you = _("The stashes are opened: {counts}, so you win game {game}, by the number of Treasure cards.")
            they = _("The stashes are opened: {counts}, so {player} wins game {game}, by the number of Treasure cards.")
        case "turn-order":
            you = _("The stashes are opened: {counts}, so you win game {game}, having come first in turn order.")
            they = _("The stashes are opened: {counts}, so {player} wins game {game}, having come first in turn order.")
    counts = [_count(teller, event, seat) for seat in event.ranking]
    return teller.by(event.ranking[0], you, they, counts=listed(counts), game=event.game)


def _count(teller: Teller, event: told.GameScored, seat: Seat) -> str:
    """Return a seat's total in words, with the part that Small-Shot Pim adds to the printed treasure."""
    total = event.totals[seat]
    added = total - sum(card.treasure for card in event.stashes[seat])
    if not added:
        return teller.by(seat, _("you have {count}"), _("{player} has {count}"), count=total)
    you, they = _("you have {count} ({added} by {captain})"), _("{player} has {count} ({added} by {captain})")
    return teller.by(seat, you, they, count=total, added=added, captain=Captain.PIM.label)


def _ended(teller: Teller, event: told.MatchEnded) -> str:
    if event.outcome.reason == "two-wins":
        said = _("Two games won: the sea belongs to {winners}.")
    else:
        said = _("The sea belongs to {winners}.")
    return said.format(winners=teller.whom(event.outcome.winners))


SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    told.LeftoversDiscarded: _leftovers_discarded,
    told.CleanedUp: _cleaned_up,
    told.ShipSpied: _spied,
    told.MaraudingBegan: _marauding_began,
    told.TurnBegan: _turn_began,
    told.CardSeen: _seen,
    told.ShipRetreated: _retreated,
    told.LastFleetLeft: _last_fleet,
    told.GameScored: _scored,
    told.CaptainFlipped: _flipped,
    told.MatchEnded: _ended,
}
