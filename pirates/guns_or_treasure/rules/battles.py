"""Battles: attacks, bombs, guns, and the treasure for the winner."""

from pirates.dice import Dice, pick
from pirates.errors import IllegalMove
from pirates.events import Event
from pirates.guns_or_treasure.events.marauding import (
    ArmadaHeld,
    BattleJoined,
    BattleWon,
    BombsDefused,
    PowersCounted,
    ShipRetreated,
    ShipsExploded,
    TreasureCaptured,
)
from pirates.guns_or_treasure.moves import AttackByLots, AttackShip, RetreatShip
from pirates.guns_or_treasure.pieces import Captain, Card, Cards, Power, ShipRef
from pirates.guns_or_treasure.scoring import Command, Strength, guns_of, lowest_treasure, treasure_in, wins_ties
from pirates.guns_or_treasure.state import State, find_ship, has_captain, may_retreat, seat_of, targets
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _


def attack_ship(record: Recorder[State], move: AttackShip, _dice: Dice) -> None:
    """Attack a rival's ship or one of the Armada."""
    state, target = record.state, ShipRef(move.rival, move.target)
    _check_own(state, move.seat, move.ship)
    if move.rival == move.seat:
        raise IllegalMove("own_ship", _("You cannot attack a ship of your own; name another player's."))
    if target not in targets(state, move.seat):
        raise IllegalMove("no_such_target", _("There is no such ship to attack; name one that lies on the table."))
    _fight(record, ShipRef(move.seat, move.ship), target)


def attack_by_lots(record: Recorder[State], move: AttackByLots, dice: Dice) -> None:
    """Attack a random ship with a random ship of one's own."""
    found = targets(record.state, move.seat)
    if not found:
        raise IllegalMove("no_target", _("There is no ship to attack; retreat with one of yours."))
    ship = pick(dice, record.state.fleets[move.seat])
    _fight(record, ShipRef(move.seat, ship.number), pick(dice, found))


def retreat_ship(record: Recorder[State], move: RetreatShip, _dice: Dice) -> None:
    """Stash the treasure of a ship (Ruling G14)."""
    _check_own(record.state, move.seat, move.ship)
    if not may_retreat(record.state, move.seat):
        raise IllegalMove("attack_first", _("On your first turn you must attack; you may retreat from your second on."))
    bring_home(record, move.seat, move.ship)


def bring_home(record: Recorder[State], seat: Seat, number: int) -> None:
    """Record the retreat of a ship."""
    treasure = treasure_in(_cards(record.state, ShipRef(seat, number)))
    record.record(ShipRetreated(seat, number, treasure))


def _check_own(state: State, seat: Seat, number: int) -> None:
    if find_ship(state, ShipRef(seat, number)) is None:
        own = [ship.number for ship in state.fleets[seat]]
        raise IllegalMove("no_such_ship", _("You have no ship of that number; name one of yours."), ships=own)


def _cards(state: State, ref: ShipRef) -> Cards:
    ship = find_ship(state, ref)
    return () if ship is None else ship.cards


def _fight(record: Recorder[State], attacker: ShipRef, defender: ShipRef) -> None:
    """Flip both ships over: bombs first, then guns, and the attacker wins ties (Rulings G5, G6, G8)."""
    ships = (attacker, defender)
    attacking, defending = (_cards(record.state, ref) for ref in ships)
    record.record(BattleJoined(attacker, defender, attacking, defending))
    if Card.BOMB in attacking + defending:
        wilma = seat_of(record.state, Captain.WILMA, "a")
        if wilma is None or record.state.is_defused or wilma not in (attacker.owner, defender.owner):
            record.record(_explosion(record.state, ships))
            return
        record.record(BombsDefused(wilma, ships))
    powers = _powers(record.state, attacker, defender)
    if powers:
        record.record(PowersCounted(powers))
    record.record(_decided(record.state, attacker, defender))


def _explosion(state: State, ships: tuple[ShipRef, ShipRef]) -> ShipsExploded:
    """Return the explosion of both ships; Wet-Fuse Wilma's side B saves a card of her own ship."""
    for ref in ships:
        saved = lowest_treasure(_cards(state, ref)) if has_captain(state, ref.owner, Captain.WILMA, "b") else None
        if saved is not None:
            return ShipsExploded(ships, ref.owner, saved)
    return ShipsExploded(ships)


def _powers(state: State, attacker: ShipRef, defender: ShipRef) -> tuple[Power, ...]:
    """Return the guns that captains add to printed guns, with 0 for a captain who wins a tie."""
    found = []
    sides = _strengths(state, attacker, defender)
    is_tie = guns_of(sides[0]) == guns_of(sides[1])
    for ref, side in zip((attacker, defender), sides, strict=True):
        added = guns_of(side) - sum(card.guns for card in side.cards)
        decides = is_tie and not side.attacks and wins_ties(side.command)
        if ref.owner is not None and side.command is not None and (added or decides):
            found.append(Power(ref.owner, side.command[0], added))
    return tuple(found)


def _strengths(state: State, attacker: ShipRef, defender: ShipRef) -> tuple[Strength, Strength]:
    attacking, defending = _cards(state, attacker), _cards(state, defender)
    return (
        Strength(attacking, _command(state, attacker), len(defending), attacks=True),
        Strength(defending, _command(state, defender), len(attacking), attacks=False),
    )


def _decided(state: State, attacker: ShipRef, defender: ShipRef) -> Event:
    """Return the result that guns decide; if the loser is Quiet Osric's side B, he saves a card."""
    attack, defence = _strengths(state, attacker, defender)
    guns, against = guns_of(attack), guns_of(defence)
    wins = guns > against or (guns == against and not wins_ties(defence.command))
    winner, loser = (attacker, defender) if wins else (defender, attacker)
    saves = has_captain(state, loser.owner, Captain.OSRIC, "b")
    saved = lowest_treasure(_cards(state, loser)) if saves else None
    if winner.owner is None:
        return ArmadaHeld(attacker, defender, guns, against, saved)
    numbers = (guns, against) if wins else (against, guns)
    if state.options.captured_treasure:
        return TreasureCaptured(winner, loser, *numbers, treasure_in(_cards(state, loser)), saved)
    return BattleWon(winner, loser, *numbers, treasure_in(attack.cards + defence.cards), saved)


def _command(state: State, ref: ShipRef) -> Command:
    if ref.owner is None or not state.sides:
        return None
    return state.captains[ref.owner], state.sides[ref.owner]
