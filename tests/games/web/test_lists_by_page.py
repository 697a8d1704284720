"""The lists: filters with steady addresses, pages that a cursor finds, results, and counts that agree everywhere."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.selectors.tables.lists import count_my_moves
from games.services.tables.matches import call_off_match
from games.services.tables.seats import give_up_seat
from games.web.tables.lists import PER_PAGE
from pirates.fingerprints import GENESIS
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import HOST_BEGINS, signed_in

pytestmark = pytest.mark.django_db

FIRST, SECOND = list(GAMES)[:2]


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def ben(people: MakePeople) -> User:
    return people("Ben")[0]


def rows(host: User, count: int, *, status: Match.Status = Match.Status.WAITING, game: str = FIRST) -> list[Match]:
    """Write matches as the projection leaves them: the host sits at seat 1, seat 2 is free."""
    now = timezone.now()
    matches = Match.objects.bulk_create(
        Match(
            game=game,
            rules_version=1,
            title=f"Demo {game} {number}",
            host=host,
            seat_count=2,
            pace_seconds=[300, 43_200, 86_400, 604_800][number % 4],
            window_seconds=300,
            status=status,
            needs_players=status == Match.Status.WAITING,
            commitment=GENESIS,
            head=GENESIS,
            opened_at=now - timedelta(minutes=number // 3),
        )
        for number in range(count)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=seat, player=host if seat == 0 else None, is_taken=seat == 0)
        for match in matches
        for seat in (0, 1)
    )
    return matches


def titles(page: str) -> list[str]:
    """Return the titles of the matches on a page, in order."""
    return re.findall(r'class="row-title" href="/m/[^"]+">([^<]+)<', page)


def walk(browser: Client, address: str) -> list[str]:
    """Return the titles of every page of a list, following its own links."""
    found: list[str] = []
    while address:
        page = browser.get(address).content.decode()
        found += titles(page)
        further = re.search(r'rel="next" href="([^"]+)"', page)
        address = address.partition("?")[0] + further[1].replace("&amp;", "&") if further else ""
    return found


@pytest.mark.parametrize("path", ["/tables/", "/matches/"])
def test_the_pages_of_a_list_show_every_match_once_and_in_order(path: str, anna: User, ben: User) -> None:
    made = rows(anna, 2 * PER_PAGE + 3)
    browser = signed_in(ben if path == "/tables/" else anna)
    newest = sorted(made, key=lambda each: (-each.opened_at.timestamp(), each.pk))
    assert walk(browser, path) == [each.title for each in newest]


def test_own_matches_are_paged_across_own_moves_and_what_is_over(anna: User, begin_match: BeginMatch) -> None:
    asked = [begin_match([anna], bots=1, options=HOST_BEGINS) for _ in range(2)]
    rows(anna, PER_PAGE)
    over = rows(anna, PER_PAGE, status=Match.Status.OVER, game=SECOND)
    shown = walk(signed_in(anna), "/matches/")
    assert shown[:2] == [each.title for each in asked]
    assert len(shown) == len(set(shown) - {"Demo match"}) + 2 == 2 * PER_PAGE + 2
    assert set(shown[-PER_PAGE:]) == {each.title for each in over}


def test_a_filter_shows_what_it_says_and_keeps_to_it_on_further_pages(anna: User, ben: User) -> None:
    rows(anna, 4 * PER_PAGE + 8)
    rows(anna, 3, game=SECOND)
    rows(anna, 2, status=Match.Status.RUNNING, game=SECOND)
    browser = signed_in(ben)
    assert len(walk(browser, f"/tables/?game={SECOND}")) == 3
    assert len(walk(browser, f"/tables/?game={SECOND}&show=watch")) == 2
    by_pace = [walk(browser, f"/tables/?game={FIRST}&pace={pace}") for pace in ("minutes", "hours", "days", "weeks")]
    assert [len(found) for found in by_pace] == [PER_PAGE + 2] * 4
    assert not set(by_pace[0]) & set(by_pace[1])


def test_my_matches_are_filtered_by_whose_move_it_is_and_by_how_far_they_are(
    anna: User, ben: User, begin_match: BeginMatch, open_table: BeginMatch
) -> None:
    begin_match([anna, ben], options=HOST_BEGINS)
    open_table([anna, ben])
    rows(anna, 1)
    found = {
        show: len(walk(signed_in(anna), f"/matches/?show={show}"))
        for show in ("move", "players", "running", "over", "")
    }
    assert found == {"move": 1, "players": 1, "running": 1, "over": 0, "": 3}
    assert not walk(signed_in(ben), "/matches/?show=move")


@pytest.mark.parametrize("path", ["/tables/", "/matches/"])
@pytest.mark.parametrize(
    "query",
    [
        "show=secret",
        "game=chess",
        "pace=12",
        "after=x",
        "after=9-9-9",
        "order_by=host__email",
        "host__email=demo.anna@letters.localhost",
        "seats__player__password__startswith=a",
        "page=2",
        "page_size=10000",
        "search=Demo",
        "fields=commitment",
        "game__contains=c",
        "game=%00",
    ],
)
def test_f66_what_no_filter_offers_changes_nothing(path: str, query: str, anna: User, ben: User) -> None:
    rows(anna, 3)
    browser = signed_in(ben if path == "/tables/" else anna)
    answer = browser.get(f"{path}?{query}")
    assert answer.status_code == 200
    assert titles(answer.content.decode()) == titles(browser.get(path).content.decode()) != []


def test_the_address_of_a_filtered_page_names_what_was_chosen_and_nothing_else(anna: User, ben: User) -> None:
    rows(anna, 4 * PER_PAGE + 4)
    page = signed_in(ben).get("/tables/?pace=days&junk=1&show=").content.decode()
    further = re.search(r'rel="next" href="([^"]+)"', page)
    assert further
    assert set(parse_qs(urlsplit(further[1].replace("&amp;", "&")).query)) == {"pace", "after"}
    assert re.search(r'<option value="days" selected>', page)


@pytest.mark.parametrize("path", ["/tables/", "/matches/"])
def test_a_list_takes_as_many_queries_for_many_as_for_few(path: str, anna: User, ben: User) -> None:
    browser, taken = signed_in(ben if path == "/tables/" else anna), []
    for count in (2, PER_PAGE + 5):
        rows(anna, count)
        with CaptureQueriesContext(connection) as queries:
            browser.get(path)
        taken.append(len(queries))
    assert taken[0] == taken[1]


def test_a_finished_match_says_how_it_ended_for_its_reader(
    anna: User, ben: User, begin_match: BeginMatch, open_table: BeginMatch
) -> None:
    given_up = begin_match([anna, ben])
    give_up_seat(match_id=given_up.pk, player=ben, key="give up")
    assert "<strong>won</strong>" in signed_in(anna).get("/matches/").content.decode()
    assert "<strong>place 2 of 2</strong>" in signed_in(ben).get("/matches/").content.decode()
    called_off = open_table([anna, ben])
    call_off_match(match_id=called_off.pk, host=anna, key="off")
    assert "<strong>called off</strong>" in signed_in(anna).get("/matches/").content.decode()


def test_f22_badge_list_page_and_api_count_the_same_moves(anna: User, ben: User, begin_match: BeginMatch) -> None:
    for first in (0, 1, 0):
        begin_match([anna, ben], options=b'{"starter":%d}' % first)
    for person, count in ((anna, 2), (ben, 1)):
        browser = signed_in(person)
        page = browser.get("/matches/").content.decode()
        assert page.count('<strong class="badge">your move</strong>') == count
        assert f"waiting for me: </span>{count}</span>" in page
        assert len(browser.get("/api/v1/matches/?to_move=true").json()["matches"]) == count
        assert count_my_moves(person) == count
