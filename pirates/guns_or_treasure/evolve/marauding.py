"""Evolve, part two: from the clean-up to the end of the Match."""

from collections.abc import Mapping

from msgspec.structs import replace

from pirates.evolving import told
from pirates.guns_or_treasure.events.building import (
    PowerForgone,
)
from pirates.guns_or_treasure.events.marauding import (
    ArmadaHeld,
    BattleJoined,
    BattleWon,
    BombsDefused,
    CaptainFlipped,
    CardSeen,
    CleanedUp,
    GameScored,
    MaraudingBegan,
    MatchEnded,
    ShipRetreated,
    ShipsExploded,
    ShipSpied,
    TreasureCaptured,
    TurnBegan,
)
from pirates.guns_or_treasure.evolve.fleets import ship_of, with_discarded, with_ship, with_stashed, without_ship
from pirates.guns_or_treasure.pieces import Card, Cards, ShipRef
from pirates.guns_or_treasure.state import GameResult, Phase, Seen, State
from pirates.piles import put_at, without
from pirates.seats import Seat

_AFTER_FORGOING: Mapping[Phase, Phase] = {
    Phase.REPAIRS: Phase.CLEANING,
    Phase.SPY: Phase.ORDERING,
    Phase.LOOK: Phase.TURN,
}


def forgo(state: State, _: PowerForgone) -> State:
    """Continue without the captain's power."""
    return replace(state, phase=_AFTER_FORGOING.get(state.phase, state.phase))


def clean_up(state: State, event: CleanedUp) -> State:
    """Discard all hands and the lost ships."""
    for ref in event.lost:
        state = without_ship(with_discarded(state, ship_of(state, ref).cards), ref)
    return replace(
        state,
        hands=((),) * state.seats,
        discard=state.discard + tuple(card for hand in state.hands for card in hand),
        phase=Phase.SPY if event.spies else Phase.ORDERING,
    )


def spy(state: State, event: ShipSpied) -> State:
    """Remember which cards were seen."""
    seen = (Seen(event.ship, place) for place in range(1, len(ship_of(state, event.ship).cards)))
    return replace(state, seen=(*state.seen, *seen), phase=Phase.ORDERING)


def begin(state: State, event: MaraudingBegan) -> State:
    """Set the order of turns; the last seat counts as having just played."""
    return replace(state, order=event.order, current=event.order[-1], phase=Phase.ENDING)


def begin_turn(state: State, event: TurnBegan) -> State:
    """Let a seat play."""
    return replace(state, current=event.seat, turn=event.turn, phase=Phase.LOOK if event.looks else Phase.TURN)


def see_card(state: State, event: CardSeen) -> State:
    """Remember which card was seen."""
    return replace(state, seen=(*state.seen, Seen(event.ship, event.place - 1)), phase=Phase.TURN)


def join_battle(state: State, event: BattleJoined) -> State:
    """Turn all cards of both ships face up; the attacker's turn is spent."""
    opened = with_ship(state, event.attacker, event.attacking, is_open=True)
    opened = with_ship(opened, event.defender, event.defending, is_open=True)
    return _spent(opened, told(event.attacker.owner))


def defuse(state: State, event: BombsDefused) -> State:
    """Discard the bombs of both ships, once in a game."""
    for ref in event.ships:
        cards = ship_of(state, ref).cards
        bombs = (Card.BOMB,) * cards.count(Card.BOMB)
        state = with_discarded(with_ship(state, ref, without(cards, bombs), is_open=True), bombs)
    return replace(state, is_defused=True)


def explode(state: State, event: ShipsExploded) -> State:
    """Discard both ships, except a card saved from the saver's own ship."""
    for ref in event.ships:
        saved = () if event.saved is None or ref.owner != event.saver else (event.saved,)
        state = _sunk(state, ref, saved)
    return state


def win(state: State, event: BattleWon) -> State:
    """Put the treasure of both ships into the winner's stash."""
    spoils = without(event.treasure, _saved(event.saved))
    rest = ship_of(state, event.winner).cards + ship_of(state, event.loser).cards
    state = without_ship(without_ship(state, event.winner), event.loser)
    state = with_stashed(with_stashed(state, event.winner.owner, spoils), event.loser.owner, _saved(event.saved))
    return with_discarded(state, without(rest, event.treasure))


def capture(state: State, event: TreasureCaptured) -> State:
    """Put the loser's treasure on the winner's ship."""
    captured = without(event.treasure, _saved(event.saved))
    lost = without(ship_of(state, event.loser).cards, event.treasure)
    cards = ship_of(state, event.winner).cards + captured
    state = with_ship(without_ship(state, event.loser), event.winner, cards, is_open=True)
    return with_discarded(with_stashed(state, event.loser.owner, _saved(event.saved)), lost)


def hold(state: State, event: ArmadaHeld) -> State:
    """Discard both ships, except a card saved from the attacker's ship."""
    return _sunk(_sunk(state, event.attacker, _saved(event.saved)), event.defender, ())


def retreat(state: State, event: ShipRetreated) -> State:
    """Stash a ship's treasure and discard the rest."""
    ref, treasure = ShipRef(event.seat, event.ship), told(event.treasure)
    rest = without(ship_of(state, ref).cards, treasure)
    state = with_stashed(without_ship(state, ref), event.seat, treasure)
    return _spent(with_discarded(state, rest), event.seat)


def score(state: State, event: GameScored) -> State:
    """Record the result of a game and the win."""
    winner = event.ranking[0]
    result = GameResult(event.stashes, event.totals, event.ranking, event.reason)
    return replace(
        state,
        results=(*state.results, result),
        wins=put_at(state.wins, winner, state.wins[winner] + 1),
        phase=Phase.SCORED,
    )


def flip(state: State, event: CaptainFlipped) -> State:
    """Turn a captain over."""
    return replace(state, sides=put_at(state.sides, event.seat, event.side))


def end(state: State, event: MatchEnded) -> State:
    """End the Match."""
    return replace(state, phase=Phase.OVER, outcome=event.outcome)


def _spent(state: State, seat: Seat) -> State:
    return replace(state, acted=put_at(state.acted, seat, True), phase=Phase.ENDING)  # noqa: FBT003


def _saved(card: Card | None) -> Cards:
    return () if card is None else (card,)


def _sunk(state: State, ref: ShipRef, saved: Cards) -> State:
    lost = without(ship_of(state, ref).cards, saved)
    return with_discarded(with_stashed(without_ship(state, ref), ref.owner, saved), lost)
