"""Pirate's Bluff."""

import pytest

from pirates.events import redact
from pirates.guns_or_treasure.events.building import (
    BluffBegan,
    BluffEnded,
    BluffLaid,
    CardsDrawn,
    CardTaken,
    DeckReshuffled,
)
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import Card, Options
from pirates.guns_or_treasure.state import Phase, State
from tests.pirates.guns_or_treasure.tables import asked, building, cards, closed, seen
from tests.scenario import Scenario, given

BLUFF = Options(bluff=True)
HANDS = ("g1 g2 g3 t1 t2 b", "g4 g4 g4 t3 t4 b", "g5 g5 g5 t4 t5 b")
BUILT = ("build g1+g2+g3>new", "build g4+g4+g4>new", "build g5+g5+g5>new")
LAID = (
    "bluff discard b open t1 closed t2",
    "bluff discard b open t3 closed t4",
    "bluff discard b open t4 closed t5",
)


def bluffing(number: int = 1, seats: int = 3, deck: str = "g1 g1 g1 g1 g2 g2 g2 g2 g3 g3 g3 g3") -> Scenario[State]:
    fleets = ("t1 t1",) * seats if number > 1 else ()
    state = building(*HANDS[:seats], fleets=fleets, number=number, deck=deck, options=BLUFF)
    return closed(given(GUNS, state=state), *BUILT[:seats])


def test_g25_after_a_round_each_discards_one_card_and_lays_one_open_and_one_closed() -> None:
    story = bluffing()
    assert BluffBegan() in story.events
    assert asked(story.state) == ((0, "bluff"), (1, "bluff"), (2, "bluff"))
    story = closed(story, *LAID)
    laid = BluffLaid(0, Card.TREASURE_1, Card.TREASURE_2, Card.BOMB)
    story.then_includes(laid)
    assert redact(laid, 1) == BluffLaid(0, Card.TREASURE_1, None, None)
    assert story.state.discard == cards("b b b")
    assert [each.open for each in seen(story.state, None).laid] == list(cards("t1 t3 t4"))
    assert [each.closed for each in seen(story.state, 1).laid] == [None, Card.TREASURE_4, None]


def test_g25_each_takes_a_card_of_the_left_neighbour_and_keeps_the_one_left_in_front() -> None:
    story = closed(closed(bluffing(), *LAID), "take open", "take closed", "take open")
    story.then_includes(
        CardTaken(0, 1, "open", Card.TREASURE_3),
        CardTaken(1, 2, "closed", Card.TREASURE_5),
        CardTaken(2, 0, "open", Card.TREASURE_1),
        BluffEnded(),
    )
    kept = [[card for card in held if card.treasure] for held in story.state.hands]
    assert kept == [list(cards("t2 t3")), list(cards("t4 t5")), list(cards("t1 t4"))]


def test_a_card_taken_closed_is_known_to_taker_and_owner_alone() -> None:
    taken = CardTaken(1, 2, "closed", Card.TREASURE_5)
    assert redact(taken, 1) == redact(taken, 2) == taken
    assert redact(taken, 0) == redact(taken, None) == CardTaken(1, 2, "closed", None)


def test_g26_with_two_both_take_at_the_same_time() -> None:
    story = closed(closed(bluffing(seats=2), *LAID[:2]), "take open", "take open")
    kept = [[card for card in held if card.treasure] for held in story.state.hands]
    assert kept == [list(cards("t2 t3")), list(cards("t1 t4"))]


def test_g27_four_cards_are_drawn_to_have_six() -> None:
    story = closed(closed(bluffing(), *LAID), "take open", "take open", "take open")
    assert [event.count for event in story.events if isinstance(event, CardsDrawn)] == [4, 4, 4]
    assert [len(held) for held in story.state.hands] == [6, 6, 6]


def test_g27_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    story = closed(closed(bluffing(seats=2, deck="g1 g1 g1 g1 g2 g2"), *LAID[:2]), "take open", "take open")
    assert [event.count for event in story.events if isinstance(event, CardsDrawn)] == [4, 2, 2]
    assert [type(event) for event in story.events].count(DeckReshuffled) == 1
    assert story.state.deck == story.state.discard == ()


def test_g24_there_is_no_bluff_after_round_4() -> None:
    story = bluffing(number=4)
    assert BluffBegan() not in story.events
    assert story.state.phase is Phase.TURN
    assert asked(bluffing(number=3).state)[0] == (0, "bluff")


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ("bluff discard b open t1 closed g1", "not_in_hand"),
        ("bluff discard b open t1", "bluff_unclear"),
        ("bluff discard b open t1 closed b", "not_in_hand"),
        ("take open", "wrong_moment"),
    ],
)
def test_a_bluff_names_each_of_the_three_cards_once(plan: str, code: str) -> None:
    bluffing().when_seat(0, plan).refused(code)


def test_lots_may_lay_and_take() -> None:
    story = closed(bluffing(), "bluff lots", *LAID[1:])
    story = closed(story, "take lots", "take open", "take open")
    assert [len(held) for held in story.state.hands] == [6, 6, 6]
