"""Questions that public facts answer are not asked, and standing orders answer no sooner than a player would."""

import pytest

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardPlayed,
    CardStolen,
    HandBuried,
    HandSeen,
    HandShown,
    MirrorDeclined,
    MirrorPlayed,
)
from pirates.capitan_bacon.game import BACON, BACON_V1
from pirates.capitan_bacon.moves import DeclineMirror, PlayMirror
from pirates.capitan_bacon.pieces import Card, StandingOrder
from pirates.commands import Move
from tests.pirates.capitan_bacon.tables import asked, cards, table, with_order
from tests.scenario import given

ATTACKS = ("rod 2", "spyglass 2", "ballast 2")
ALL_MIRRORS = "mirror mirror mirror"
ORDERS = [
    (StandingOrder("ask"), "mirror sack", None),
    (StandingOrder("ask"), "map sack", None),
    (StandingOrder("always"), "mirror sack", PlayMirror(1)),
    (StandingOrder("always"), "map sack", DeclineMirror(1)),
    (StandingOrder("never"), "mirror sack", DeclineMirror(1)),
    (StandingOrder("against", ("rod",)), "mirror sack", PlayMirror(1)),
    (StandingOrder("against", ("spyglass", "ballast")), "mirror sack", DeclineMirror(1)),
]
each_order = pytest.mark.parametrize(("order", "victim", "answer"), ORDERS)


@each_order
def test_b17_whatever_was_ordered_the_window_opens_alike_and_the_service_is_told_the_answer(
    order: StandingOrder, victim: str, answer: Move | None
) -> None:
    story = given(BACON, state=with_order(table("rod gold map", victim), 1, order)).when_seat(0, "rod 2")
    story.then(CardPlayed(0, Card.FISHING_ROD, 1))
    assert asked(story.state) == ((1, "mirror"),)
    assert BACON.answer_by_order(story.state, 1) == answer
    assert BACON.answer_by_order(story.state, 0) is None


def test_an_order_given_while_a_window_is_open_answers_it_too() -> None:
    story = given(BACON, state=table("rod", "map")).when_seat(0, "rod 2").when_seat(1, "orders never")
    assert asked(story.state) == ((1, "mirror"),)
    assert BACON.answer_by_order(story.state, 1) == DeclineMirror(1)


def test_nothing_is_ordered_for_any_other_question() -> None:
    state = with_order(table("rod gold map", "map sack"), 0, StandingOrder("always"))
    assert BACON.answer_by_order(state, 0) is None


@each_order
def test_by_version_1_a_standing_order_answered_at_once(order: StandingOrder, victim: str, answer: Move | None) -> None:
    story = given(BACON_V1, state=with_order(table("rod gold map", victim), 1, order)).when_seat(0, "rod 2")
    told = {PlayMirror(1): MirrorPlayed(1, 0), DeclineMirror(1): MirrorDeclined(1)}
    if answer is None:
        assert asked(story.state) == ((1, "mirror"),)
    else:
        story.then_includes(CardPlayed(0, Card.FISHING_ROD, 1), told[answer], CardDiscarded(Card.FISHING_ROD))
    assert BACON_V1.answer_by_order(story.state, 1) is None


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_window_opens_once_all_mirrors_lie_on_the_discard_pile(attack: str) -> None:
    state = table("rod spyglass ballast", "map sack", discard=ALL_MIRRORS)
    story = given(BACON, state=state).when_seat(0, attack)
    assert "mirror" not in {kind for _, kind in asked(story.state)}
    assert not [event for event in story.events if isinstance(event, MirrorDeclined)]
    assert asked(given(BACON_V1, state=state).when_seat(0, attack).state) == ((1, "mirror"),)


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("discard", ["mirror mirror", "mirror mirror shovel rod map"])
def test_a_window_opens_as_long_as_one_mirror_may_be_held(attack: str, discard: str) -> None:
    story = given(BACON, state=table("rod spyglass ballast", "map sack", discard=discard)).when_seat(0, attack)
    assert asked(story.state) == ((1, "mirror"),)


@pytest.mark.parametrize("order", [StandingOrder(), StandingOrder("always"), StandingOrder("never")])
def test_an_empty_hand_is_asked_neither_for_a_mirror_nor_for_an_order(order: StandingOrder) -> None:
    story = given(BACON, state=with_order(table("ballast map", ""), 1, order)).when_seat(0, "ballast 2")
    story.then_includes(CardPlayed(0, Card.DROP_BALLAST, 1), HandShown(1, ()), HandBuried(1, (), ()))
    assert asked(story.state) == ((0, "more"),) or asked(story.state)[0][1] in ("turn", "more")


@pytest.mark.parametrize("victim", ["map", "map map map"])
def test_a_shown_hand_of_cards_that_are_alike_is_buried_without_a_question(victim: str) -> None:
    story = given(BACON, state=table("ballast map", victim)).when_seat(0, "ballast 2").when_seat(1, "no mirror")
    hand = cards(victim)
    buried = HandBuried(1, tuple(range(5, 5 + len(hand))), hand)
    story.then_includes(MirrorDeclined(1), HandShown(1, hand), buried)
    assert "ballast" not in {kind for _, kind in asked(story.state)}


def test_a_shown_hand_of_different_cards_is_asked_for_its_order() -> None:
    story = given(BACON, state=table("ballast map", "map rod")).when_seat(0, "ballast 2").when_seat(1, "no mirror")
    assert asked(story.state) == ((1, "ballast"),)


def test_a_spyglass_takes_the_only_card_of_a_hand_without_a_question() -> None:
    story = given(BACON, state=table("spyglass spyglass", "map")).when_seat(0, "spyglass 2").when_seat(1, "no mirror")
    story.then_includes(HandSeen(0, 1, cards("map")), CardStolen(0, 1, Card.MAP), CardDiscarded(Card.SPYGLASS))


def test_cards_that_are_alike_in_a_closed_hand_are_asked_about_as_the_pause_would_tell() -> None:
    story = given(BACON, state=table("spyglass map", "map map")).when_seat(0, "spyglass 2").when_seat(1, "no mirror")
    assert asked(story.state) == ((0, "steal"),)
