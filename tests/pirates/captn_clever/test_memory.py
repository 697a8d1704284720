"""Memory: what the page and an older log still tell."""

from pirates.captn_clever.events import CaptainMoved, TreasureWon
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.pieces import Options, Treasure
from pirates.captn_clever.state import State
from pirates.events import redact
from tests.pirates.captn_clever.tables import NAMES, seen, table
from tests.scenario import given

KEPT, BY_THE_BOOK = Options(), Options(memory="by-the-book")


def sea(options: Options) -> State:
    return table(("1 1-2", "pearl", "crown"), ("9 8-9", "anchor", "ruby chest"), ("7 4-7", "sabre"), options=options)


def test_memory_kept_shows_a_player_every_card_that_was_shown_before() -> None:
    assert not CLEVER.forgets(KEPT)
    assert seen(sea(KEPT), 2).crews[1].won == ("ruby", "chest")


def test_memory_by_the_book_shows_only_what_lies_open_now() -> None:
    assert CLEVER.forgets(BY_THE_BOOK)
    assert seen(sea(BY_THE_BOOK), 2).crews[1].won is None


def test_memory_by_the_book_tells_those_at_the_table_what_happens_and_an_older_log_leaves_it_out() -> None:
    story = given(CLEVER, state=sea(BY_THE_BOOK)).when_seat(0, "captain 2")
    moved, won = story.events[:2]
    assert moved == CaptainMoved(0, (0, 1, 2), None, 2)
    assert won == TreasureWon(0, 2, (0, 1, 2), None, Treasure.PEARL)
    assert CLEVER.narrate(redact(moved, 1), NAMES, 1) == "Anna's captain goes ashore on Pearl Island (2)."
    assert CLEVER.narrate(redact(won, 1), NAMES, 1) == "Anna digs up the Pearl: 2 of 9."
    assert CLEVER.narrate(redact(moved, None), NAMES, None) == "Anna's captain goes ashore on another island."
    assert CLEVER.narrate(redact(won, None), NAMES, None) == "Anna digs up a treasure: 2 of 9."


def test_memory_by_the_book_shows_watchers_neither_captains_nor_open_cards_while_it_runs() -> None:
    watched = seen(sea(BY_THE_BOOK), None)
    assert [crew.captain for crew in watched.crews] == [None, None, None]
    assert [crew.top for crew in watched.crews] == [None, None, None]
    assert [crew.ship for crew in watched.crews] == ["1-2", "8-9", "4-7"]
    assert [crew.captain for crew in seen(sea(KEPT), None).crews] == [1, 9, 7]


def test_an_own_turn_begins_what_a_player_is_still_told() -> None:
    story = given(CLEVER, state=sea(BY_THE_BOOK)).when_seat(0, "captain 2")
    assert [CLEVER.begins_turn(event) for event in story.events] == [None, None, 1]
