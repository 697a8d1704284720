"""Secrets: what a reader may not know changes not one byte of what that reader is given."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.book.book import Book
from games.logbook import store
from games.models import Match
from games.refusals import NoSuchMatch, StaleDecision
from games.selectors.play.codes import coded_choices
from games.selectors.play.logs import narrated_log, narrated_since_own_act
from games.selectors.play.matches import choices_of, find_match, may_see, read_match, reading_of, view_at
from games.selectors.tables.lists import my_matches, open_tables, visible_matches
from games.services.tables.invitation_links import find_invitation
from games.services.tables.invitations import invite_by_link
from games.services.tables.seats import give_up_seat
from pirates.dice import SeededDice
from pirates.fingerprints import canonical_json
from pirates.seats import Seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import fresh_key, play_by_lot, write_move
from tests.pirates.capitan_bacon.variants import swap_hidden

pytestmark = pytest.mark.django_db
KEPT, FORGETFUL = b"{}", b'{"memory": "by-the-book"}'


def given_to(match: Match, book: Book, seat: Seat | None) -> list[Any]:
    """Return all that the selectors give to a reader of this Book, but the Book itself."""
    reading = reading_of(match, book, seat)
    shown = [canonical_json(reading.view), reading.names, reading.decisions, reading.awaited, reading.clocks]
    if seat is None:
        return [*shown, reading.outcome]
    choices = choices_of(book, seat)
    decision = reading.own_question
    codes = coded_choices(book, seat, decision.key, 200) if decision else []
    return [*shown, reading.outcome, choices, codes, narrated_since_own_act(book, seat)]


@pytest.mark.parametrize("options", [KEPT, FORGETFUL])
def test_what_others_hide_changes_nothing_of_what_a_reader_is_given(
    people: MakePeople, begin_match: BeginMatch, options: bytes
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, options=options)
    differing = 0
    for receipt in play_by_lot(match, players, b"swap", 60):
        if receipt.book.is_over:
            break
        for seat in (0, 1, 2, None):
            other = swap_hidden(receipt.book.state, seat, SeededDice(b"other world", receipt.position))
            differing += other != receipt.book.state
            assert given_to(match, replace(receipt.book, state=other), seat) == given_to(match, receipt.book, seat)
    assert differing > 100


def test_neither_deck_nor_hands_nor_galleon_are_in_what_a_spectator_is_given(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"))
    view = msgspec.to_builtins(read_match(match, None).view)
    assert view["hand"] is None
    assert view["hands"] is None
    assert "deck" not in view
    assert "galleon" not in view
    assert [island["face"] for island in view["islands"]] == [None] * 8


def test_at_every_position_a_reader_sees_just_what_was_seen_then(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    readers = (*players, None)
    seen = [
        (receipt.position, reader, canonical_json(read_match(match, reader).view))
        for receipt in play_by_lot(match, players, b"then", 25)
        for reader in readers
    ]
    assert [canonical_json(view_at(match, position, reader)[1]) for position, reader, _ in seen] == [
        view for _, _, view in seen
    ]


def test_a_spectator_of_a_finished_match_does_not_get_the_hands_of_old_positions(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    receipts = [*play_by_lot(match, players, b"to the end")]
    assert read_match(match, None).view.hands is not None
    assert view_at(match, receipts[0].position, None)[1].hands is None


@pytest.mark.parametrize("position", [-1, 0, 99, 10**9])
def test_there_is_nothing_to_see_at_a_position_that_is_not_there(
    people: MakePeople, begin_match: BeginMatch, position: int
) -> None:
    match = begin_match(people("Anna", "Ben"))
    with pytest.raises(NoSuchMatch):
        view_at(match, position, None)


def test_before_the_start_there_is_no_view(people: MakePeople, begin_match: BeginMatch) -> None:
    (anna, ben) = people("Anna", "Ben")
    match = begin_match([anna, ben])
    assert view_at(match, 1, anna)[1] is None


def told_secretly(match: Match, seat: Seat) -> list[int]:
    """Return the positions where the log tells this seat more than a spectator."""
    book = store.open_book(match.pk)
    own, public = narrated_log(book, seat), narrated_log(book, None)
    return [mine.position for mine, theirs in zip(own, public, strict=True) if mine.sentences != theirs.sentences]


def own_turns(match: Match, seat: Seat) -> list[int]:
    """Return the positions of the entries in which a turn of this seat began, oldest first."""
    book = store.open_book(match.pk)
    entries = store.read_entries(book)
    begins = book.game.begins_turn
    return [entry.position for entry in entries for event in entry.events if begins(event) == seat]


def test_the_log_of_a_forgetful_match_tells_secrets_since_ones_own_last_turn_only(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=FORGETFUL)
    told = set()
    for receipt in play_by_lot(match, players, b"forgetful", 80):
        if receipt.book.is_over:
            break
        for seat in range(2):
            turns = own_turns(match, seat)
            is_on_turn = receipt.book.state.current == seat
            horizon = (turns[-2:] if is_on_turn else turns[-1:])[:1]
            assert all(position >= horizon[0] for position in told_secretly(match, seat) if horizon)
            told.update(told_secretly(match, seat))
    assert len(told) > 10


def test_the_replay_of_a_forgetful_match_shows_no_more_than_its_log_tells(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=FORGETFUL)
    list(play_by_lot(match, players, b"replay", 20))
    horizon = min(own_turns(match, 0)[-2:])
    assert horizon > 6
    assert view_at(match, 5, players[0])[1].hand is None
    assert view_at(match, store.open_book(match.pk).position, players[0])[1].hand is not None
    give_up_seat(match_id=match.pk, player=players[1], key=fresh_key())
    assert view_at(match, 5, players[0])[1].hand is not None


def test_the_log_of_a_match_that_remembers_tells_all_a_seat_ever_saw(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    list(play_by_lot(match, players, b"remembers", 40))
    for seat in range(2):
        assert min(told_secretly(match, seat)) <= 5


def test_a_private_match_does_not_exist_for_strangers(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben, stranger = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben], is_private=True)
    for reader in (stranger, None):
        assert not may_see(match, reader)
        with pytest.raises(NoSuchMatch):
            find_match(match.pk, reader)
    assert list(visible_matches(stranger)) == list(my_matches(stranger)) == []
    for reader in (anna, ben):
        assert find_match(match.pk, reader) == match
        assert match in visible_matches(reader)


def test_a_private_table_is_not_among_the_open_ones_and_shows_itself_to_the_invited(
    people: MakePeople, open_table: BeginMatch
) -> None:
    anna, ben, stranger = people("Anna", "Ben", "Cleo")
    match = open_table([anna, ben], is_private=True)
    give_up_seat(match_id=match.pk, player=ben, key="leave")
    invitation = find_invitation(invite_by_link(match=match, host=anna))
    other = open_table([anna, stranger], is_private=True)
    assert list(open_tables(stranger)) == list(open_tables()) == []
    assert find_match(match.pk, ben, invitation) == match
    with pytest.raises(NoSuchMatch):
        find_match(other.pk, ben, invitation)


def test_what_happened_since_is_told_to_a_late_mover_without_others_secrets(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    list(play_by_lot(match, players, b"since", 30))
    for seat, player in enumerate(players):
        with pytest.raises(StaleDecision) as refusal:
            write_move(match, players, "pass", seat=seat, decision="1.1:turn")
        since = refusal.value.data["since"]
        assert since == narrated_since_own_act(store.open_book(match.pk), seat)
        assert read_match(match, player).seat == seat


def test_a_resigned_player_watches_from_the_own_seat_only(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    give_up_seat(match_id=match.pk, player=players[2], key=fresh_key())
    reading = read_match(match, players[2])
    assert reading.seat == 2
    assert reading.view.viewer == 2
    assert reading.view.hands is None
