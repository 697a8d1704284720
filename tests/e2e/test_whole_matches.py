"""Whole matches through the pages alone: Capitán Bacon by keyboard, Long Live the Captain by mouse on a tablet."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.services.tables.bots import play_waiting_bots
from pirates.long_live_the_captain.events import SwapMade
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import Visit
from tests.e2e.playing import has_focus, is_asked, see_it_done, tab_to
from tests.games.web.tables import HOST_BEGINS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(240),
]

TABLET: ViewportSize = {"width": 768, "height": 1024}
CONFIRM = "#slip [data-confirm]"
LIKED = ("boarding", "shovel", "rod", "spyglass", "map", "switcheroo", "ballast")
COUNT_POINTERS = "addEventListener('pointerdown', () => { sessionStorage.pointed = 1; }, true);"


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


def act_by_keyboard(page: Page) -> None:
    """Play the card that one likes best on the first target there is, or else bury one; answer what else is asked."""
    words = page.locator(".hand [data-part]:has(> .act)").evaluate_all("all => all.map(each => each.dataset.part)")
    if not words:
        answer_by_keyboard(page)
        return
    playable = page.evaluate(
        "() => [...document.querySelectorAll('form.move[data-says]')].map(f => f.outerHTML).join()"
    )
    liked = [
        word
        for word in LIKED
        if f'data-steps="{word}' in playable and any(each.startswith(f"{word} ") for each in words)
    ]
    tab_to(page, f'[data-part~="{liked[0]}"] > .act' if liked else ".hand .act")
    page.keyboard.press("Enter")
    if not liked:
        tab_to(page, CONFIRM)
    elif not has_focus(page, CONFIRM):
        assert has_focus(page, ".is-open > .act")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    see_it_done(page)


def answer_by_keyboard(page: Page) -> None:
    """Use the first form that answers the open question."""
    tab_to(page, ".asked form.move button")
    page.keyboard.press("Enter")
    see_it_done(page)


def test_a_whole_match_of_capitan_bacon_is_played_with_the_keyboard_alone(
    visit: Visit, begin_match: BeginMatch, anna: User
) -> None:
    match, page = begin_match([anna], bots=5, options=HOST_BEGINS), visit(anna)
    page.add_init_script(COUNT_POINTERS)
    acts = 0
    while is_asked(match, anna):
        page.goto(f"/m/{match.pk}/")
        act_by_keyboard(page)
        acts += 1
    page.goto(f"/m/{match.pk}/")
    expect(page.locator(".outcome")).to_be_visible()
    assert acts > 1
    assert not page.evaluate("sessionStorage.pointed")


def deal_by_mouse(page: Page) -> None:
    """Give the batch to the first player who has none yet."""
    page.locator(".batch > .act").click()
    page.locator(".crew .is-open > .act").first.click()


def give_by_mouse(page: Page) -> None:
    """Offer one's first card to the second seat, for nothing."""
    page.locator(".hand [data-part] > .act").first.click()
    page.locator("#at-seat-2 > .act").click()


def bribe_by_mouse(page: Page) -> None:
    """Lay a card and an Apple on the first pirate, and an Apple on the second."""
    page.locator(".hand [data-part] > .act").first.click()
    page.locator(".pirate.is-open > .act").first.click()
    page.locator('.hand [data-part="apple"] > .act').click()
    page.locator(".pirate:not(.is-chosen) > .act").first.click()
    page.locator('.hand [data-part="apple"] > .act').click()


def confirm(page: Page, says: str) -> None:
    """Confirm the move that the slip says."""
    expect(page.locator(".slip-says")).to_contain_text(says)
    page.get_by_role("button", name="Make this move").click()
    see_it_done(page)


def swaps_in(match: Match) -> list[SwapMade]:
    """Return the trades that were made."""
    entries = store.read_entries(store.open_book(match.pk))
    return [event for entry in entries for event in entry.events if isinstance(event, SwapMade)]


def test_a_whole_match_of_long_live_the_captain_is_played_by_pointing_on_a_tablet(
    visit: Visit, begin_match: BeginMatch, anna: User
) -> None:
    options = b'{"first":0,"events":false}'
    match, page = begin_match([anna], bots=4, game="long-live-the-captain", options=options), visit(anna, size=TABLET)
    sealed = 0
    while is_asked(match, anna):
        page.goto(f"/m/{match.pk}/")
        if page.locator(".batch > .act").count():
            deal_by_mouse(page)
            confirm(page, "Give the whole batch to")
            continue
        if not sealed:
            give_by_mouse(page)
            confirm(page, "you give 1")
            assert play_waiting_bots()
            page.goto(f"/m/{match.pk}/")
        bribe_by_mouse(page)
        confirm(page, "Nobody sees it before the reveal.")
        sealed += 1
    page.goto(f"/m/{match.pk}/")
    expect(page.locator(".outcome")).to_be_visible()
    assert sealed == 5
    assert swaps_in(match)
