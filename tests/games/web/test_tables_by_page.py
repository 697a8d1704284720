"""Lists, opening a table, sitting down, bots, the start, and leaving."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match, Seat
from games.web.match.forms import option_schemas
from games.words.options import words_of_option
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import HOST_BEGINS, forms_of, play, signed_in

pytestmark = pytest.mark.django_db

GAME = next(iter(GAMES))
PLAN = {
    "game": GAME,
    "title": "Demo voyage",
    "seats": "2",
    "pace": "300",
    "key": "one",
    "option_memory": '"by-the-book"',
    "option_express": "on",
    "option_starter": "1",
}


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def ben(people: MakePeople) -> User:
    return people("Ben")[0]


def press(browser: Client, match: Match, address: str) -> int:
    """Use the form of the match page that goes to this address; return the status."""
    page = browser.get(f"/m/{match.pk}/").content.decode()
    form = next(form for form in forms_of(page) if form.action == f"/m/{match.pk}/{address}/")
    return browser.post(form.action, form.fields()).status_code


def test_a_table_is_opened_with_the_options_that_were_chosen(anna: User) -> None:
    browser = signed_in(anna)
    match = Match.objects.get(pk=browser.post("/tables/new/", PLAN)["Location"].split("/")[2])
    assert (match.title, match.seat_count, match.pace_seconds, match.is_private) == ("Demo voyage", 2, 300, False)
    assert match.options == '{"express":true,"memory":"by-the-book","starter":1}'


def test_opening_a_table_twice_with_one_form_opens_one(anna: User) -> None:
    browser = signed_in(anna)
    answers = [browser.post("/tables/new/", PLAN)["Location"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [
        {"seats": "9"},
        {"pace": "1"},
        {"option_memory": '"perfect"'},
        {"option_starter": "5"},
        {"option_starter": "x"},
        {"title": "t" * 61},
        {"title": "a\x00b"},
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_beside_its_field(anna: User, change: dict[str, str]) -> None:
    answer = signed_in(anna).post("/tables/new/", {**PLAN, **change})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not Match.objects.exists()


def test_a_game_that_does_not_exist_is_not_found(anna: User) -> None:
    assert signed_in(anna).get("/tables/new/?game=chess").status_code == 404


def test_an_open_table_is_listed_and_joined_by_post(anna: User, ben: User) -> None:
    match = Match.objects.get(pk=signed_in(anna).post("/tables/new/", PLAN)["Location"].split("/")[2])
    browser = signed_in(ben)
    page = browser.get("/tables/").content.decode()
    assert "Demo voyage" in page
    form = next(form for form in forms_of(page) if form.action == f"/m/{match.pk}/seats/")
    assert browser.get(form.action).status_code == 405
    assert browser.post(form.action, form.fields())["Location"] == f"/m/{match.pk}/"
    assert browser.post(form.action, form.fields()).status_code == 302
    assert Seat.objects.filter(match=match, player=ben).count() == 1
    assert "Demo voyage" not in browser.get("/tables/").content.decode()


def test_a_full_table_takes_nobody_and_says_so(
    anna: User, ben: User, people: MakePeople, open_table: BeginMatch
) -> None:
    match = open_table([anna, ben])
    answer = signed_in(people("Cleo")[0]).post(f"/m/{match.pk}/seats/", {"key": "1"})
    assert answer.status_code == 409
    assert "Every seat at this table is taken." in answer.content.decode()


def test_the_host_seats_a_bot_and_starts(anna: User) -> None:
    browser = signed_in(anna)
    match = Match.objects.get(pk=browser.post("/tables/new/", PLAN)["Location"].split("/")[2])
    assert browser.post(f"/m/{match.pk}/start/", {"key": "early"}).status_code == 409
    assert press(browser, match, "bots") == 302
    assert press(browser, match, "start") == 302
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.parametrize("address", ["bots", "start", "call-off", "invitations"])
def test_only_the_host_runs_the_ready_check(
    anna: User, ben: User, people: MakePeople, open_table: BeginMatch, address: str
) -> None:
    match = open_table([anna, ben])
    answer = signed_in(ben).post(f"/m/{match.pk}/{address}/", {"key": "1", "address": "demo@example.test"})
    assert answer.status_code == 403
    assert "Only the host" in answer.content.decode()
    assert f"/m/{match.pk}/{address}/" not in answer.content.decode()


def test_a_guest_leaves_and_the_host_calls_off(anna: User, ben: User, open_table: BeginMatch) -> None:
    match = open_table([anna, ben])
    assert press(signed_in(ben), match, "leave") == 302
    assert not Seat.objects.filter(match=match, player=ben).exists()
    assert press(signed_in(anna), match, "call-off") == 302
    page = signed_in(anna).get(f"/m/{match.pk}/").content.decode()
    assert "called off" in page


def test_resigning_is_asked_about_first(anna: User, ben: User, begin_match: BeginMatch) -> None:
    match, browser = begin_match([anna, ben]), signed_in(ben)
    page = browser.get(f"/m/{match.pk}/leave/").content.decode()
    assert Match.objects.get().status == Match.Status.RUNNING
    form = next(form for form in forms_of(page) if not form.action)
    browser.post(f"/m/{match.pk}/leave/", form.fields())
    assert Match.objects.get().status == Match.Status.OVER
    over = browser.get(f"/m/{match.pk}/").content.decode()
    assert re.search(r"Demo Anna</strong>\s*won", over)
    assert "The secret behind the dice is opened" in over
    assert f"/api/v1/matches/{match.pk}/export/" in over


def test_my_matches_begin_with_my_own_move(anna: User, ben: User, begin_match: BeginMatch) -> None:
    waiting, played = begin_match([anna, ben], options=HOST_BEGINS), begin_match([anna, ben], options=HOST_BEGINS)
    play(played, anna, "pass")
    page = signed_in(anna).get("/matches/").content.decode()
    assert page.index(f"/m/{waiting.pk}/") < page.index(f"/m/{played.pk}/")
    assert page.count("your move") == 1
    assert re.search(r'class="badge">.*?1</span>', page)


def test_my_matches_cost_the_same_queries_for_5_and_for_300(anna: User, ben: User, begin_match: BeginMatch) -> None:
    for _ in range(5):
        begin_match([anna, ben])
    browser = signed_in(anna)
    with CaptureQueriesContext(connection) as few:
        browser.get("/matches/")
    columns = Match.objects.values().first()
    assert columns is not None
    many = [Match(**{**columns, "id": f"copy{number}", "opening_key": None}) for number in range(295)]
    Match.objects.bulk_create(many)
    Seat.objects.bulk_create(Seat(match=match, number=0, player=anna, is_taken=True) for match in many)
    with CaptureQueriesContext(connection) as lots:
        page = browser.get("/matches/").content.decode()
    assert len(lots) == len(few) <= 6
    assert page.count("row-title") == 20
    with CaptureQueriesContext(connection) as tables:
        browser.get("/tables/")
    assert len(tables) <= 6


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_option_is_explained_where_a_table_is_opened_and_where_it_is_joined(
    slug: str, anna: User, open_table: BeginMatch
) -> None:
    options = [words_of_option(slug, name) for name in option_schemas(GAMES[slug])]
    form = signed_in(anna).get(f"/tables/new/?game={slug}").content.decode()
    match = open_table([anna], bots=2, game=slug)
    page = signed_in(anna).get(f"/m/{match.pk}/").content.decode()
    for words in options:
        assert words.label
        assert words.meaning in unescape(form)
        assert words.meaning in unescape(page)
