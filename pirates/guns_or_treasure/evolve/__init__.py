"""Evolve: how each Event changes the State. It refuses no Event, checks no rules and uses no randomness."""

from collections.abc import Callable, Mapping
from typing import Any

from pirates.events import Event
from pirates.evolving import evolve_by
from pirates.guns_or_treasure.events import building as built
from pirates.guns_or_treasure.events import marauding as raided
from pirates.guns_or_treasure.evolve import building, marauding
from pirates.guns_or_treasure.state import State

_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    built.Started: lambda state, _: state,
    built.GameBegan: building.begin_game,
    built.PlanSealed: building.seal,
    built.PlanRevised: building.seal,
    built.SidesShown: building.show_sides,
    built.RoundBegan: building.begin_round,
    built.CardsDrawn: building.draw,
    built.DeckReshuffled: building.reshuffle,
    built.CardsPlaced: building.place,
    built.BluffBegan: building.begin_bluff,
    built.BluffLaid: building.lay,
    built.CardTaken: building.take,
    built.BluffEnded: building.end_bluff,
    built.ArmadaSighted: building.sight_armada,
    built.ArmadaManned: building.man_armada,
    built.BuildingEnded: building.end_building,
    built.CardAdded: building.add_card,
    built.CardShifted: building.shift_card,
    built.PowerForgone: marauding.forgo,
    raided.LeftoversDiscarded: lambda state, _: state,
    raided.CleanedUp: marauding.clean_up,
    raided.ShipSpied: marauding.spy,
    raided.MaraudingBegan: marauding.begin,
    raided.TurnBegan: marauding.begin_turn,
    raided.CardSeen: marauding.see_card,
    raided.BattleJoined: marauding.join_battle,
    raided.BombsDefused: marauding.defuse,
    raided.ShipsExploded: marauding.explode,
    raided.PowersCounted: lambda state, _: state,
    raided.BattleWon: marauding.win,
    raided.TreasureCaptured: marauding.capture,
    raided.ArmadaHeld: marauding.hold,
    raided.ShipRetreated: marauding.retreat,
    raided.LastFleetLeft: lambda state, _: state,
    raided.GameScored: marauding.score,
    raided.CaptainFlipped: marauding.flip,
    raided.MatchEnded: marauding.end,
}

evolve = evolve_by(_CHANGES, building.start)
"""Return the State after an Event; the State before Started is None."""
