"""The Mirror: its window, its effect, and standing orders."""

import pytest

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardStolen,
    HandBuried,
    HandSeen,
    HandShown,
    MirrorPlayed,
    StandingOrderChanged,
)
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.moves import SetStandingOrder, StealCard
from pirates.capitan_bacon.pieces import Card, StandingOrder
from pirates.capitan_bacon.view import view
from pirates.decisions import open_to
from pirates.events import redact
from tests.pirates.capitan_bacon.tables import NAMES, asked, cards, hand, table
from tests.scenario import given

ATTACKS = ("rod 2", "spyglass 2", "ballast 2")


@pytest.mark.parametrize("attack", ATTACKS)
def test_b10_the_window_opens_before_anything_is_looked_at_drawn_or_shown(attack: str) -> None:
    story = given(BACON, state=table("rod spyglass ballast", "mirror sack")).when_seat(0, attack)
    story.then(CardPlayed(0, Card(attack.split()[0]), 1))
    assert asked(story.state) == ((1, "mirror"),)


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("victim", ["mirror sack", "map sack"])
def test_b17_the_window_opens_whether_or_not_the_victim_holds_a_mirror(attack: str, victim: str) -> None:
    state = given(BACON, state=table("rod spyglass ballast", victim, "map")).when_seat(0, attack).state
    (question,) = [each for each in BACON.decisions(state) if each.required]
    assert (question.seat, question.kind, question.window) == (1, "mirror", True)
    assert view(state, 0).waiting == view(state, None).waiting == (1,)


def test_b10_a_mirror_is_discarded_on_use_and_turns_the_card_against_its_player() -> None:
    story = given(BACON, state=table("rod gold sack", "mirror map")).when_seat(0, "rod 2")
    story = story.when_seat(1, "mirror", dice=[1])
    story.then(MirrorPlayed(1, 0), CardStolen(1, 0, Card.SACK), CardDiscarded(Card.FISHING_ROD))
    assert story.state.discard == cards("mirror rod")


def test_b10_the_hand_behind_a_mirror_stays_unseen() -> None:
    story = given(BACON, state=table("spyglass sack", "mirror map")).when_seat(0, "spyglass 2").when_seat(1, "mirror")
    assert view(story.state, 0).seen_hand is None
    assert not any(isinstance(event, HandSeen) and event.victim == 1 for event in story.events)


def test_b11_a_mirrored_rod_finds_nothing_in_an_empty_hand() -> None:
    story = given(BACON, state=table("rod", "mirror map")).when_seat(0, "rod 2").when_seat(1, "mirror")
    story.then_includes(MirrorPlayed(1, 0), CardDiscarded(Card.FISHING_ROD, missed=True))
    assert story.state.hands[1] == hand("map")


def test_b12_a_mirrored_spyglass_lets_the_mirror_player_see_and_take() -> None:
    story = given(BACON, state=table("spyglass sack gold", "mirror map")).when_seat(0, "spyglass 2")
    story = story.when_seat(1, "mirror")
    story.then(MirrorPlayed(1, 0), HandSeen(1, 0, hand("sack gold")))
    assert asked(story.state) == ((1, "steal"),)
    story.when(StealCard(1, Card.GOLD, end_turn=True)).refused("not_your_turn_to_end")
    story.when_seat(1, "steal gold").then_includes(CardStolen(1, 0, Card.GOLD))


def test_b12_a_mirrored_spyglass_finds_nothing_in_an_empty_hand() -> None:
    story = given(BACON, state=table("spyglass", "mirror map")).when_seat(0, "spyglass 2").when_seat(1, "mirror")
    story.then_includes(CardDiscarded(Card.SPYGLASS, missed=True))


def test_b13_a_mirrored_ballast_strikes_the_attacker() -> None:
    story = given(BACON, state=table("ballast sack gold", "mirror map")).when_seat(0, "ballast 2")
    story = story.when_seat(1, "mirror")
    story.then(MirrorPlayed(1, 0), HandShown(0, hand("sack gold")))
    story = story.when_seat(0, "arrange gold, sack")
    story.then_includes(HandBuried(0, (5, 6), cards("gold sack")), CardsDrawn(0, 5, cards("map map map map map")))
    assert story.state.current == 1


def test_b14_a_mirror_cannot_answer_a_mirror() -> None:
    story = given(BACON, state=table("spyglass mirror", "mirror map")).when_seat(0, "spyglass 2")
    story.when_seat(1, "mirror").when_seat(0, "mirror").refused("not_your_turn")


def test_b15_after_a_mirror_the_attacker_may_go_on() -> None:
    story = given(BACON, state=table("rod rod sack", "mirror map", "gold")).when_seat(0, "rod 2")
    story = story.when_seat(1, "mirror", dice=[1])
    assert asked(story.state) == ((0, "more"),)
    assert asked(story.when_seat(0, "rod 3").state) == ((2, "mirror"),)


def test_b16_a_used_mirror_is_made_up_for_at_the_end_of_the_own_next_turn_only() -> None:
    story = given(BACON, state=table("rod", "mirror map")).when_seat(0, "rod 2 end").when_seat(1, "mirror")
    assert story.state.current == 1
    assert story.state.hands[1] == hand("map")
    assert len(story.when_seat(1, "pass").state.hands[1]) == 5


def test_a_mirror_is_played_outside_the_own_turn_only() -> None:
    given(BACON, state=table("mirror map", "rod")).when_seat(0, "mirror").refused("wrong_moment")


def test_whoever_holds_no_mirror_plays_none() -> None:
    given(BACON, state=table("rod", "map")).when_seat(0, "rod 2").when_seat(1, "mirror").refused("no_mirror")


def test_the_wish_to_end_the_turn_outlasts_the_window_and_is_secret() -> None:
    story = given(BACON, state=table("rod rod map", "map")).when_seat(0, "rod 2 end")
    played = CardPlayed(0, Card.FISHING_ROD, 1, ends_turn=True)
    story.then(played)
    assert redact(played, 1).ends_turn is None
    assert story.when_seat(1, "no mirror").state.current == 1


def test_a_standing_order_can_be_changed_at_any_time_and_only_its_seat_learns_of_it() -> None:
    story = given(BACON, state=table("rod", "map", "map")).when_seat(2, "orders against rod spyglass")
    changed = StandingOrderChanged(2, StandingOrder("against", ("rod", "spyglass")))
    story.then(changed)
    assert redact(changed, 2) == changed
    assert redact(changed, 1) == redact(changed, None) == StandingOrderChanged(None, None)
    assert BACON.narrate(redact(changed, 1), NAMES, 1) == "A standing order was changed."


def test_changing_a_standing_order_changes_no_other_view_and_renews_the_own_question() -> None:
    before = table("rod", "map", "map")
    after = given(BACON, state=before).when_seat(2, "orders never").state
    assert [view(before, viewer) for viewer in (0, 1, None)] == [view(after, viewer) for viewer in (0, 1, None)]
    keys = [{each.key for each in open_to(BACON.decisions(state), 2)} for state in (before, after)]
    assert not keys[0] & keys[1]


def test_an_order_names_cards_with_against_and_only_then() -> None:
    story = given(BACON, state=table("rod", "map"))
    story.when(SetStandingOrder(0, StandingOrder("against"))).refused("order_unclear")
    story.when(SetStandingOrder(0, StandingOrder("never", ("rod",)))).refused("order_unclear")
