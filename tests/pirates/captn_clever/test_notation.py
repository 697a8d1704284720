"""Notation: written one way, read forgivingly."""

import pytest

from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.moves import AnswerDraw, GiveTask, Place, Sail
from pirates.captn_clever.pieces import Treasure
from pirates.commands import Move
from tests.pirates.captn_clever.tables import started
from tests.scenario import given

WRITTEN: list[tuple[Move, str]] = [
    (Place(0, 5, "1-2"), "place captain 5 ship 1-2"),
    (Place(0), "place captain lots ship lots"),
    (Place(0, 5), "place captain 5 ship lots"),
    (GiveTask(0, Treasure.PEARL), "task pearl"),
    (GiveTask(0), "task lots"),
    (Sail(0, "stays", 5), "captain 5"),
    (Sail(0, "stays", "stays"), "captain stays"),
    (Sail(0), "captain lots"),
    (Sail(0, "1-2", 7), "ship 1-2 captain 7"),
    (Sail(0, "1-2", "stays"), "ship 1-2 captain stays"),
    (Sail(0, "1-2"), "ship 1-2 captain lots"),
    (AnswerDraw(0, agrees=True), "draw yes"),
    (AnswerDraw(0, agrees=False), "draw no"),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN)
def test_every_move_is_one_line_that_reads_back(move: Move, text: str) -> None:
    assert CLEVER.write(move) == text
    assert CLEVER.parse(text, started(3), 0) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("  CAPTAIN 5. ", Sail(0, "stays", 5)),
        ("captain to island 5", Sail(0, "stays", 5)),
        ("captain pearl", Sail(0, "stays", 2)),
        ("ship none captain 7", Sail(0, "stays", 7)),
        ("ship to 2 - 1, captain to 7", Sail(0, "1-2", 7)),
        ("ship 2\u20131 and captain 7", Sail(0, "1-2", 7)),
        ("captain 7 ship 1-2", Sail(0, "1-2", 7)),
        ("ship 1-2", Sail(0, "1-2", "stays")),
        ("stay", Sail(0, "stays", "stays")),
        ("place 5 1-2", Place(0, 5, "1-2")),
        ("place lots", Place(0)),
        ("place ship 1-2 captain 5", Place(0, 5, "1-2")),
        ("Task: the Péarl", GiveTask(0, Treasure.PEARL)),
    ],
)
def test_reading_forgives_case_spaces_accents_order_and_small_words(text: str, move: Move) -> None:
    assert CLEVER.parse(text, started(3), 0) == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_word"),
        ("sing", "unknown_word"),
        ("captain", "unclear"),
        ("captain 5 captain 6", "unclear"),
        ("ship 1-2 captain", "unclear"),
        ("ship 1-2 parrot 5", "unclear"),
        ("captain ten", "island_needed"),
        ("captain 0", "island_needed"),
        ("captain " + "9" * 390, "island_needed"),
        ("ship 12 captain 5", "bay_needed"),
        ("place", "place_both"),
        ("place captain 5", "place_both"),
        ("task", "unknown_treasure"),
        ("task parrot", "unknown_treasure"),
        ("task pearl crown", "unknown_treasure"),
        ("draw", "yes_or_no"),
        ("draw maybe", "yes_or_no"),
        ("stay here", "too_much"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    given(CLEVER, state=started(3)).when_seat(0, text).refused(code)
