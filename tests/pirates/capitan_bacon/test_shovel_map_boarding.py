"""Shovel, Map and Boarding."""

from pirates.capitan_bacon.events import CardDiscarded, CardPlayed, GalleonBoarded, IslandSeen, IslandTaken
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.moves import DigIsland, LookAtIsland
from pirates.capitan_bacon.pieces import Card, Options
from pirates.events import redact
from tests.pirates.capitan_bacon.tables import asked, hand, seen, table
from tests.scenario import given


def test_a_shovel_takes_an_island() -> None:
    story = given(BACON, state=table("shovel", "map", islands="sack barrel")).when_seat(0, "shovel 2")
    story.then(CardPlayed(0, Card.SHOVEL), IslandTaken(0, 2, Card.BARREL), CardDiscarded(Card.SHOVEL))
    assert [island.number for island in story.state.islands] == [1]


def test_an_island_taken_by_shovel_is_seen_by_the_taker_alone() -> None:
    taken = IslandTaken(0, 2, Card.BARREL)
    assert redact(taken, 0).card is Card.BARREL
    assert redact(taken, 1).card is None


def test_a_shovel_needs_an_island_that_lies_there() -> None:
    given(BACON, state=table("shovel", "map")).when(DigIsland(0, 99)).refused("no_such_island")


def test_a_boarding_takes_the_top_card_and_shows_the_next() -> None:
    story = given(BACON, state=table("boarding", "map", galleon="gold chest sack")).when_seat(0, "boarding")
    story.then_includes(GalleonBoarded(0, Card.GOLD, Card.CHEST))
    assert story.state.hands[0] == hand("gold")


def test_b29_nobody_is_told_how_many_cards_the_galleon_still_holds() -> None:
    few, many = table("boarding", "map", galleon="gold"), table("boarding", "map", galleon="gold sack chest barrel")
    assert [seen(few, viewer) for viewer in (0, 1, None)] == [seen(many, viewer) for viewer in (0, 1, None)]


def test_a_map_looks_at_an_island_which_can_be_kept() -> None:
    story = given(BACON, state=table("map", "rod", islands="sack barrel")).when_seat(0, "map 2")
    story.then_includes(IslandSeen(0, 2, Card.BARREL))
    story.when_seat(0, "keep").then_includes(IslandTaken(0, 2, Card.BARREL))


def test_a_map_may_leave_an_island_and_look_at_another() -> None:
    story = given(BACON, state=table("map", "rod", islands="sack barrel rod rod")).when_seat(0, "map 2")
    story.when_seat(0, "look 1").then(IslandSeen(0, 1, Card.SACK))


def test_the_third_look_of_a_map_must_be_kept() -> None:
    story = given(BACON, state=table("map", "rod", islands="sack barrel rod rod"))
    story = story.when_seat(0, "map 2").when_seat(0, "look 1").when_seat(0, "look 4")
    story.then(IslandSeen(0, 4, Card.FISHING_ROD), IslandTaken(0, 4, Card.FISHING_ROD), CardDiscarded(Card.MAP))


def test_with_fewer_than_three_islands_a_map_stops_earlier() -> None:
    story = given(BACON, state=table("map", "rod", islands="sack barrel")).when_seat(0, "map 2")
    story.when_seat(0, "look 1").then_includes(IslandTaken(0, 1, Card.SACK))
    alone = given(BACON, state=table("map", "rod", islands="sack"))
    alone.when_seat(0, "map 1").then_includes(IslandSeen(0, 1, Card.SACK), IslandTaken(0, 1, Card.SACK))


def test_b19_there_is_no_way_back_to_an_island_seen_with_this_map() -> None:
    story = given(BACON, state=table("map", "rod", islands="sack barrel rod rod"))
    story.when_seat(0, "map 2").when_seat(0, "look 1").when(LookAtIsland(0, 2)).refused("no_such_island")


def test_b19_islands_left_stay_where_they_are_and_are_known_to_that_player_alone() -> None:
    story = given(BACON, state=table("map", "rod", islands="sack barrel rod rod"))
    state = story.when_seat(0, "map 2").when_seat(0, "look 1").when_seat(0, "keep").state
    assert [(island.number, island.face) for island in seen(state, 0).islands] == [(2, "barrel"), (3, None), (4, None)]
    assert all(island.face is None for island in seen(state, 1).islands)


def test_all_see_which_islands_a_map_looks_at_but_not_what_they_are() -> None:
    state = given(BACON, state=table("map", "rod")).when_seat(0, "map 2").state
    other = seen(state, 1)
    assert other.play is not None
    assert other.play.looked == (2,)
    assert other.islands[1].face is None


def test_a_map_is_answered_by_its_player() -> None:
    state = given(BACON, state=table("map", "rod")).when_seat(0, "map 2").state
    assert asked(state) == ((0, "map"),)


def test_only_the_last_look_can_end_the_turn() -> None:
    story = given(BACON, state=table("map", "rod")).when_seat(0, "map 2")
    story.when_seat(0, "look 1 end").refused("look_not_last")
    assert story.when_seat(0, "look 1").when_seat(0, "look 3 end").state.current == 1


def test_memory_kept_shows_a_player_what_it_was_shown_before() -> None:
    state = table("map sack", "rod rod rod rod rod")
    story = given(BACON, state=state).when_seat(0, "bury sack").when_seat(1, "pass")
    assert seen(story.state, 0).islands[-1].face is Card.SACK


def test_memory_by_the_book_shows_only_what_lies_open_now() -> None:
    options = Options(memory="by-the-book")
    story = given(BACON, state=table("map sack", "rod", options=options))
    assert seen(story.when_seat(0, "bury sack").state, 0).islands[-1].face is None
    looking = story.when_seat(0, "map 2").when_seat(0, "look 1")
    assert [island.face for island in seen(looking.state, 0).islands] == ["shovel", "rod", None, None]
    assert not any(island.face for island in seen(looking.when_seat(0, "keep").state, 0).islands)
    assert BACON.forgets(options)
    assert not BACON.forgets(Options())
