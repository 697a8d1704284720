"""Events: what happened. Each secret is marked with the seats that may read it."""

from typing import TypeAlias

from pirates.guns_or_treasure.events import building, marauding

GunsEvent: TypeAlias = (
    building.Started
    | building.GameBegan
    | building.PlanSealed
    | building.PlanRevised
    | building.SidesShown
    | building.RoundBegan
    | building.CardsDrawn
    | building.DeckReshuffled
    | building.CardsPlaced
    | building.BluffBegan
    | building.BluffLaid
    | building.CardTaken
    | building.BluffEnded
    | building.ArmadaSighted
    | building.ArmadaManned
    | building.BuildingEnded
    | building.CardAdded
    | building.CardShifted
    | building.PowerForgone
    | marauding.LeftoversDiscarded
    | marauding.CleanedUp
    | marauding.ShipSpied
    | marauding.MaraudingBegan
    | marauding.TurnBegan
    | marauding.CardSeen
    | marauding.BattleJoined
    | marauding.BombsDefused
    | marauding.ShipsExploded
    | marauding.PowersCounted
    | marauding.BattleWon
    | marauding.TreasureCaptured
    | marauding.ArmadaHeld
    | marauding.ShipRetreated
    | marauding.LastFleetLeft
    | marauding.GameScored
    | marauding.CaptainFlipped
    | marauding.MatchEnded
)
