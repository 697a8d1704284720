"""Narration: what a player reads of each event."""

import pytest

from pirates.events import Event, redact
from pirates.guns_or_treasure.events.building import BluffLaid, CardsPlaced, CardTaken, PlanRevised, PlanSealed
from pirates.guns_or_treasure.events.marauding import (
    BattleJoined,
    BattleWon,
    CleanedUp,
    GameScored,
    MaraudingBegan,
    ShipRetreated,
    ShipsExploded,
)
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import BuildPlan, Card, Load, Placed
from pirates.seats import Seat
from tests.pirates.guns_or_treasure.tables import NAMES, cards, ref

PLAN = BuildPlan((Load(1, cards("b")), Load(None, cards("g3 t2"))))
PLACED = CardsPlaced(0, (Placed(1, None, 1), Placed(2, Card.GUN_3, 1)), (cards("b"), cards("t2")))


@pytest.mark.parametrize(
    ("event", "viewer", "told"),
    [
        (PlanSealed(0, PLAN), 0, "You have sealed your plan: Bomb on ship 1; Gun 3 and Treasure 2 on a new ship."),
        (PlanSealed(0, PLAN), 1, "Anna has sealed a plan."),
        (PlanRevised(0, PLAN), 1, "A sealed plan was looked over."),
        (
            PLACED,
            1,
            "Anna builds: 1 card face down on ship 1; new ship 2 with Gun 3 at the bow and 1 card face down.",
        ),
        (
            BluffLaid(1, Card.TREASURE_1, Card.BOMB, Card.GUN_1),
            0,
            "Ben lays down Treasure 1 open and a card closed, and discards one.",
        ),
        (CardTaken(0, 1, "closed", Card.BOMB), 1, "Anna takes your closed card, Bomb."),
        (CardTaken(0, 1, "closed", Card.BOMB), 2, "Anna takes Ben's closed card."),
        (
            CleanedUp((ref(0, 2),), spies=False),
            0,
            "What is unfinished is discarded: your ship 2.",
        ),
        (MaraudingBegan((1, 0), "lots"), 1, "Now for the marauding: you go first, by the toss of a coin."),
        (
            BattleJoined(ref(0, 1), ref(1, 2), cards("g1 t1"), cards("b g2")),
            0,
            "Your ship 1 (Gun 1 and Treasure 1) attacks Ben's ship 2 (Bomb and Gun 2).",
        ),
        (
            BattleWon(ref(0, 1), ref(1, 2), 5, 3, cards("t1 t4"), Card.TREASURE_1),
            None,
            "Anna's ship 1 wins by 5 guns to 3, and Treasure 4 goes into the stash, but Ben saves Treasure 1.",
        ),
        (ShipsExploded((ref(0, 1), ref(1, 1))), 0, "A bomb! Both ships go down with all aboard."),
        (ShipRetreated(0, 1, cards("t1")), 0, "You retreat with ship 1 and bring home Treasure 1."),
        (ShipRetreated(0, 1, cards("t1")), 1, "Anna retreats with ship 1."),
        (
            GameScored(1, (cards("t1"), cards("t5")), (1, 5), (1, 0), "treasure"),
            1,
            "The stashes are opened: you have 5 and Anna has 1, so you win game 1.",
        ),
    ],
)
def test_each_viewer_reads_a_sentence_of_what_it_may_know(event: Event, viewer: Seat | None, told: str) -> None:
    assert GUNS.narrate(redact(event, viewer), NAMES, viewer) == told
