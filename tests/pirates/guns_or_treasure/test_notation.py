"""Notation: written one way, read forgivingly."""

import pytest

from pirates.commands import Move
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.moves import (
    AddLeftover,
    AttackByLots,
    AttackShip,
    BuildShips,
    ChooseSide,
    ForgoPower,
    LayBluff,
    LookAtCard,
    ManArmada,
    RetreatShip,
    ShiftCard,
    SpyShip,
    TakeCard,
)
from pirates.guns_or_treasure.pieces import Card, Load
from tests.pirates.guns_or_treasure.tables import building, cards
from tests.scenario import given

HANDS = ("g1 g2 g3 t1 t2 b", "g4 g5 t3 t4 t5 b")
NEW = building(*HANDS)
BEGUN = building(*HANDS, fleets=("g1 / t1", "g1 g1"), number=2)

WRITTEN: list[tuple[Move, str]] = [
    (ChooseSide(0, "a"), "side a"),
    (ChooseSide(0), "side lots"),
    (BuildShips(0, (Load(None, cards("g3 t2")), Load(1, cards("b")))), "build b>1, g3+t2>new"),
    (BuildShips(0), "build lots"),
    (LayBluff(0, Card.GUN_1, Card.TREASURE_2, Card.BOMB), "bluff discard g1 open t2 closed b"),
    (LayBluff(0), "bluff lots"),
    (TakeCard(0, "closed"), "take closed"),
    (TakeCard(0), "take lots"),
    (ManArmada(0, cards("g1 t2 t3")), "armada g1 t2 t3"),
    (ManArmada(0), "armada lots"),
    (AddLeftover(0, Card.TREASURE_3, 2), "add t3 > 2"),
    (ShiftCard(0, Card.TREASURE_3, 1, 2), "move t3 1 > 2"),
    (SpyShip(0, 2, 1), "spy seat 3 ship 1"),
    (LookAtCard(0, 2, 1, 2), "look seat 3 ship 1 card 2"),
    (LookAtCard(0, None, 1, 2), "look armada 1 card 2"),
    (ForgoPower(0), "forgo"),
    (AttackShip(0, 2, 2, 1), "attack 2 > seat 3 ship 1"),
    (AttackShip(0, 2, None, 1), "attack 2 > armada 1"),
    (AttackByLots(0), "attack lots"),
    (RetreatShip(0, 2), "retreat 2"),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN)
def test_every_move_is_one_line_that_reads_back(move: Move, text: str) -> None:
    assert GUNS.write(move) == text
    assert GUNS.parse(text, BEGUN, 0) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("build g3>new, t2>1, b>1", BuildShips(0, (Load(None, cards("g3 t2 b")),))),
        (
            "Build Gun 3 to new; Treasure 2 onto new and bomb -> 2.",
            BuildShips(0, (Load(None, cards("g3")), Load(None, cards("t2 b")))),
        ),
        ("build g3 > new, t2 > same, b > new,", BuildShips(0, (Load(None, cards("b")), Load(None, cards("g3 t2"))))),
        ("BLUFF open t2, closed b, discard g1", LayBluff(0, Card.GUN_1, Card.TREASURE_2, Card.BOMB)),
        ("take the open card", TakeCard(0, "open")),
        ("armada gun 1, treasure-2, bomb", ManArmada(0, cards("g1 t2 b"))),
        ("add treasure 3 to ship 2", AddLeftover(0, Card.TREASURE_3, 2)),
        ("move t3 from ship 1 to ship 2", ShiftCard(0, Card.TREASURE_3, 1, 2)),
        ("Attack with ship 2 → 3.1", AttackShip(0, 2, 2, 1)),
        ("attack 2 at the Armada 1", AttackShip(0, 2, None, 1)),
        ("retreat with ship 2", RetreatShip(0, 2)),
        ("look 3 1 2", LookAtCard(0, 2, 1, 2)),
        ("spy 3.1", SpyShip(0, 2, 1)),
    ],
)
def test_reading_forgives_case_long_names_and_the_sign_for_onto(text: str, move: Move) -> None:
    assert GUNS.parse(text, NEW, 0) == move


def test_numbers_name_ships_that_are_there_and_then_those_that_the_plan_begins() -> None:
    assert GUNS.parse("build g3>new, t2>3, b>2", BEGUN, 0) == BuildShips(
        0, (Load(2, cards("b")), Load(None, cards("g3 t2")))
    )
    assert GUNS.parse("build g3>3, t2>3, b>1", BEGUN, 0) == BuildShips(
        0, (Load(1, cards("b")), Load(None, cards("g3 t2")))
    )
    given(GUNS, state=BEGUN).when_seat(0, "build g3>9, t2>1, b>1").refused("no_such_ship")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_word"),
        ("sing", "unknown_word"),
        ("build", "unknown_card"),
        ("build g1", "number_needed"),
        ("build g9>new, t1>1, t2>1", "unknown_card"),
        ("build g1>old, t1>1, t2>1", "number_needed"),
        ("side c", "side_needed"),
        ("bluff g1 t2 b", "bluff_unclear"),
        ("take both", "choice_needed"),
        ("armada", "unknown_card"),
        ("attack 2", "ship_needed"),
        ("attack x > 3 1", "number_needed"),
        ("attack 2 > seat 0 ship 1", "seat_needed"),
        ("attack 2 > seat 7 ship 1", "seat_needed"),
        ("retreat " + "9" * 5000, "number_needed"),
        ("spy armada 1", "seat_needed"),
        ("forgo it", "too_much"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    given(GUNS, state=NEW).when_seat(0, text).refused(code)
