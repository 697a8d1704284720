"""Fishing Rod, Spyglass, Drop Ballast and Switcheroo."""

from pirates.capitan_bacon.events import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardStolen,
    HandBuried,
    HandSeen,
    HandShown,
    HandsSwapped,
    MirrorDeclined,
    TurnBegan,
)
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.moves import CastRod, StealCard, Switcheroo
from pirates.capitan_bacon.pieces import Card
from pirates.capitan_bacon.rules import legal_moves
from pirates.events import redact
from tests.pirates.capitan_bacon.tables import asked, cards, hand, seen, table
from tests.scenario import given


def test_a_fishing_rod_steals_a_card_by_lots() -> None:
    story = given(BACON, state=table("rod map", "map sack shovel")).when_seat(0, "rod 2")
    story.when_seat(1, "no mirror", dice=[1]).then(
        MirrorDeclined(1), CardStolen(0, 1, Card.SACK), CardDiscarded(Card.FISHING_ROD)
    )


def test_a_stolen_card_is_known_to_thief_and_victim_alone() -> None:
    stolen = CardStolen(0, 1, Card.SACK)
    assert [redact(stolen, viewer).card for viewer in (0, 1, 2, None)] == ["sack", "sack", None, None]


def test_b8_rod_and_spyglass_need_a_victim_with_cards() -> None:
    story = given(BACON, state=table("rod spyglass", "", "map"))
    story.when_seat(0, "rod 2").refused("empty_hand")
    story.when_seat(0, "spyglass 2").refused("empty_hand")


def test_b8_ballast_and_switcheroo_may_name_anyone_else() -> None:
    story = given(BACON, state=table("ballast switcheroo", "", "map"))
    story.when_seat(0, "ballast 2").then_includes(CardPlayed(0, Card.DROP_BALLAST, 1), HandShown(1, ()))
    story.when_seat(0, "switcheroo 2").then_includes(HandsSwapped(0, 1, hand("ballast"), ()))


def test_nobody_attacks_oneself_or_an_empty_chair() -> None:
    story = given(BACON, state=table("rod switcheroo", "map"))
    story.when(CastRod(0, 0)).refused("own_seat")
    story.when(CastRod(0, 5)).refused("no_such_victim")
    story.when(Switcheroo(0, 0)).refused("own_seat")


def test_a_spyglass_shows_the_whole_hand_to_its_player_alone() -> None:
    story = given(BACON, state=table("spyglass", "map sack", "rod")).when_seat(0, "spyglass 2")
    story = story.when_seat(1, "no mirror")
    story.then(MirrorDeclined(1), HandSeen(0, 1, hand("map sack")))
    assert seen(story.state, 0).seen_hand == hand("map sack")
    assert seen(story.state, 2).seen_hand is None
    assert seen(story.state, None).seen_hand is None


def test_a_spyglass_steals_the_card_one_chooses() -> None:
    story = given(BACON, state=table("spyglass", "map sack")).when_seat(0, "spyglass 2").when_seat(1, "no mirror")
    story.when_seat(0, "steal sack").then(CardStolen(0, 1, Card.SACK), CardDiscarded(Card.SPYGLASS))
    story.when_seat(0, "steal lots", dice=[0]).then_includes(CardStolen(0, 1, Card.MAP))
    story.when(StealCard(0, Card.GOLD)).refused("not_in_seen_hand")


def test_b18_a_spyglass_must_steal_one_card() -> None:
    story = given(BACON, state=table("spyglass spyglass", "map rod"))
    story = story.when_seat(0, "spyglass 2").when_seat(1, "no mirror")
    said = {BACON.write(move).split()[0] for move in legal_moves(story.state, 0)}
    assert said == {"steal", "orders"}
    story.when_seat(0, "end").refused("wrong_moment")


def test_a_drop_ballast_makes_another_show_the_whole_hand() -> None:
    story = given(BACON, state=table("ballast", "map sack rod", "rod")).when_seat(0, "ballast 2")
    story = story.when_seat(1, "no mirror")
    story.then(MirrorDeclined(1), HandShown(1, hand("map sack rod")))
    assert all(seen(story.state, viewer).shown_hand == hand("map sack rod") for viewer in (0, 1, 2, None))
    assert asked(story.state) == ((1, "ballast"),)


def test_b20_the_victim_chooses_secretly_which_card_lies_where() -> None:
    story = given(BACON, state=table("ballast", "map sack rod", "rod", islands="map"))
    story = story.when_seat(0, "ballast 2").when_seat(1, "no mirror").when_seat(1, "arrange sack, map, rod")
    buried = HandBuried(1, (2, 3, 4), cards("sack map rod"))
    story.then_includes(buried)
    assert [redact(buried, viewer).cards is None for viewer in (0, 1, None)] == [True, False, True]
    assert [island.face for island in seen(story.state, 1).islands] == [None, "sack", "map", "rod"]
    assert not any(island.face for island in seen(story.state, 0).islands)


def test_a_drop_ballast_victim_may_leave_the_order_to_lots_but_must_bury_all() -> None:
    story = given(BACON, state=table("ballast", "map sack", "rod", islands="map"))
    story = story.when_seat(0, "ballast 2").when_seat(1, "no mirror")
    story.when_seat(1, "arrange lots", dice=[0]).then_includes(HandBuried(1, (2, 3), cards("sack map")))
    story.when_seat(1, "arrange map").refused("not_your_hand")


def test_a_drop_ballast_victim_then_draws_five_new_cards() -> None:
    story = given(BACON, state=table("ballast map map map map map", "map sack", deck="rod rod rod rod gold map"))
    story = story.when_seat(0, "ballast 2").when_seat(1, "no mirror").when_seat(1, "arrange lots")
    story.then_includes(
        CardsDrawn(1, 5, cards("rod rod rod rod gold")), CardDiscarded(Card.DROP_BALLAST), TurnBegan(1, 2)
    )


def test_a_drop_ballast_on_an_empty_hand_still_brings_five_cards() -> None:
    story = given(BACON, state=table("ballast map map map map map", "")).when_seat(0, "ballast 2")
    story.then_includes(HandShown(1, ()), HandBuried(1, (), ()), CardsDrawn(1, 5, cards("map map map map map")))


def test_a_switcheroo_exchanges_whole_hands_whatever_their_size() -> None:
    story = given(BACON, state=table("switcheroo map", "sack gold rod", "rod")).when_seat(0, "switcheroo 2")
    swapped = HandsSwapped(0, 1, hand("map"), hand("sack gold rod"))
    story.then_includes(swapped, CardDiscarded(Card.SWITCHEROO))
    assert [redact(swapped, viewer).got is None for viewer in (0, 1, 2, None)] == [False, False, True, True]
    assert story.state.hands[1] == hand("map")


def test_b6_after_a_switcheroo_nobody_draws_before_the_own_turn_ends() -> None:
    story = given(BACON, state=table("switcheroo", "sack gold rod", "rod")).when_seat(0, "switcheroo 2")
    assert [len(held) for held in story.state.hands] == [5, 0, 1]
    assert story.state.current == 1


def test_b6_a_switcheroo_opens_no_window() -> None:
    story = given(BACON, state=table("switcheroo map", "mirror")).when_seat(0, "switcheroo 2")
    story.then_includes(HandsSwapped(0, 1, hand("map"), hand("mirror")))


def test_b7_a_switcheroo_completes_no_set() -> None:
    story = given(BACON, state=table("switcheroo chest chest+piggy", "chest+barrel diamond"))
    assert story.when_seat(0, "switcheroo 2").outcome is None


def test_b5_no_hand_ever_passes_the_limit() -> None:
    state = table("rod map map map map", "mirror sack sack sack sack")
    story = given(BACON, state=state).when_seat(0, "rod 2").when_seat(1, "mirror")
    assert [len(held) for held in story.state.hands] == [3, 5]
