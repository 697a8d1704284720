"""Notation: written one way, read forgivingly."""

import pytest

from pirates.commands import Move
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.moves import (
    AcceptOffer,
    CounterOffer,
    DealBatch,
    DealByLots,
    MakeOffer,
    RefuseOffer,
    SealBribes,
    ShowBatch,
    ShowBatchTo,
    WithdrawOffer,
)
from pirates.long_live_the_captain.pieces import Pile
from tests.pirates.long_live_the_captain.tables import RICH, cards, table
from tests.scenario import given

STATE = table(RICH, RICH, RICH)
WRITTEN: list[tuple[Move, str]] = [
    (DealBatch(0, 2), "deal 3"),
    (DealByLots(0), "deal lots"),
    (ShowBatch(0), "show"),
    (ShowBatchTo(0, 1), "show 2"),
    (SealBribes(0), "bribe none"),
    (
        SealBribes(0, (Pile(1, cards("fish fish silk")), Pile(3, cards("poison apple")))),
        "bribe 1: silk, 2 fish; 3: poison, apple",
    ),
    (SealBribes(0, (Pile(2),)), "bribe 2: nothing"),
    (SealBribes(0, (Pile(2, cards("gunpowder"), as_poison=True),)), "bribe 2: gunpowder as poison"),
    (MakeOffer(0, cards("fish gold"), cards("silk"), to=1), "offer 2: gold, fish for silk"),
    (MakeOffer(0, cards("fish fish"), (), to=1), "offer 2: 2 fish for nothing"),
    (MakeOffer(0, (), cards("bribe3"), "I stay away", to=1), "offer 2: nothing for bribe3 promise: I stay away"),
    (CounterOffer(0, cards("fish"), cards("gold"), maker=1, number=3), "counter 2.3: fish for gold"),
    (AcceptOffer(0, 1, 1), "accept 2.1"),
    (RefuseOffer(0, 2, 4), "refuse 3.4"),
    (WithdrawOffer(0, 1, 1), "withdraw 2.1"),
]


@pytest.mark.parametrize(("move", "text"), WRITTEN)
def test_every_move_is_one_line_that_reads_back(move: Move, text: str) -> None:
    assert LIVE_LONG.write(move) == text
    assert LIVE_LONG.parse(text, STATE, 0) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("  DEAL me ", DealBatch(0, 0)),
        ("show all", ShowBatch(0)),
        ("bribe", SealBribes(0, ())),
        ("Bribe nothing.", SealBribes(0)),
        (
            "bribe 1 fish fish silk; 3: apple poison",
            SealBribes(0, (Pile(1, cards("fish fish silk")), Pile(3, cards("apple poison")))),
        ),
        ("bribe 1: 2 Salty Fish, Rotten Apples and a", None),
        ("bribe 1: 0 fish 2 gold ; none: 0 fish 0 gold", SealBribes(0, (Pile(1, cards("gold gold")),))),
        ("bribe 2: Gun Powder as poison", SealBribes(0, (Pile(2, cards("gunpowder"), as_poison=True),))),
        (
            "bribe 1: Mythical Treasure Map & salty fish + rotten apple",
            SealBribes(0, (Pile(1, cards("map fish apple")),)),
        ),
        ("offer 2 2 fish+gold for silk", MakeOffer(0, cards("fish fish gold"), cards("silk"), to=1)),
        ("offer 2: bribe card 3, Bribe 4 for nothing", MakeOffer(0, cards("bribe3 bribe4"), (), to=1)),
        (
            "offer 2: fish for silk, PROMISE: Ünder Gods  eyes.",
            MakeOffer(0, cards("fish"), cards("silk"), "Ünder Gods eyes.", to=1),
        ),
        (
            "offer 2: fish for silk promising peace for ever",
            MakeOffer(0, cards("fish"), cards("silk"), "peace for ever", to=1),
        ),
        ("offer 2: 0 fish 1 gold for 0 fish 1 silk promise: ", MakeOffer(0, cards("gold"), cards("silk"), to=1)),
    ],
)
def test_reading_forgives_case_spaces_accents_and_long_names(text: str, move: Move | None) -> None:
    if move is None or text == "bribe":
        given(LIVE_LONG, state=STATE).when_seat(0, text).refused("unknown_card" if move is None else "pirate_needed")
    else:
        assert LIVE_LONG.parse(text, STATE, 0) == move


def test_where_one_offer_is_open_the_seat_names_it() -> None:
    story = given(LIVE_LONG, state=STATE).when_seat(1, "offer 1: fish for silk")
    assert LIVE_LONG.parse("accept 2", story.state, 0) == AcceptOffer(0, 1, 1)
    assert LIVE_LONG.parse("counter 2: gold for silk", story.state, 0) == CounterOffer(
        0, cards("gold"), cards("silk"), maker=1, number=1
    )
    assert LIVE_LONG.parse("withdraw 1", story.state, 1) == WithdrawOffer(1, 0, 1)
    story = story.when_seat(1, "offer 1: fish for gold")
    story.when_seat(0, "accept 2").refused("which_offer")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown_word"),
        ("sing", "unknown_word"),
        ("deal", "seat_needed"),
        ("deal 0", "seat_needed"),
        ("deal " + "9" * 5000, "seat_needed"),
        ("show me", "seat_needed"),
        ("bribe fish", "pirate_needed"),
        ("bribe 1: parrot", "unknown_card"),
        ("bribe 1: fish 2", "card_needed"),
        ("bribe 1: 9999999 fish", "unknown_card"),
        ("bribe 1: 99 fish 99 fish", "too_many_cards"),
        ("bribe none: fish; 1: gold", "pirate_needed"),
        ("offer 2: fish", "for_needed"),
        ("offer fish for silk", "seat_needed"),
        ("offer 2.1: fish for silk", "seat_needed"),
        ("offer 2: fish for silk for gold", "unknown_card"),
        ("accept", "offer_needed"),
        ("accept 2", "which_offer"),
        ("accept 2.1 now", "too_much"),
        ("counter 2.1 fish", "for_needed"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    given(LIVE_LONG, state=STATE).when_seat(0, text).refused(code)


def test_every_refusal_says_what_to_do() -> None:
    story = given(LIVE_LONG, state=STATE)
    for text in ("deal 1", "bribe 9: fish", "bribe 1: 9 map", "offer 1: fish for silk", "accept 2.1", "withdraw 2.1"):
        move = LIVE_LONG.parse(text, STATE, 0)
        refused = story.when(move)
        assert refused._refusal is not None
        assert refused._refusal.sentence.endswith(".")


def test_a_move_of_another_game_is_not_understood() -> None:
    class Sing(Move, frozen=True):
        pass

    given(LIVE_LONG, state=STATE).when(Sing(0)).refused("unknown_move")
    given(LIVE_LONG, state=STATE).when(SealBribes(4)).refused("no_such_seat")
