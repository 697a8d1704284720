"""Notation: written one way, read forgivingly."""

import pytest

from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.moves import (
    BoardGalleon,
    BuryCards,
    BuryShownHand,
    CastRod,
    DeclineMirror,
    DigIsland,
    DropBallast,
    EndTurn,
    KeepIsland,
    LookAtIsland,
    Pass,
    PlayMirror,
    ReadMap,
    SetStandingOrder,
    StealCard,
    Switcheroo,
    UseSpyglass,
)
from pirates.capitan_bacon.pieces import Card, StandingOrder
from pirates.commands import Move
from tests.pirates.capitan_bacon.tables import cards, table
from tests.scenario import given

WRITTEN: list[tuple[Move, str]] = [
    (Pass(0), "pass"),
    (BuryCards(0, cards("shovel gold+sack")), "bury gold+sack, shovel"),
    (DigIsland(0, 7), "shovel 7"),
    (DigIsland(0, 7, end_turn=True), "shovel 7 end"),
    (BoardGalleon(0, end_turn=True), "boarding end"),
    (CastRod(0, 1), "rod 2"),
    (UseSpyglass(0, 2), "spyglass 3"),
    (ReadMap(0, 4), "map 4"),
    (LookAtIsland(0, 5), "look 5"),
    (KeepIsland(0), "keep"),
    (StealCard(0, Card.MAP, end_turn=True), "steal map end"),
    (StealCard(0), "steal lots"),
    (DropBallast(0, 1), "ballast 2"),
    (BuryShownHand(0, cards("sack map")), "arrange sack, map"),
    (BuryShownHand(0), "arrange lots"),
    (Switcheroo(0, 3), "switcheroo 4"),
    (PlayMirror(0), "mirror"),
    (DeclineMirror(0), "no mirror"),
    (EndTurn(0), "end"),
    (SetStandingOrder(0, StandingOrder("always")), "orders always"),
    (SetStandingOrder(0, StandingOrder("against", ("rod", "spyglass"))), "orders against rod spyglass"),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN)
def test_every_move_is_one_line_that_reads_back(move: Move, text: str) -> None:
    assert BACON.write(move) == text
    assert BACON.parse(text, table("map", "map"), 0) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("  PASS. ", Pass(0)),
        ("Bury Shovel and SACK + gold", BuryCards(0, cards("gold+sack shovel"))),
        ("bury treasure chest, piggy bank, gold, barrel", BuryCards(0, cards("chest piggy gold barrel"))),
        ("Fishing Rod  2", CastRod(0, 1)),
        ("Drop Ballast 2", DropBallast(0, 1)),
        ("Máp 4", ReadMap(0, 4)),
        ("steal fishing rod", StealCard(0, Card.FISHING_ROD)),
        ("decline", DeclineMirror(0)),
    ],
)
def test_reading_forgives_case_spaces_accents_and_long_names(text: str, move: Move) -> None:
    assert BACON.parse(text, table("map", "map"), 0) == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_word"),
        ("sing", "unknown_word"),
        ("shovel", "number_needed"),
        ("shovel seven", "number_needed"),
        ("shovel " + "9" * 5000, "number_needed"),
        ("rod 0", "seat_needed"),
        ("rod -1", "seat_needed"),
        ("bury parrot", "unknown_card"),
        ("pass now", "too_much"),
        ("boarding 2", "too_much"),
        ("orders", "unknown_order"),
        ("orders against", "unknown_order"),
        ("orders against shovel", "no_attack"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    given(BACON, state=table("map", "map")).when_seat(0, text).refused(code)
