"""Looking back shows nothing that looking on does not."""

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from games.logbook import store
from games.logbook.cache import STRIDE
from games.models import Match
from games.selectors.play import replays
from games.selectors.play.logs import narrated_log
from games.selectors.play.matches import view_at
from games.selectors.play.replays import Eyes, show_moment
from pirates.dice import SeededDice
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import play_by_lot
from tests.games.web.tables import signed_in
from tests.games.web.test_replay_pages import end, replay
from tests.pirates.capitan_bacon.variants import TRIAL

pytestmark = pytest.mark.django_db

MOVES = 25


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture(params=[b'{"memory": "kept"}', b'{"memory": "by-the-book"}'])
def match(begin_match: BeginMatch, players: list[User], request: pytest.FixtureRequest) -> Match:
    """A running match of three with much in it that not everybody may know."""
    match = begin_match(players, options=request.param)
    list(play_by_lot(match, players, b"secrets", MOVES))
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    return match


def test_while_a_match_runs_whoever_asks_for_another_seat_gets_the_own_one_only(
    match: Match, players: list[User], people: MakePeople
) -> None:
    [stranger] = people("Dario")
    for person in (players[0], players[2], stranger, None):
        for position in (3, 9, match.position):
            own = replay(match, person, position)
            for query in ("?seat=2", "?seat=99", "?open=1"):
                assert replay(match, person, position, query) == own
            assert "data-eyes" not in own


def test_a_spectator_looks_back_at_no_hand(match: Match, people: MakePeople) -> None:
    for person in (people("Dario")[0], None):
        for position in (7, 15, match.position):
            page = replay(match, person, position, "?seat=1")
            assert "Your hand" not in page
            assert "you may take it" not in page


def test_the_view_and_the_log_of_a_position_are_those_of_api_and_log_page(match: Match, players: list[User]) -> None:
    newest = store.open_book(match.pk)
    log = {}
    for person in (*players, None):
        for position in range(1, match.position + 1):
            moment = show_moment(match, position, person, Eyes(seat=1, is_open=True))
            [sight] = moment.sights
            assert sight.reading.view == view_at(match, position, person)[1]
            log[position, person] = sight.told
        told = narrated_log(newest, None if person is None else newest.table.seat_of(person.ref.hex))
        assert [log[position, person] for position in range(1, match.position + 1)] == told


def test_who_plays_by_the_book_is_told_why_old_positions_hold_less(match: Match, players: list[User]) -> None:
    is_by_the_book = b"by-the-book" in bytes(store.open_book(match.pk).table.options)
    page = replay(match, players[0], 8)
    assert ("This table plays by the book" in page) == is_by_the_book
    assert ("Your hand" in page) == (not is_by_the_book)
    end(match, players)
    assert "Your hand" in replay(match, players[0], 8)


def test_what_was_hidden_from_a_reader_at_a_position_changes_nothing_for_that_reader(
    match: Match, players: list[User], people: MakePeople
) -> None:
    position = STRIDE
    readers = [*enumerate(players), (None, people("Dario")[0])]
    changed = 0
    for seat, person in readers:
        before = {other: replay(match, reader, position) for other, reader in readers}
        for seed in range(2):
            mark_otherwise(match, position, seat, seed)
            assert replay(match, person, position) == before[seat]
            changed += any(replay(match, reader, position) != before[other] for other, reader in readers)
        replays._checkpoints = type(replays._checkpoints)()
    assert changed or b"by-the-book" in bytes(store.open_book(match.pk).table.options)


def mark_otherwise(match: Match, position: int, seat: int | None, seed: int) -> None:
    """Put a mark into the match whose State differs in what `seat` may not know; its log stays."""
    book = store.book_at(match.pk, position)
    state = TRIAL.swap_hidden(book.state, seat, SeededDice(bytes([seed]) * 32, 1))
    replays._checkpoints.keep(msgspec.structs.replace(book, state=state))


def test_no_page_of_a_running_match_names_what_nobody_may_read(match: Match, players: list[User]) -> None:
    book = store.open_book(match.pk)
    secrets = [book.secret, *(chair.salt for chair in book.table.chairs), *(user.ref.hex for user in players)]
    for person in (*players, None):
        for address in (
            "replay/",
            "replay/1/",
            "replay/5/",
            f"replay/{match.position}/",
            "live/",
            "keep/",
            "notation.txt",
        ):
            answer = signed_in(person).get(f"/m/{match.pk}/{address}", follow=True)
            told = answer.content.decode() + str(answer.headers)
            assert not [secret for secret in secrets if secret in told]


def test_a_private_match_has_no_replay_for_strangers(
    begin_match: BeginMatch, players: list[User], people: MakePeople
) -> None:
    match = begin_match(players, is_private=True)
    list(play_by_lot(match, players, b"private", 5))
    strangers = (Client(), signed_in(people("Dario")[0]))
    for is_over in (False, True):
        if is_over:
            end(match, players)
        for stranger in strangers:
            for address in ("replay/", "replay/7/", "replay/7/?open=1", "keep/", "notation.txt", "live/"):
                answer = stranger.get(f"/m/{match.pk}/{address}")
                assert answer.status_code == 404
                assert "Demo match" not in answer.content.decode()
        assert "Demo match" in replay(match, players[1], 7)
