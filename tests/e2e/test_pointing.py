"""Acting on the board: whole matches without scripts and by touch at 360 px; plans revised, undone, or grown stale."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.logbook.store import open_book
from games.models import Match
from pirates.guns_or_treasure.pieces import BuildPlan
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.playing import is_asked, see_it_done
from tests.games.web.tables import HOST_BEGINS, play, reading

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(240),
]

LEADS = b'{"leader":0}'
SHORTEST = b'{"starter":0,"any_piers":true,"simplified":true}'
CONFIRM = "#slip [data-confirm]"


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def fleet(begin_match: BeginMatch, anna: User) -> Match:
    """A match of fleets against one bot, in its first building round."""
    return begin_match([anna], bots=1, game="guns-or-treasure", options=LEADS)


def answer_with_forms(page: Page) -> None:
    """Build two ships, attack with the first and retreat when that is allowed, as plain forms let one."""
    if page.locator("#ship-1").count():
        old = page.locator('#ship-1 option[value="> 1,"]').count()
        for place, goal in enumerate(("1", "1", "2") if old else ("new a", "new a", "new b"), start=1):
            page.locator(f"#ship-{place}").select_option(f"> {goal},")
    retreat = page.locator("form:has(#retreat-ship) button")
    (retreat if retreat.count() else page.locator(".asked form.move button").first).click()
    see_it_done(page)


def test_a_whole_match_of_guns_or_treasure_is_played_without_javascript(visit: Visit, fleet: Match, anna: User) -> None:
    page, answers = visit(anna, is_scripted=False), 0
    while is_asked(fleet, anna):
        page.goto(f"/m/{fleet.pk}/")
        answer_with_forms(page)
        answers += 1
    page.goto(f"/m/{fleet.pk}/")
    expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
    expect(page.get_by_role("heading", name="The stashes")).to_be_visible()
    assert answers >= 5


def touch(page: Page, part: str) -> None:
    """Touch the part of the board that is called so."""
    drawn = page.locator(f'.voyage [data-part~="{part}"]')
    if drawn.count():
        drawn.locator(".buoy, .hull").first.tap()
    else:
        page.locator(f'.board [data-part~="{part}"] > .act').first.tap()


def steps_to_take(page: Page) -> list[str]:
    """Return what to touch for the answer that one likes best: one that finds the treasure, or the last one listed."""
    return list(
        page.evaluate("""() => [...document.querySelectorAll(".asked select")].flatMap((list) => {
            const sought = document.querySelector(".isle.sought")?.dataset.part.split(" ")[0];
            const all = [...list.querySelectorAll("option[data-steps]")].map((each) => each.dataset.steps.split(" "));
            return (all.find((steps) => steps.includes(sought)) || all.at(-1)).filter((step) => step !== "captain");
        })""")
    )


def answer_by_touch(page: Page) -> None:
    """Touch one part after another, and then the button."""
    for part in steps_to_take(page):
        touch(page, part)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(CONFIRM).tap()
    see_it_done(page)


def test_a_whole_match_of_captn_clever_is_played_by_touch_on_a_phone(
    visit: Visit, begin_match: BeginMatch, anna: User
) -> None:
    match = begin_match([anna], bots=2, game="captn-clever", options=SHORTEST)
    page, answers = visit(anna, size=PHONE, has_touch=True), 0
    while is_asked(match, anna):
        page.goto(f"/m/{match.pk}/")
        answer_by_touch(page)
        answers += 1
    page.goto(f"/m/{match.pk}/")
    expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
    assert answers >= 10


def test_a_first_task_is_chosen_on_its_card_and_changed_on_its_island(
    visit: Visit, begin_match: BeginMatch, people: MakePeople
) -> None:
    crew = people("Anna", "Ben", "Cleo")
    match = begin_match(crew, game="captn-clever", options=HOST_BEGINS)
    for number, person in enumerate(crew, start=1):
        play(match, person, f"place captain {number} ship lots")
    page = visit(crew[0], size=PHONE, has_touch=True)
    page.goto(f"/m/{match.pk}/")
    touch(page, "gives-pearl")
    expect(page.locator(".slip-says")).to_have_text("Demo Ben shall find: Pearl, island 2.")
    page.locator(CONFIRM).tap()
    see_it_done(page)
    expect(page.locator(".hand .sealed")).to_contain_text("Pearl")
    page.locator('.voyage [data-part~="gives-sabre"] .buoy').tap()
    page.locator(CONFIRM).tap()
    see_it_done(page)
    assert reading(match, crew[0]).view.chosen == "sabre"


def bring(page: Page, place: int, goal: str) -> None:
    """Choose the card in that place of the hand, and bring it to a ship."""
    page.locator(f'.hand [data-part~="place-{place}"] > .act').click()
    page.locator(f'.board [data-part~="{goal}"] > .act').click()


def plan_of(match: Match, person: User) -> BuildPlan:
    """Return what the person has sealed."""
    plan = reading(match, person).view.plan
    assert isinstance(plan, BuildPlan)
    return plan


def test_a_sealed_plan_is_shown_on_its_ships_and_revised_by_pointing(visit: Visit, fleet: Match, anna: User) -> None:
    page, hand = visit(anna), reading(fleet, anna).view.hand
    page.goto(f"/m/{fleet.pk}/")
    for place, goal in enumerate(("new-a", "new-a", "new-b")):
        bring(page, place, goal)
    page.locator(CONFIRM).click()
    see_it_done(page)
    assert plan_of(fleet, anna).placements == ((hand[0], "a"), (hand[1], "a"), (hand[2], "b"))
    expect(page.locator('[data-part="new-a"] .sealed')).to_have_count(2)
    page.locator('.hand [data-part~="place-2"] > .act').click()
    expect(page.locator('[data-part="new-b"] .is-laid')).to_have_count(0)
    bring(page, 5, "new-a")
    page.locator(CONFIRM).click()
    see_it_done(page)
    assert plan_of(fleet, anna).placements == ((hand[0], "a"), (hand[1], "a"), (hand[5], "a"))


def test_escape_undoes_one_choice_after_another_and_nothing_is_sent(visit: Visit, fleet: Match, anna: User) -> None:
    page, before = visit(anna), open_book(fleet.pk).position
    page.goto(f"/m/{fleet.pk}/")
    bring(page, 0, "new-a")
    bring(page, 1, "new-a")
    expect(page.locator(".is-laid")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".is-laid")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#slip")).to_be_hidden()
    expect(page.locator(".is-laid, .is-chosen, .is-open")).to_have_count(0)
    assert open_book(fleet.pk).position == before


def test_a_board_that_has_grown_old_is_refused_and_the_new_one_is_shown(
    visit: Visit, begin_match: BeginMatch, anna: User
) -> None:
    match = begin_match([anna], bots=2, game="captn-clever", options=HOST_BEGINS)
    page = visit(anna)
    page.goto(f"/m/{match.pk}/")
    page.locator('[data-part~="island-5"] .buoy').click()
    page.locator('[data-part="bay-1-2"] .buoy').click()
    play(match, anna, "place captain 9 ship 6-9")
    page.locator(CONFIRM).click()
    expect(page.locator("#refusal")).to_contain_text("no longer open")
    expect(page.locator(".voyage .captain-of.on-9.own")).to_have_count(1)
    assert reading(match, anna).view.crews[0].captain == 9
