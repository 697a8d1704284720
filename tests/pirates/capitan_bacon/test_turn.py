"""The turn: pass, bury or play, then refill."""

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardPlayed,
    CardsBuried,
    CardsDrawn,
    CardStolen,
    IslandTaken,
    Passed,
    TurnBegan,
    TurnEnded,
)
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.moves import BuryCards
from pirates.capitan_bacon.pieces import Card
from tests.pirates.capitan_bacon.tables import asked, cards, hand, seen, table
from tests.scenario import given


def test_passing_does_nothing_and_the_next_person_clockwise_plays() -> None:
    state = table("map map map map map", "rod", "rod")
    given(BACON, state=state).when_seat(0, "pass").then(Passed(0), TurnBegan(1, 2))


def test_play_goes_round_the_table() -> None:
    story = given(BACON, state=table("rod rod rod rod rod", "map map map map map"))
    assert story.when_seat(0, "pass").when_seat(1, "pass").state.current == 0


def test_b1_burying_takes_at_least_one_card() -> None:
    given(BACON, state=table("map", "rod")).when(BuryCards(0, ())).refused("nothing_to_bury")


def test_b2_a_pass_too_ends_with_a_refill() -> None:
    state = table("map map", "rod", deck="shovel rod mirror map map")
    given(BACON, state=state).when_seat(0, "pass").then(
        Passed(0), CardsDrawn(0, 3, cards("shovel rod mirror")), TurnBegan(1, 2)
    )


def test_any_number_of_cards_can_be_buried_as_new_islands() -> None:
    story = given(BACON, state=table("map rod sack sack boarding", "rod", islands="shovel shovel"))
    story = story.when_seat(0, "bury sack, rod, sack", dice=[2, 1])
    story.then_includes(CardsBuried(0, (3, 4, 5), cards("rod sack sack")))
    assert [island.number for island in story.state.islands] == [1, 2, 3, 4, 5]
    assert story.state.hands[0] == hand("map boarding map map map")


def test_buried_cards_are_not_shown_to_the_others() -> None:
    state = given(BACON, state=table("map sack", "rod")).when_seat(0, "bury sack").state
    assert seen(state, 0).islands[-1].face is Card.SACK
    assert seen(state, 1).islands[-1].face is None
    assert seen(state, None).islands[-1].face is None


def test_lots_decide_which_buried_card_lies_where() -> None:
    story = given(BACON, state=table("map sack", "rod"))
    story.when_seat(0, "bury map, sack", dice=[0]).then_includes(CardsBuried(0, (5, 6), cards("sack map")))
    story.when_seat(0, "bury map, sack", dice=[1]).then_includes(CardsBuried(0, (5, 6), cards("map sack")))


def test_only_cards_in_hand_can_be_buried() -> None:
    given(BACON, state=table("map sack", "rod")).when_seat(0, "bury sack, sack").refused("not_in_hand")


def test_b3_every_action_card_but_the_mirror_can_be_played_and_no_treasure() -> None:
    hands = "shovel boarding rod spyglass map", "ballast switcheroo mirror sack"
    played = {
        BACON.write(move).split()[0]
        for words in hands
        for move in BACON.legal_moves(table(words, "map"), 0)
        if not BACON.write(move).startswith(("bury", "orders", "pass"))
    }
    assert played == {"shovel", "boarding", "rod", "spyglass", "map", "ballast", "switcheroo"}


def test_b4_only_identical_cards_follow_one_another() -> None:
    story = given(BACON, state=table("shovel shovel rod", "map", islands="map map map"))
    story.when_seat(0, "shovel 1").when_seat(0, "rod 2").refused("not_identical")
    assert asked(story.when_seat(0, "shovel 1").when_seat(0, "shovel 2").state) == ((0, "more"),)


def test_not_all_identical_cards_have_to_be_played() -> None:
    story = given(BACON, state=table("shovel shovel", "map")).when_seat(0, "shovel 1")
    story.when_seat(0, "end").then_includes(TurnEnded(0), TurnBegan(1, 2))


def test_cards_are_played_one_at_a_time_and_end_on_the_discard_pile() -> None:
    given(BACON, state=table("shovel shovel", "map")).when_seat(0, "shovel 1").then(
        CardPlayed(0, Card.SHOVEL), IslandTaken(0, 1, Card.SHOVEL), CardDiscarded(Card.SHOVEL)
    )


def test_b4_each_card_may_be_played_against_another_person() -> None:
    story = given(BACON, state=table("rod rod", "map gold", "sack"))
    story = story.when_seat(0, "rod 2").when_seat(1, "no mirror", dice=[1])
    story = story.when_seat(0, "rod 3 end").when_seat(2, "no mirror")
    story.then_includes(CardStolen(0, 2, Card.SACK))


def test_b4_an_identical_card_gained_this_turn_can_be_played_too() -> None:
    story = given(BACON, state=table("shovel", "map", islands="shovel sack map")).when_seat(0, "shovel 1")
    story.when_seat(0, "shovel 2").then_includes(IslandTaken(0, 2, Card.SACK))


def test_whoever_holds_no_further_copy_is_asked_all_the_same_as_the_pause_would_tell() -> None:
    holding = given(BACON, state=table("shovel map", "map", islands="shovel sack")).when_seat(0, "shovel 1").state
    lacking = given(BACON, state=table("shovel map", "map", islands="barrel sack")).when_seat(0, "shovel 1").state
    assert asked(holding) == asked(lacking) == ((0, "more"),)


def test_nobody_is_asked_for_another_card_once_all_copies_lie_open() -> None:
    state = table("map rod", "rod", discard="map map map")
    given(BACON, state=state).when_seat(0, "map 1").when_seat(0, "keep").then_includes(TurnEnded(0), TurnBegan(1, 2))


def test_the_turn_can_be_ended_together_with_the_card() -> None:
    given(BACON, state=table("shovel shovel", "map")).when_seat(0, "shovel 1 end").then_includes(
        CardDiscarded(Card.SHOVEL), TurnEnded(0), TurnBegan(1, 2)
    )


def test_the_hand_is_refilled_at_the_end_of_the_turn_only() -> None:
    story = given(BACON, state=table("shovel shovel", "map")).when_seat(0, "shovel 1")
    assert len(story.state.hands[0]) == 2
    assert len(story.when_seat(0, "end").state.hands[0]) == 5


def test_b9_with_an_empty_hand_one_can_only_pass_and_refill() -> None:
    state = table("", "map")
    said = [BACON.write(move) for move in BACON.legal_moves(state, 0)]
    assert [text for text in said if not text.startswith("orders")] == ["pass"]
    given(BACON, state=state).when_seat(0, "pass").then_includes(CardsDrawn(0, 5, cards("map map map map map")))


def test_b31_burying_and_playing_exclude_each_other() -> None:
    story = given(BACON, state=table("shovel shovel map", "map"))
    story.when_seat(0, "shovel 1").when_seat(0, "bury map").refused("wrong_moment")
    story.when_seat(0, "bury map").when_seat(0, "shovel 1").refused("not_your_turn")
