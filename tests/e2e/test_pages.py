"""The pages in a real browser: sign up by code, open a table with bots, and play, once without JavaScript."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.core import mail
from playwright.sync_api import Browser, Page, ViewportSize, expect

from accounts.models import User
from games.models import Match
from games.selectors.play.matches import read_match
from games.services.tables.bots import play_waiting_bots
from tests.e2e.conftest import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, live_server: object) -> Iterator[Open]:
    """Open pages of the running site, each in a browser of its own."""
    contexts = []

    def open_one(*, size: ViewportSize = DESK, is_scripted: bool = True) -> Page:
        context = browser.new_context(base_url=str(live_server), viewport=size, java_script_enabled=is_scripted)
        context.set_default_timeout(10_000)
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()


def mailed_code() -> str:
    """Return the code of the newest mail."""
    found = re.search(r"^([A-Z0-9-]{6,12})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[1]


def sign_up(page: Page, name: str) -> None:
    """Sign up and enter the mailed code."""
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Email").fill("ada.demo@example.test")
    page.get_by_role("button", name="Sign up").click()
    page.get_by_label("Code").fill(mailed_code())
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My matches")


def open_table_with_bots(page: Page) -> Match:
    """Open a table of three, seat two bots and start."""
    page.get_by_role("main").get_by_role("link", name="Open a table").click()
    page.get_by_label("Title").fill("Demo voyage")
    page.get_by_label("Seats").select_option("3")
    page.get_by_label("Starter").select_option(label="seat 1")
    page.get_by_role("button", name="Open the table").click()
    for _ in range(2):
        page.get_by_role("button", name="Seat a bot").click()
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text("It is your move.")).to_be_visible()
    return Match.objects.get()


def answer_what_is_asked(page: Page) -> None:
    """Use the first form that answers the open question."""
    page.locator(".asked form.move button").first.click()
    expect(page.locator("h1")).to_have_text("Demo voyage")


def play_on(page: Page, match: Match, *, answers: int) -> None:
    """Answer so many questions through the forms, while the bots play between."""
    ada = User.objects.get()
    answered = 0
    while answered < answers and read_match(match, ada).outcome is None:
        if read_match(match, ada).own_question is None:
            assert play_waiting_bots()
            continue
        page.goto(f"/m/{match.pk}/")
        answer_what_is_asked(page)
        answered += 1


def width_of(page: Page) -> int:
    """Return how wide the page is, scrolled or not."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_somebody_signs_up_by_code_opens_a_table_with_bots_and_plays(open_page: Open) -> None:
    page = open_page()
    sign_up(page, "Ada Demo")
    match = open_table_with_bots(page)
    play_on(page, match, answers=6)
    page.goto(f"/m/{match.pk}/")
    assert Match.objects.get().position > 10


def test_every_step_works_without_javascript(open_page: Open) -> None:
    page = open_page(size=PHONE, is_scripted=False)
    sign_up(page, "Ada Demo")
    match = open_table_with_bots(page)
    play_on(page, match, answers=4)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("main").get_by_role("link", name="Sign in")).to_be_visible()


def test_no_page_is_wider_than_a_phone_and_none_breaks_the_content_policy(open_page: Open) -> None:
    page = open_page(size=PHONE)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    sign_up(page, "Ada Demo")
    match = open_table_with_bots(page)
    addresses = ("/", "/matches/", "/tables/", "/tables/new/", "/account/", "/account/keys/", "/fairness/")
    for address in (*addresses, f"/m/{match.pk}/", f"/m/{match.pk}/log/", f"/help/{match.game}/", "/accounts/email/"):
        page.goto(address)
        assert width_of(page) <= PHONE["width"], address
        assert page.locator("h1").count() == 1, address
    assert not complaints


def test_after_signing_out_the_back_button_shows_no_hand(open_page: Open) -> None:
    page = open_page()
    sign_up(page, "Ada Demo")
    open_table_with_bots(page)
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.go_back()
    expect(page.get_by_role("heading", name="Your hand")).to_have_count(0)
