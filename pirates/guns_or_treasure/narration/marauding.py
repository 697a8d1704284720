"""What happens from the clean-up to the end of the Match, told."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pirates.events import Event
from pirates.guns_or_treasure.events import marauding as told
from pirates.guns_or_treasure.narration.telling import Teller, card, cards, listed
from pirates.guns_or_treasure.pieces import Card, ShipRef


def _cleaned_up(teller: Teller, event: told.CleanedUp) -> str:
    if not event.lost:
        return "Leftover cards are discarded; every ship is complete."
    lost = listed([teller.ship(each) for each in event.lost])
    return f"Leftover cards are discarded, and what is unfinished goes with them: {lost}."


def _spied(teller: Teller, event: told.ShipSpied) -> str:
    known = "" if event.cards is None else f": {cards(event.cards)}"
    return f"{teller.does(event.seat, 'spy')} out {teller.ship(event.ship)}{known}."


def _marauding_began(teller: Teller, event: told.MaraudingBegan) -> str:
    why = {"treasure": "with the most treasure in sight", "guns": "by guns in sight", "lots": "by the toss of a coin"}
    return f"Now for the marauding: {teller.then(event.order[0], 'go')} first, {why[event.by]}."


def _turn_began(teller: Teller, event: told.TurnBegan) -> str:
    whose = teller.whose(event.seat)
    return f"It is {whose} turn."


def _seen(teller: Teller, event: told.CardSeen) -> str:
    known = "" if event.card is None else f": it is a {card(event.card)}"
    return f"{teller.does(event.seat, 'look')} at card {event.place} of {teller.ship(event.ship)}{known}."


def _joined(teller: Teller, event: told.BattleJoined) -> str:
    said = f"{teller.own_ship(event.attacker)} ({cards(event.attacking)}) attacks"
    return f"{said} {teller.ship(event.defender)} ({cards(event.defending)})."


def _defused(teller: Teller, event: told.BombsDefused) -> str:
    return f"The fuse is wet: {teller.then(event.seat, 'throw')} the bombs overboard, and guns decide."


def _exploded(teller: Teller, event: told.ShipsExploded) -> str:
    said = "A bomb! Both ships go down with all aboard"
    if event.saver is None or event.saved is None:
        return f"{said}."
    return f"{said}, but {teller.then(event.saver, 'save')} {card(event.saved)}."


def _won(teller: Teller, event: told.BattleWon) -> str:
    said = f"{teller.own_ship(event.winner)} wins by {event.guns} guns to {event.against}"
    spoils = list(event.treasure)
    if event.saved is not None:
        spoils.remove(event.saved)
    return f"{said}, and {_spoils(spoils)} into the stash{_but_saved(teller, event.loser, event.saved)}."


def _spoils(loot: Sequence[Card]) -> str:
    if not loot:
        return "nothing goes"
    return f"{cards(loot)} {'goes' if len(loot) == 1 else 'go'}"


def _captured(teller: Teller, event: told.TreasureCaptured) -> str:
    said = f"{teller.own_ship(event.winner)} wins by {event.guns} guns to {event.against}"
    spoils = list(event.treasure)
    if event.saved is not None:
        spoils.remove(event.saved)
    loot = cards(spoils) if spoils else "nothing"
    return f"{said} and sails on with {loot} more aboard{_but_saved(teller, event.loser, event.saved)}."


def _held(teller: Teller, event: told.ArmadaHeld) -> str:
    said = f"{teller.ship(event.defender)} holds by {event.against} guns to {event.guns}: both ships go down"
    return f"{said}{_but_saved(teller, event.attacker, event.saved)}."


def _but_saved(teller: Teller, loser: ShipRef, saved: Card | None) -> str:
    if saved is None or loser.owner is None:
        return ""
    return f", but {teller.then(loser.owner, 'save')} {card(saved)}"


def _retreated(teller: Teller, event: told.ShipRetreated) -> str:
    said = f"{teller.does(event.seat, 'retreat')} with ship {event.ship}"
    if event.treasure is None:
        return f"{said}."
    return f"{said} and bring home {cards(event.treasure) if event.treasure else 'nothing'}."


def _scored(teller: Teller, event: told.GameScored) -> str:
    counts = [f"{teller.then(seat, 'have')} {event.totals[seat]}" for seat in event.ranking]
    why = {
        "treasure": "",
        "treasure-cards": ", by the number of Treasure cards",
        "turn-order": ", having come first in turn order",
    }
    won = teller.then(event.ranking[0], "win")
    return f"The stashes are opened: {listed(counts)}, so {won} game {event.game}{why[event.reason]}."


def _flipped(teller: Teller, event: told.CaptainFlipped) -> str:
    return f"{teller.does(event.seat, 'flip')} the captain to side {event.side.upper()}."


def _ended(teller: Teller, event: told.MatchEnded) -> str:
    winners = listed([teller.whom(seat) for seat in event.outcome.winners])
    if event.outcome.reason == "two-wins":
        return f"Two games won: the sea belongs to {winners}."
    return f"The sea belongs to {winners}."


SENTENCES: Mapping[type[Event], Callable[[Teller, Any], str]] = {
    told.CleanedUp: _cleaned_up,
    told.ShipSpied: _spied,
    told.MaraudingBegan: _marauding_began,
    told.TurnBegan: _turn_began,
    told.CardSeen: _seen,
    told.BattleJoined: _joined,
    told.BombsDefused: _defused,
    told.ShipsExploded: _exploded,
    told.BattleWon: _won,
    told.TreasureCaptured: _captured,
    told.ArmadaHeld: _held,
    told.ShipRetreated: _retreated,
    told.GameScored: _scored,
    told.CaptainFlipped: _flipped,
    told.MatchEnded: _ended,
}
