"""What is public, and what is not."""

from pirates.capitan_bacon.events import Started
from pirates.capitan_bacon.game import BACON
from pirates.capitan_bacon.pieces import Options
from pirates.capitan_bacon.view import View
from pirates.commands import Start
from pirates.dice import SeededDice
from pirates.events import redact
from tests.pirates.capitan_bacon.tables import hand, seen, table
from tests.scenario import given


def test_b29_hand_sizes_discard_top_card_and_who_buried_where_are_public() -> None:
    state = given(BACON, state=table("map sack", "rod", discard="mirror")).when_seat(0, "bury sack").state
    spectator = seen(state, None)
    assert spectator.hand_sizes == (5, 1)
    assert spectator.discard == ("mirror",)
    assert spectator.top_card == "gold"
    assert [(island.number, island.buried_by) for island in spectator.islands][-1] == (5, 0)


def test_b29_neither_view_nor_event_has_a_place_for_the_number_of_galleon_cards() -> None:
    assert not [name for name in View.__struct_fields__ if "galleon" in name]
    begun = BACON.decide(None, Start(Options(), 2), SeededDice(b"start", 1))[0]
    assert isinstance(begun, Started)
    assert all(redact(begun, viewer).galleon is None for viewer in (0, 1, None))


def test_a_hand_is_shown_to_its_seat_alone() -> None:
    state = table("map sack", "rod")
    assert seen(state, 0).hand == hand("map sack")
    assert seen(state, 1).hand == hand("rod")
    assert seen(state, None).hand is None


def test_only_whether_the_deck_is_empty_is_told_of_it() -> None:
    assert seen(table("map", "rod", deck=""), 0).deck_empty
    assert seen(table("map", "rod", deck="map"), 0) == seen(table("map", "rod", deck="rod rod"), 0)


def test_open_questions_are_told_by_kind_and_waiting_seats_to_all() -> None:
    state = table("map", "rod")
    assert seen(state, 0).asked == ("turn", "orders")
    assert seen(state, 1).asked == ("orders",)
    assert seen(state, None).waiting == (0,)
