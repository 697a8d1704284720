"""The replay: any position of a match as a seat saw it then, its links, and what a rewind leaves behind."""

import re
from collections import Counter

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.logbook import store
from games.logbook.cache import STRIDE, Checkpoints
from games.models import Deadline, LogEntry, Match, OutboxMail, Seat
from games.selectors.play.replays import book_then
from games.services.tables.matches import rewind_match
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import fresh_key, play_by_lot
from tests.games.web.tables import signed_in

pytestmark = pytest.mark.django_db

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
START = 5


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, players: list[User]) -> Match:
    """A match of three, some way into it."""
    match = begin_match(players)
    list(play_by_lot(match, players, b"replays", 20))
    match.refresh_from_db()
    return match


def end(match: Match, players: list[User]) -> None:
    """Let all but the first player resign, which ends the match."""
    for player in players[1:]:
        give_up_seat(match_id=match.pk, player=player, key=fresh_key())
    match.refresh_from_db()


def replay(match: Match, person: User | None, position: int, query: str = "") -> str:
    """Return the page of one position, without the token that differs on every page."""
    page = signed_in(person).get(f"/m/{match.pk}/replay/{position}/{query}")
    assert page.status_code == 200
    return _TOKEN.sub("", page.content.decode())


GIVES_ORDERS = ' · <a href="#orders">Give another order</a>'
"""What the board of the match page has more than that of a replay: the way to what can be done now."""


def board(page: str) -> str:
    """Return the board of a page of the replay."""
    return page[page.index('<div class="board">') : page.index('aria-labelledby="around"')]


@pytest.mark.parametrize("options", [b'{"memory": "kept"}', b'{"memory": "by-the-book"}'])
def test_a_seat_looked_through_afterwards_shows_just_what_it_saw_then(
    begin_match: BeginMatch, players: list[User], options: bytes
) -> None:
    match = begin_match(players, options=options)
    seen: dict[tuple[int, int], str] = {}
    for receipt in play_by_lot(match, players, b"as it was", 12):
        for seat, player in enumerate(players):
            seen[receipt.position, seat] = board(replay(match, player, receipt.position))
    end(match, players)
    for (position, seat), shown in seen.items():
        assert board(replay(match, None, position, f"?seat={seat + 1}")) == shown
    assert len(set(seen.values())) > 20


def test_the_newest_position_shows_the_board_of_the_match_page(match: Match, players: list[User]) -> None:
    waiting = next(
        player for seat, player in enumerate(players) if Seat.objects.get(match=match, number=seat).is_awaited
    )
    other = next(player for player in players if player != waiting)
    page = signed_in(other).get(f"/m/{match.pk}/").content.decode().replace(GIVES_ORDERS, "")
    shown = board(replay(match, other, match.position))
    assert shown[: shown.rindex("</section>")].strip() in page


def test_the_entry_and_the_log_around_it_are_told_with_the_entry_marked(match: Match, players: list[User]) -> None:
    page = replay(match, players[0], 12)
    assert re.findall(r'<li value="(\d+)"', page) == [str(number) for number in range(18, 5, -1)]
    assert re.search(r'replay/12/"\s+aria-current="step"', page)
    assert len(re.findall("aria-current=.step", page)) == 1


def test_first_previous_next_and_last_lead_through_the_match(match: Match) -> None:
    steps = re.compile(r'href="[^"]*replay/(\d+)/"\s+data-step="(\w+)"')
    last = match.position
    led = {
        position: {name: int(to) for to, name in steps.findall(replay(match, None, position))}
        for position in (1, 12, last)
    }
    assert led[1] == {"first": 1, "previous": 1, "next": 2, "last": last}
    assert led[12] == {"first": 1, "previous": 11, "next": 13, "last": last}
    assert led[last] == {"first": 1, "previous": last - 1, "next": last, "last": last}


def test_a_replay_of_a_running_match_opens_where_it_stands_and_of_one_that_is_over_at_its_start(
    match: Match, players: list[User]
) -> None:
    address = f"/m/{match.pk}/replay/"
    assert Client().get(address)["Location"] == f"{address}{match.position}/"
    end(match, players)
    assert Client().get(address)["Location"] == f"{address}{START}/"


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("position=12", "12/"),
        ("position=0", "1/"),
        ("position=12&seat=2", "12/?seat=2"),
        ("position=3&open=1", "3/?open=1"),
    ],
)
def test_the_slider_works_as_a_form(match: Match, asked: str, leads_to: str) -> None:
    answer = Client().get(f"/m/{match.pk}/replay/?{asked}")
    assert (answer.status_code, answer["Location"]) == (302, f"/m/{match.pk}/replay/{leads_to}")


@pytest.mark.parametrize(
    "asked", ["position=", "position=x", "position=-1", "position=9e9", "position=" + "9" * 400, "seat=x"]
)
def test_a_form_with_nonsense_leads_to_a_position_all_the_same(match: Match, asked: str) -> None:
    answer = Client().get(f"/m/{match.pk}/replay/?{asked}", follow=True)
    assert answer.status_code == 200


@pytest.mark.parametrize("position", [0, 10**6, 10**30])
def test_a_position_that_is_not_there_is_a_page_that_is_not_there(match: Match, position: int) -> None:
    assert Client().get(f"/m/{match.pk}/replay/{position}/").status_code == 404


def test_before_the_start_there_is_a_log_and_no_board(match: Match) -> None:
    page = replay(match, None, START - 1)
    assert "The match had not begun yet." in page
    assert "Demo Cleo sits down." in page
    assert '<div class="board">' not in page


def test_every_line_of_the_log_leads_to_its_position(match: Match, players: list[User]) -> None:
    for address in ("", "log/"):
        page = signed_in(players[0]).get(f"/m/{match.pk}/{address}").content.decode()
        lines = re.findall(r'<li value="(\d+)"', page)
        assert lines
        assert re.findall(rf'href="/m/{match.pk}/replay/(\d+)/"', page) == lines


def test_what_a_rewind_left_behind_is_marked_and_can_be_looked_at_as_it_was(match: Match, players: list[User]) -> None:
    before = {position: board(replay(match, players[0], position)) for position in range(START, match.position + 1)}
    rewind_match(match_id=match.pk, to=12, key="upheld")
    for position, shown in before.items():
        page = replay(match, players[0], position)
        assert board(page) == shown
        assert ("A later rewind undid this entry" in page) == (position > 12)
    newest = replay(match, players[0], match.position + 1)
    assert board(newest) == before[12]
    assert "(wound back)" in newest


def test_leafing_in_any_order_gives_the_match_as_it_stood(match: Match, players: list[User]) -> None:
    rewind_match(match_id=match.pk, to=9, key="upheld")
    list(play_by_lot(match, players, b"another way", 30))
    newest = store.open_book(match.pk)
    entries = list(store.read_entries(newest))
    positions = range(1, newest.position + 1)
    whole = {position: store.book_at(match.pk, position) for position in positions}
    for position in (*reversed(positions), *positions, 50, 3, 50, 40, 26, 25, 24):
        assert book_then(newest, entries, position) == whole[position]


def test_bookmarks_are_bounded_and_found_from_behind(match: Match) -> None:
    marks = Checkpoints(most=2)
    book = store.book_at(match.pk, STRIDE)
    marks.keep(store.book_at(match.pk, STRIDE - 1))
    assert marks.nearest(match.pk, STRIDE) is None
    marks.keep(book)
    assert marks.nearest(match.pk, STRIDE - 1) is None
    assert marks.nearest(match.pk, 3 * STRIDE) is book
    for other in ("a", "b"):
        marks.keep(type(book)(other, book.game, STRIDE))
    assert marks.nearest(match.pk, 3 * STRIDE) is None


def test_the_number_of_queries_does_not_grow_with_the_match(begin_match: BeginMatch, players: list[User]) -> None:
    browser, counted = signed_in(players[0]), []
    for moves in (4, 40):
        match = begin_match(players)
        list(play_by_lot(match, players, b"queries", moves))
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(f"/m/{match.pk}/replay/8/").status_code == 200
        counted.append(len(queries))
    assert counted[0] == counted[1] <= 8


def test_leafing_changes_nothing_and_is_kept_by_no_cache(match: Match, players: list[User]) -> None:
    tables = (Match, Seat, Deadline, LogEntry, OutboxMail)
    before = [list(each.objects.order_by("pk").values()) for each in tables]
    for address in ("replay/", "replay/12/", "replay/12/?open=1", "keep/", "notation.txt", "live/"):
        for _ in range(2):
            answer = signed_in(players[0]).get(f"/m/{match.pk}/{address}")
            assert set(answer["Cache-Control"].replace(" ", "").split(",")) >= {"private", "no-store"}
        assert signed_in(players[0]).post(f"/m/{match.pk}/{address}").status_code == 405
    assert [list(each.objects.order_by("pk").values()) for each in tables] == before


def test_all_cards_open_shows_every_seat_beside_the_others_and_no_id_twice(match: Match, players: list[User]) -> None:
    end(match, players)
    page = replay(match, None, 20, "?open=1")
    ids = Counter(re.findall(r'\sid="([^"]+)"', page))
    assert max(ids.values()) == 1
    referred = {name for names in re.findall(r'aria-labelledby="([^"]+)"', page) for name in names.split()}
    assert referred <= set(ids)
    assert page.count('<div class="board">') == 3
    assert page.count("Your hand</h2>") == 3
    assert 'name="open" value="1"' in page


def test_the_page_holds_no_script_and_no_style_of_its_own(match: Match, players: list[User]) -> None:
    end(match, players)
    for query in ("", "?open=1", "?seat=2"):
        page = replay(match, players[0], 12, query)
        assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son\w+=", page)


def test_names_and_titles_are_shown_as_plain_text(match: Match, players: list[User]) -> None:
    payload = '"><img src=x onerror=alert(1)>'
    Match.objects.filter(pk=match.pk).update(title=payload)
    User.objects.update(name=payload)
    end(match, players)
    for query in ("", "?open=1", "?seat=2"):
        assert payload not in replay(match, None, 12, query)
