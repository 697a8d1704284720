"""Narration: what a player reads of each event."""

import pytest

from pirates.capitan_bacon.events import (
    CardPlayed,
    CardsBuried,
    CardsDrawn,
    CardStolen,
    GalleonBoarded,
    IslandTaken,
    MatchEnded,
    MirrorPlayed,
)
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.pieces import Card, Treasure
from pirates.capitan_bacon.scoring import outcome_by_count, outcome_by_set
from pirates.events import Event, redact
from pirates.seats import Seat
from tests.pirates.capitan_bacon.tables import NAMES, cards, hand

HANDS = (hand("sack sack"), hand("gold+sack"), hand("map"))


@pytest.mark.parametrize(
    ("event", "viewer", "told"),
    [
        (IslandTaken(0, 7, Card.BARREL), 1, "Anna takes Island 7."),
        (IslandTaken(0, 7, Card.BARREL), 0, "You take Island 7: it hides a Barrel."),
        (CardPlayed(0, Card.FISHING_ROD, 1), 1, "Anna plays a Fishing Rod against you."),
        (MirrorPlayed(1, 0), None, "Ben holds up a Mirror: it strikes Anna instead!"),
        (CardStolen(0, 1, Card.SACK), 1, "Anna steals a Sack from you."),
        (CardStolen(0, 1, Card.SACK), 2, "Anna steals a card from Ben."),
        (CardsDrawn(0, 2, cards("sack map")), 0, "You draw 2 cards: Sack and Map."),
        (CardsBuried(0, (9, 10), cards("sack map")), None, "Anna buries 2 cards as Islands 9 and 10."),
        (
            GalleonBoarded(1, Card.GOLD, None),
            None,
            "Ben carries a Gold bar off the galleon; the hold is empty.",
        ),
        (
            MatchEnded(outcome_by_set(HANDS, 0), HANDS, Treasure.SACK),
            0,
            "You complete the set of Sacks: the Black Truffle has a new captain!",
        ),
        (
            MatchEnded(outcome_by_count(HANDS, "galleon"), HANDS),
            None,
            "The galleon is empty: Anna and Ben share the win with 2 treasures each.",
        ),
    ],
)
def test_each_viewer_reads_a_sentence_of_what_it_may_know(event: Event, viewer: Seat | None, told: str) -> None:
    assert BACON.narrate(redact(event, viewer), NAMES, viewer) == told
