"""What is public, and what is not."""

from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import Options
from pirates.guns_or_treasure.view import View
from tests.pirates.guns_or_treasure.tables import building, hand, marauding, seen, started
from tests.scenario import given

HANDS = ("g1 g2 g3 t1 t2 b", "g4 g5 t3 t4 t5 b")


def test_a_hand_is_shown_to_its_seat_alone() -> None:
    state = building(*HANDS)
    assert seen(state, 0).hand == hand(HANDS[0])
    assert seen(state, None).hand is None
    assert seen(state, 1) == seen(building("g1 g1 g1 g1 g1 g1", HANDS[1]), 1)


def test_any_two_plans_of_one_seat_look_the_same_to_all_others_until_the_reveal() -> None:
    for plan in ("build g1+g2+g3>new", "build b>new, t1>new, t2>new"):
        story = given(GUNS, state=building(*HANDS)).when_seat(0, plan)
        other = given(GUNS, state=building(*HANDS)).when_seat(0, "build lots")
        for viewer in (1, None):
            assert seen(story.state, viewer) == seen(other.state, viewer)
        assert [each for each in GUNS.decisions(story.state) if each.seat != 0] == [
            each for each in GUNS.decisions(other.state) if each.seat != 0
        ]


def test_any_two_cargoes_behind_one_bow_look_the_same_to_all_others() -> None:
    one, other = marauding("g1 b t5", "g1 t1"), marauding("g1 g1 g1", "g1 t1")
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, None) == seen(other, None)
    assert list(GUNS.legal_moves(one, 0)) == list(GUNS.legal_moves(other, 0))


def test_who_has_sealed_is_public() -> None:
    story = given(GUNS, state=building(*HANDS)).when_seat(1, "build lots")
    assert seen(story.state, None).has_sealed == (False, True)
    assert seen(story.state, None).waiting == (0,)


def test_the_view_has_no_place_for_discards_nor_for_the_stashes_of_others() -> None:
    assert not [name for name in View.__struct_fields__ if "discard" in name or name == "stashes"]
    assert seen(marauding("g1 t1", "g1 t1"), None).stash is None


def test_the_size_of_the_deck_is_public_and_its_cards_are_not() -> None:
    assert seen(building(*HANDS, deck="t1 t2"), None) == seen(building(*HANDS, deck="b b"), None)
    assert seen(started(3), None).deck_size == 72


def test_open_questions_are_told_by_kind_and_waiting_seats_to_all() -> None:
    state = marauding("g1 t1/g2 t2", "g1 t1/g2 t2")
    assert seen(state, 0).asked == ("turn",)
    assert seen(state, 1).asked == ()
    assert seen(state, None).waiting == (0,)


def test_a_captains_powers_are_public() -> None:
    captain = seen(started(2, Options(captains=True)), None).captains[0]
    assert captain.side is None
    assert all(captain.powers)
