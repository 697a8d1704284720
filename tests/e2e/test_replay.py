"""Replay and live pages in a real browser: stepping, playing on, following a table, and a kept file from disk."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from accounts.models import User
from games.models import Match
from games.services.tables.bots import play_waiting_bots
from games.services.tables.seats import give_up_seat
from tests.e2e.conftest import DESK, PHONE
from tests.games.core.playing import play_by_lot
from tests.games.web.tables import play
from tests.tables import begin_match, make_people

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LIVE_MS = 15_000
PLAYED = 24
Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, live_server: object) -> Iterator[Open]:
    """Open pages of the running site, each in a browser of its own, signed in as somebody or as nobody."""
    contexts: list[BrowserContext] = []

    def open_one(person: User | None = None, *, size: ViewportSize = DESK, is_scripted: bool = True) -> Page:
        context = browser.new_context(base_url=str(live_server), viewport=size, java_script_enabled=is_scripted)
        context.set_default_timeout(10_000)
        contexts.append(context)
        if person is not None:
            sign_in(context, person, str(live_server))
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()


def sign_in(context: BrowserContext, person: User, address: str) -> None:
    """Give a browser the session of somebody who has signed in."""
    client = Client()
    client.force_login(person)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])


@pytest.fixture
def players(transactional_db: None) -> list[User]:
    return make_people("Anna", "Ben", "Cleo")


@pytest.fixture
def finished(players: list[User]) -> Match:
    """A match of three that is over."""
    match = begin_match(players)
    list(play_by_lot(match, players, b"seen in a browser", PLAYED))
    for player in players[1:]:
        give_up_seat(match_id=match.pk, player=player, key=player.name)
    match.refresh_from_db()
    return match


def is_at(page: Page, position: int) -> None:
    """Expect the replay to show a position, in page, slider and address."""
    expect(page.locator("#moment")).to_have_attribute("data-position", str(position))
    expect(page.get_by_label("Entry")).to_have_value(str(position))
    expect(page).to_have_url(re.compile(rf"/replay/{position}/"))


def test_a_bots_move_appears_without_reloading(open_page: Open, players: list[User]) -> None:
    match = begin_match(players[:1], bots=1, options=b'{"starter":1}')
    page = open_page(players[0])
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"/m/{match.pk}/")
    expect(page.get_by_text("It is your move.")).to_have_count(0)
    page.evaluate("window.stays = true")
    page.locator(".log a").first.focus()
    while Match.objects.get(pk=match.pk).seats.get(number=0).is_awaited is False:
        assert play_waiting_bots()
    expect(page.get_by_text("It is your move.").first).to_be_visible(timeout=LIVE_MS)
    expect(page.locator("form.move").first).to_be_attached()
    expect(page.locator(".top .badge, nav .badge").first).to_contain_text("1")
    assert page.evaluate("window.stays")
    assert page.evaluate("document.activeElement.tagName") == "A"
    page.locator("form.move button[type=submit]:visible").first.click()
    page.wait_for_load_state()
    assert Match.objects.get(pk=match.pk).position > match.position + 1
    assert not complaints


def test_a_form_that_was_begun_stays_and_a_note_says_that_the_table_has_changed(
    open_page: Open, players: list[User]
) -> None:
    match = begin_match(players, options=b'{"starter":0}')
    page = open_page(players[0], size=PHONE)
    page.goto(f"/m/{match.pk}/")
    box = page.locator("form.move input[type=checkbox]").first
    box.evaluate("box => box.click()")
    give_up_seat(match_id=match.pk, player=players[2], key="tired")
    note = page.locator("[data-changed]")
    expect(note).to_be_visible(timeout=LIVE_MS)
    assert box.is_checked()
    expect(page.get_by_text("Demo Cleo has resigned")).to_have_count(0)
    note.get_by_role("link").click()
    expect(page.get_by_text(re.compile("Demo Cleo has resigned")).first).to_be_visible()


def test_a_form_taken_back_lets_the_change_in(open_page: Open, players: list[User]) -> None:
    match = begin_match(players, options=b'{"starter":0}')
    page = open_page(players[0])
    page.goto(f"/m/{match.pk}/")
    box = page.locator("form.move input[type=checkbox]").first
    box.evaluate("box => box.click()")
    give_up_seat(match_id=match.pk, player=players[2], key="tired")
    expect(page.locator("[data-changed]")).to_be_visible(timeout=LIVE_MS)
    box.evaluate("box => box.click()")
    expect(page.get_by_text(re.compile("Demo Cleo has resigned")).first).to_be_visible(timeout=LIVE_MS)
    expect(page.locator("[data-changed]")).to_be_hidden()


def test_a_card_that_was_picked_stays_picked_while_the_table_changes(open_page: Open, players: list[User]) -> None:
    match = begin_match(players, options=b'{"starter":0}')
    page = open_page(players[0])
    page.goto(f"/m/{match.pk}/")
    page.locator(".board .can-act button.act").first.click()
    expect(page.locator("form.is-armed")).to_have_count(1)
    give_up_seat(match_id=match.pk, player=players[2], key="tired")
    expect(page.locator("[data-changed]")).to_be_visible(timeout=LIVE_MS)
    expect(page.locator("form.is-armed")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_text(re.compile("Demo Cleo has resigned")).first).to_be_visible(timeout=LIVE_MS)
    page.locator(".board .can-act button.act").first.click()
    expect(page.locator("form.is-armed")).to_have_count(1)


def test_my_matches_follows_without_reloading(open_page: Open, players: list[User]) -> None:
    match = begin_match(players, options=b'{"starter":0}')
    page = open_page(players[1])
    page.goto("/matches/")
    expect(page.get_by_text("your move")).to_have_count(0)
    page.evaluate("window.stays = true")
    play(match, players[0], "pass")
    expect(page.get_by_text("your move").first).to_be_visible(timeout=LIVE_MS)
    assert page.evaluate("window.stays")


def test_slider_links_and_arrow_keys_step_through_a_match(
    open_page: Open, finished: Match, players: list[User]
) -> None:
    page, last = open_page(players[0]), finished.position
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"/m/{finished.pk}/replay/10/?seat=2")
    page.evaluate("window.stays = true")
    is_at(page, 10)
    for key, position in (("ArrowRight", 11), ("ArrowRight", 12), ("ArrowLeft", 11), ("End", last), ("Home", 1)):
        page.locator("body").press(key)
        is_at(page, position)
    page.get_by_role("link", name="Next").click()
    is_at(page, 2)
    page.get_by_role("link", name="Last").click()
    is_at(page, last)
    page.get_by_label("Entry").fill("14")
    is_at(page, 14)
    page.get_by_label("Entry").press("ArrowRight")
    is_at(page, 15)
    assert page.url.endswith("/replay/15/?seat=2")
    assert page.evaluate("window.stays")
    page.get_by_role("link", name="All cards open").click()
    is_at(page, 15)
    expect(page.get_by_role("heading", name="Your hand")).to_have_count(3)
    assert not complaints


def test_a_replay_plays_on_by_itself_until_stopped(open_page: Open, finished: Match) -> None:
    page = open_page()
    page.goto(f"/m/{finished.pk}/replay/{finished.position - 2}/")
    page.get_by_role("button", name="Play on").click()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_have_attribute("aria-pressed", "true")
    is_at(page, finished.position)
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    page.get_by_role("button", name="Play on").click()
    is_at(page, 1)
    stop.click()
    standing = page.locator("#moment").get_attribute("data-position")
    page.wait_for_timeout(2500)
    assert page.locator("#moment").get_attribute("data-position") == standing


def test_a_reader_who_wants_less_motion_gets_a_slower_replay(open_page: Open, finished: Match) -> None:
    page = open_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/m/{finished.pk}/replay/10/")
    page.get_by_role("button", name="Play on").click()
    is_at(page, 11)
    page.wait_for_timeout(2500)
    is_at(page, 11)


def test_without_javascript_slider_and_links_do_the_same(open_page: Open, finished: Match) -> None:
    page = open_page(size=PHONE, is_scripted=False)
    page.goto(f"/m/{finished.pk}/replay/10/?open=1")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#moment")).to_have_attribute("data-position", "11")
    page.get_by_label("Entry").press("ArrowRight")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#moment")).to_have_attribute("data-position", "12")
    assert page.url.endswith("/replay/12/?open=1")


def test_the_kept_file_opens_from_disk_and_steps_through(
    open_page: Open, finished: Match, tmp_path: Path, browser: Browser
) -> None:
    page = open_page()
    page.goto(f"/m/{finished.pk}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Keep it as one file").first.click()
    file = tmp_path / "kept.html"
    download.value.save_as(file)
    alone = browser.new_context(viewport=PHONE, offline=True).new_page()
    complaints: list[str] = []
    alone.on("console", lambda message: complaints.append(message.text))
    alone.goto(file.as_uri())
    count = alone.locator("#count")
    expect(count).to_have_text(f"1 / {finished.position}")
    alone.locator("body").press("End")
    expect(count).to_have_text(f"{finished.position} / {finished.position}")
    expect(alone.locator("#stage section")).to_have_count(3)
    alone.get_by_label("Through whose eyes").select_option("As Demo Ben saw it")
    expect(alone.locator("#stage section")).to_have_count(1)
    alone.get_by_role("button", name="Back").click()
    expect(count).to_have_text(f"{finished.position - 1} / {finished.position}")
    alone.get_by_label("Entry").fill("12")
    expect(count).to_have_text(f"13 / {finished.position}")
    alone.get_by_role("button", name="Play on").click()
    expect(count).to_have_text(f"15 / {finished.position}")
    assert alone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not complaints
    alone.context.close()
