"""Narration: what a player reads of each event."""

import pytest

from pirates.captn_clever.events import (
    CaptainMoved,
    CaptainStayed,
    DrawAnswered,
    DrawLapsed,
    DrawOpened,
    FleetPlaced,
    MatchEnded,
    ShipMoved,
    Started,
    TaskDrawn,
    TaskGiven,
    TreasureWon,
)
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import Colour, Options, Treasure
from pirates.events import Event, redact
from pirates.outcomes import Outcome
from pirates.seats import Seat
from tests.pirates.captn_clever.tables import NAMES

ALL = (0, 1, 2)


@pytest.mark.parametrize(
    ("event", "viewer", "told"),
    [
        (
            Started(Options(), 1, (Colour.RED, Colour.BLUE, Colour.YELLOW), ()),
            0,
            "Anchors aweigh: you in red, Ben in blue and Cleo in yellow; Ben starts.",
        ),
        (FleetPlaced(0, 5, "1-2"), 1, "Anna's captain waits on Chest Island (5), the ship lies in bay 1-2."),
        (TaskGiven(1, 0, Treasure.PEARL), 0, "You give Ben a task: the Pearl, on island 2."),
        (TaskGiven(1, 0, Treasure.PEARL), 1, "Anna gives you a task: the Pearl, on island 2."),
        (TaskGiven(1, 0, Treasure.PEARL), None, "Anna gives Ben a task."),
        (TaskDrawn(1, Treasure.RUBY), 1, "You look at the next task: the Ruby, on island 7."),
        (TaskDrawn(1, Treasure.RUBY), 2, "Ben looks at the next task."),
        (ShipMoved(0, "1-2", "4-8"), 0, "Your ship sails from bay 1-2 to bay 4-8."),
        (CaptainMoved(0, ALL, 2, None), None, "Anna's captain goes ashore on Pearl Island (2)."),
        (CaptainStayed(1), 1, "Your captain finds no way to a free island and stays."),
        (TreasureWon(1, 3, ALL, Treasure.SABRE, None), 1, "You dig up the Sabre: 3 of 9."),
        (
            DrawOpened(30),
            0,
            "30 rounds have passed without a treasure: if all agree, the match can end in a draw.",
        ),
        (DrawAnswered(0, agrees=True), 1, "Anna agrees to a draw."),
        (DrawAnswered(0, agrees=False), 0, "You do not agree to a draw."),
        (DrawAnswered(0, agrees=False), 1, "Anna does not agree to a draw."),
        (DrawLapsed(), 1, "With that, there is no draw to agree on any more."),
        (
            MatchEnded(Outcome((1,), ((1,), (0,), (2,)), (3, 9, 2), "treasures")),
            0,
            "Ben is the Clever Captain, with all 9 treasures!",
        ),
        (
            MatchEnded(Outcome(ALL, (ALL,), (3, 3, 2), "draw")),
            None,
            "All agree: the match ends in a draw, and the sea keeps its secrets.",
        ),
    ],
)
def test_each_viewer_reads_a_sentence_of_what_it_may_know(event: Event, viewer: Seat | None, told: str) -> None:
    assert CLEVER.narrate(redact(event, viewer), NAMES, viewer) == told
