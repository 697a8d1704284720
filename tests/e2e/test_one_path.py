"""One path to a move: what is sent is what the board and the form show, and a page wakes again after what was sent."""

import random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import Visit
from tests.e2e.playing import see_it_done
from tests.games.web.tables import play, reading

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.timeout(240)]

GUNS = "guns-or-treasure"
LEADS = b'{"leader":0}'
CONFIRM = "#slip [data-confirm]"
BUILD = "form.move:has(#card-1)"
POLL = 10_000
MOST_MATCHES = 40
DRAWN = """() => [...document.querySelectorAll("[data-holds]")].flatMap((place) =>
  [...place.querySelectorAll(".is-laid")].map((card) =>
    [card.textContent.trim(), place.closest("[data-part]").dataset.part])).sort()"""
HELD = """() => ["1", "2", "3"].map((at) => [
  document.getElementById("card-" + at).selectedOptions[0].textContent.trim(),
  document.getElementById("ship-" + at).selectedOptions[0].dataset.part]).sort()"""


@pytest.fixture
def crew(people: MakePeople) -> list[User]:
    return people("Anna", "Ben")


def holds_twice(match: Match, person: User) -> int:
    """Return the place in the hand of a card that lies further left too, or 0."""
    hand = reading(match, person).view.hand
    return next((place for place in range(1, len(hand)) if hand[place] in hand[:place]), 0)


def with_a_pair(begin_match: BeginMatch, crew: list[User]) -> Match:
    """Begin matches until the first player holds a card twice."""
    for _ in range(MOST_MATCHES):
        match = begin_match(crew, game=GUNS, options=LEADS)
        if holds_twice(match, crew[0]):
            return match
    raise AssertionError("nobody ever holds a card twice")


def card(page: Page, place: int) -> None:
    page.locator(f'.hand [data-part~="place-{place}"] > .act').click()


def goal(page: Page, part: str) -> None:
    page.locator(f'.board [data-part~="{part}"] > .act').click()


def check(page: Page) -> None:
    """Hold that no button is lit while the board shows another plan than the form holds."""
    lit = page.locator(f'{BUILD} button[type="submit"]').is_enabled()
    drawn = page.evaluate(DRAWN)
    assert not lit or not drawn or drawn == page.evaluate(HELD)
    assert not page.locator(CONFIRM).is_visible() or drawn == page.evaluate(HELD)


def test_a_plan_that_is_not_complete_has_no_lit_button(visit: Visit, begin_match: BeginMatch, crew: list[User]) -> None:
    match, page = begin_match(crew, game=GUNS, options=LEADS), visit(crew[0])
    page.goto(f"/m/{match.pk}/")
    button = page.locator(f'{BUILD} button[type="submit"]')
    expect(button).to_be_enabled()
    card(page, 0)
    expect(button).to_be_disabled()
    goal(page, "new-b")
    expect(button).to_be_disabled()
    expect(page.locator(CONFIRM)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(button).to_be_enabled()


def test_whatever_is_clicked_or_chosen_the_lit_button_sends_what_is_drawn(
    visit: Visit, begin_match: BeginMatch, crew: list[User]
) -> None:
    match, page, chance = begin_match(crew, game=GUNS, options=LEADS), visit(crew[0]), random.Random(10)
    page.goto(f"/m/{match.pk}/")
    size = len(reading(match, crew[0]).view.hand)
    for _ in range(60):
        match chance.randrange(5):
            case 0 | 1:
                card(page, chance.randrange(size))
            case 2:
                page.locator(".board .slipway > .act").nth(chance.randrange(3)).click()
            case 3:
                page.locator(f"#card-{chance.randint(1, 3)}").select_option(index=chance.randrange(size))
            case _:
                page.locator(f"#ship-{chance.randint(1, 3)}").select_option(index=chance.randrange(3))
        check(page)
    page.keyboard.press("Escape")


def test_a_form_that_is_filled_in_by_hand_is_drawn_on_the_board(
    visit: Visit, begin_match: BeginMatch, crew: list[User]
) -> None:
    match, page = begin_match(crew, game=GUNS, options=LEADS), visit(crew[0])
    page.goto(f"/m/{match.pk}/")
    page.locator("#ship-3").select_option("> new b,")
    expect(page.locator('[data-part="new-b"] .is-laid')).to_have_count(1)
    assert page.evaluate(DRAWN) == page.evaluate(HELD)
    held = page.evaluate(HELD)
    page.locator(f'{BUILD} button[type="submit"]').click()
    see_it_done(page)
    sealed = reading(match, crew[0]).view.plan.placements
    assert sorted([card.label, f"new-{letter}"] for card, letter in sealed) == held


def test_a_page_wakes_after_a_card_that_is_held_twice_was_sealed(
    visit: Visit, begin_match: BeginMatch, crew: list[User]
) -> None:
    match, page = with_a_pair(begin_match, crew), visit(crew[0])
    twin = holds_twice(match, crew[0])
    others = [place for place in range(len(reading(match, crew[0]).view.hand)) if place != twin][:2]
    page.goto(f"/m/{match.pk}/")
    for place in (*others, twin):
        card(page, place)
        goal(page, "new-a")
    page.locator(CONFIRM).click()
    see_it_done(page)
    expect(page.locator(f"{BUILD} option[selected]")).to_have_count(6)
    play(match, crew[1], "build lots")
    expect(page.locator("main")).to_contain_text("Everybody has answered", timeout=POLL)
