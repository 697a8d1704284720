"""Taking back and consent in a real browser: by keyboard alone, on a phone, and without JavaScript."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.services.clocks.deadlines import resolve_due_phases
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.playing import has_focus, tab_to
from tests.games.core.playing import play_by_lot, write_move

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
AGREE, REFUSE = 'button[value="agree"]', 'button[value="refuse"]'
HOST_BEGINS = b'{"starter":0}'


@pytest.fixture
def crew(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(crew: list[User], begin_match: BeginMatch) -> Match:
    return begin_match(crew, options=HOST_BEGINS)


def ask_by_keyboard(page: Page, match: Match, field: str, written: str) -> None:
    """Go from the match to the questions for the table, and ask the one that this field belongs to."""
    page.goto(f"/m/{match.pk}/")
    tab_to(page, 'a[href$="/consent/"]')
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("By consent")
    tab_to(page, field)
    page.keyboard.type(written)
    page.keyboard.press("Enter")
    expect(page.get_by_text("The others are asked.")).to_be_visible()


def agree_by_keyboard(page: Page, match: Match, asked: str) -> None:
    """Read on the match's page what is asked, and agree; refusing comes right after it."""
    page.goto(f"/m/{match.pk}/")
    expect(page.get_by_role("region", name="The table is asked")).to_contain_text(asked)
    tab_to(page, AGREE)
    page.keyboard.press("Tab")
    assert has_focus(page, REFUSE)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your answer counts.")).to_be_visible()


def test_the_own_last_move_is_taken_back_from_its_line_by_keyboard(
    match: Match, crew: list[User], visit: Visit
) -> None:
    moved = write_move(match, crew, "pass").position
    page = visit(crew[0])
    page.goto(f"/m/{match.pk}/")
    tab_to(page, f'li[value="{moved}"] a[href$="/moves/take-back/"]')
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Take your last move back")
    assert store.open_book(match.pk).position == moved
    tab_to(page, "main form button")
    page.keyboard.press("Tab")
    assert has_focus(page, f'main form a[href="/m/{match.pk}/"]')
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your move is taken back.")).to_be_visible()
    expect(page.locator(".log").get_by_text(f"You take back your move of entry {moved}.")).to_be_visible()
    expect(page.locator(f'.log li[value="{moved}"] s')).to_have_count(1)
    expect(page.get_by_text("It is your move.")).to_be_visible()


def test_a_rewind_is_agreed_by_all_on_three_pages(match: Match, crew: list[User], visit: Visit) -> None:
    list(play_by_lot(match, crew, b"rewound", 6))
    then = store.book_at(match.pk, 7).state
    anna, ben = visit(crew[0]), visit(crew[1])
    cleo = visit(crew[2], size=PHONE, is_scripted=False)
    ask_by_keyboard(anna, match, "#to", "7")
    expect(anna.get_by_role("region", name="The table is asked")).to_contain_text("Demo Ben, Demo Cleo")
    agree_by_keyboard(ben, match, "what came after entry 7 shall be undone")
    cleo.goto(f"/m/{match.pk}/")
    expect(cleo.get_by_role("region", name="The table is asked")).to_contain_text("Still to answer: Demo Cleo")
    cleo.get_by_role("button", name="I agree").click()
    for page in (anna, ben, cleo):
        page.goto(f"/m/{match.pk}/")
        expect(page.locator(".log").get_by_text("The match was wound back to entry 7.")).to_be_visible()
        expect(page.get_by_role("region", name="The table is asked")).to_have_count(0)
    store.clear_cache()
    assert store.open_book(match.pk).state == then


def test_a_pause_is_agreed_and_ends_by_itself(crew: list[User], begin_match: BeginMatch, visit: Visit) -> None:
    match = begin_match(crew[:2], options=HOST_BEGINS)
    anna, ben = visit(crew[0]), visit(crew[1], size=PHONE)
    ask_by_keyboard(anna, match, "#hours", "24")
    agree_by_keyboard(ben, match, "all clocks shall stand still for 24 hours at most")
    expect(ben.get_by_text("The match is paused until")).to_be_visible()
    assert ben.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert resolve_due_phases(timezone.now() + timedelta(hours=25)) == 1
    anna.goto(f"/m/{match.pk}/")
    expect(anna.get_by_text("It is your move.")).to_be_visible()
    expect(anna.get_by_text("The match is paused until")).to_have_count(0)
