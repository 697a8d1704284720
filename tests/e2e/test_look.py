"""How the pages look and how they are used: by pointing, by keyboard, by ear; their sizes and colours."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Page, Response, expect

from accounts.models import User
from games.models import Match
from games.services.tables.bots import play_waiting_bots
from pirates.capitan_bacon.pieces import Card as Bacon
from pirates.captn_clever.pieces import Colour
from pirates.guns_or_treasure.pieces import Card as Guns
from pirates.long_live_the_captain.pieces import Card as LiveLong
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import PHONE, Visit
from tests.games.web.tables import HOST_BEGINS, reading, signed_in

in_a_browser = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MOST_BYTES, MOST_SCRIPT = 200_000, 60_000
READABLE, VISIBLE = 4.5, 3.0
TEXT_ON_GROUND = [
    *((ink, ground) for ink in ("ink", "dim", "sea", "seal") for ground in ("paper", "sheet")),
    *(("ink", ground) for ground in ("water", "gold-wash", "good", "bad")),
    ("on-seal", "seal"),
    ("on-plank", "plank"),
]
LINES_ON_GROUND = [("edge", "paper"), ("edge", "sheet"), ("seal", "water"), ("sea", "water"), ("ink", "land")]
FAULTS = """() => {
  const nameOf = (e) => (e.getAttribute("aria-label") || e.innerText || e.textContent || e.value || "").trim();
  const shown = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility());
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  const levels = shown.filter((e) => /^H[1-6]$/.test(e.tagName)).map((e) => Number(e.tagName[1]));
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => "two elements are called " + id),
    ...shown.filter((e) => e.matches("a[href], button") && !nameOf(e)).map((e) => "no name: " + e.outerHTML),
    ...shown.filter((e) => e.matches("input:not([type=hidden]), select, textarea"))
      .filter((e) => !e.labels.length && !e.getAttribute("aria-label")).map((e) => "no label: " + e.outerHTML),
    ...[...document.images].filter((e) => !e.hasAttribute("alt")).map((e) => "no alt: " + e.outerHTML),
    ...[...document.querySelectorAll("[aria-labelledby]")]
      .filter((e) => !document.getElementById(e.getAttribute("aria-labelledby")))
      .map((e) => "labelled by nothing: " + e.getAttribute("aria-labelledby")),
    ...levels.filter((level, at) => at && level > levels[at - 1] + 1).map((level) => "nothing above h" + level),
    ...(document.querySelectorAll("h1").length === 1 ? [] : ["not one h1"]),
    ...(document.querySelectorAll("main").length === 1 ? [] : ["not one main"]),
    ...(document.documentElement.lang ? [] : ["no language"]),
    ...shown.filter((e) => e.matches("button, select, .button, summary"))
      .filter((e) => e.getBoundingClientRect().height < 24).map((e) => "too small to hit: " + e.outerHTML),
    ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : []),
  ];
}"""


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def match(begin_match: BeginMatch, anna: User) -> Match:
    return begin_match([anna], bots=2, options=HOST_BEGINS)


def static_text(name: str) -> str:
    """Return the text of a static file."""
    return Path(str(finders.find(name))).read_text()


def colours() -> list[dict[str, str]]:
    """Return the colours by day and by night."""
    day, night = static_text("games/ground.css").split("@media (prefers-color-scheme: dark)")[:2]
    by_day = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", day))
    return [by_day, by_day | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", night))]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2, relative luminance)."""
    lights = []
    for colour in (one, other):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def position(match: Match) -> int:
    """Return how far the match has come."""
    return Match.objects.get(pk=match.pk).position


def faults(page: Page, address: str) -> list[str]:
    """Return what is wrong with a page for whoever cannot see it or points with a thumb."""
    page.goto(address)
    return [f"{address}: {fault}" for fault in page.evaluate(FAULTS)]


def choose_by_keyboard(page: Page) -> None:
    """Choose the card or target that has the focus, and a target if one is asked for; ends on the button to confirm."""
    page.keyboard.press("Enter")
    confirm = page.locator("#slip [data-confirm]")
    if not confirm.is_visible():
        page.locator(".is-open .act").first.focus()
        page.keyboard.press("Enter")
    for _ in range(60):
        if confirm.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the button to confirm is out of reach")


@pytest.mark.parametrize("scheme", [0, 1], ids=["day", "night"])
def test_words_and_lines_stand_out_from_their_ground(scheme: int) -> None:
    shades = colours()[scheme]
    ratios = {pair: contrast(shades[pair[0]], shades[pair[1]]) for pair in TEXT_ON_GROUND + LINES_ON_GROUND}
    assert not {pair: ratio for pair, ratio in ratios.items() if pair in TEXT_ON_GROUND and ratio < READABLE}
    assert not {pair: ratio for pair, ratio in ratios.items() if pair in LINES_ON_GROUND and ratio < VISIBLE}


def test_every_card_has_a_picture_of_its_own() -> None:
    drawings = dict(
        re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', static_text("games/art/loot.svg"), re.DOTALL)
    )
    assert set(drawings) >= {card.value for kinds in (Bacon, Guns, LiveLong) for card in kinds}
    assert len(set(drawings.values())) == len(drawings)


@pytest.mark.django_db
def test_every_picture_that_a_page_uses_is_drawn(match: Match, anna: User) -> None:
    used: set[tuple[str, str]] = set()
    for address in ("/", f"/m/{match.pk}/", *(f"/help/{slug}/" for slug in GAMES)):
        page = signed_in(anna).get(address).content.decode()
        used |= set(re.findall(r'<use href="/static/([^"#]+)#([^"]+)"', page))
    assert len(used) > 10
    assert not {(file, name) for file, name in used if f'<symbol id="{name}"' not in static_text(file)}


@pytest.mark.django_db
def test_own_cards_are_marked_for_pointing_and_no_other_card_is(match: Match, anna: User) -> None:
    page = signed_in(anna).get(f"/m/{match.pk}/").content.decode()
    marked = re.findall(r'<li class="card[^>]*data-part="(\S+) place-', page)
    assert marked == [card.value for card in reading(match, anna).view.hand]
    assert " place-" not in Client().get(f"/m/{match.pk}/").content.decode()


class TestInABrowser:
    """What only a browser can tell."""

    pytestmark = in_a_browser

    def test_a_stranger_begins_a_match_and_makes_a_first_move_by_pointing(self, visit: Visit) -> None:
        page = visit(size=PHONE)
        page.goto("/")
        page.get_by_role("button", name="against bots now").click()
        match, guest = Match.objects.get(), User.objects.get()
        while reading(match, guest).own_question is None:
            assert play_waiting_bots()
        page.goto(f"/m/{match.pk}/")
        before = position(match)
        if page.locator(".hand .act").count():
            page.locator(".hand .act").first.click()
            bury = page.locator("#slip [data-instead]")
            if not page.locator("#slip [data-confirm]").is_visible():
                bury.click()
            page.get_by_role("button", name="Make this move").click()
        else:
            page.locator(".asked form.move button").first.click()
        expect(page.get_by_text("Done.")).to_be_visible()
        assert position(match) == before + 1

    def test_nothing_is_sent_before_it_is_confirmed(self, visit: Visit, match: Match, anna: User) -> None:
        page, before = visit(anna), position(match)
        page.goto(f"/m/{match.pk}/")
        page.locator(".hand .act").first.click()
        expect(page.locator("#slip")).to_be_visible()
        page.get_by_role("button", name="Take it back").click()
        expect(page.locator("#slip")).to_be_hidden()
        expect(page.locator(".is-chosen")).to_have_count(0)
        assert position(match) == before

    def test_a_whole_move_is_made_with_the_keyboard(self, visit: Visit, match: Match, anna: User) -> None:
        page, before = visit(anna), position(match)
        page.goto(f"/m/{match.pk}/")
        page.locator("main").focus()
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.hand .act')"):
                break
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        choose_by_keyboard(page)
        page.keyboard.press("Escape")
        expect(page.locator("#slip")).to_be_hidden()
        assert page.evaluate("document.activeElement.matches('.act')")
        choose_by_keyboard(page)
        page.keyboard.press("Enter")
        expect(page.get_by_text("Done.")).to_be_visible()
        assert position(match) == before + 1

    def test_pointing_offers_what_the_forms_offer_and_nothing_else(
        self, visit: Visit, match: Match, anna: User
    ) -> None:
        page = visit(anna)
        page.goto(f"/m/{match.pk}/")
        aimed = page.evaluate("""() => [...document.querySelectorAll(".board .islands [data-part], .crew [data-part]")]
            .map((part) => [part.dataset.part, Boolean(part.querySelector(".act"))])""")
        listed = page.evaluate("""() => [...document.querySelectorAll(".asked option[data-steps]")].map((option) =>
            option.dataset.steps.split(" ")[1])""")
        assert len(aimed) > 8
        assert {target for target, can_act in aimed if can_act} == set(listed)

    @pytest.mark.parametrize("slug", sorted(GAMES))
    def test_a_first_visit_is_small(self, visit: Visit, begin_match: BeginMatch, anna: User, slug: str) -> None:
        match, page = begin_match([anna], bots=3, game=slug), visit(anna)
        sizes: dict[str, int] = {}

        def weigh(response: Response) -> None:
            sizes[response.url] = len(response.body())

        page.on("response", weigh)
        page.goto("/")
        page.goto(f"/m/{match.pk}/", wait_until="networkidle")
        page.remove_listener("response", weigh)
        assert len(sizes) > 5
        assert sum(sizes.values()) < MOST_BYTES, sizes
        assert sum(size for url, size in sizes.items() if url.endswith(".js")) < MOST_SCRIPT

    @pytest.mark.parametrize("slug", sorted(GAMES))
    def test_everything_has_a_name_and_nothing_is_too_wide_or_too_small(
        self, visit: Visit, begin_match: BeginMatch, people: MakePeople, slug: str
    ) -> None:
        (ben,) = people("Ben")
        match = begin_match([ben], bots=2, game=slug)
        pages = ["/", "/matches/", "/tables/", f"/tables/new/?game={slug}", "/account/", f"/help/{slug}/"]
        pages += [f"/m/{match.pk}/", f"/m/{match.pk}/log/", f"/m/{match.pk}/leave/", "/fairness/", "/accounts/email/"]
        page, found = visit(ben, size=PHONE), list[str]()
        for address in pages:
            found += faults(page, address)
        assert not found


def test_a_fleet_has_the_colour_of_its_players_flag() -> None:
    voyage = static_text("games/voyage.css")
    for seat, colour in enumerate(Colour, start=1):
        assert f".fleet-{colour} {{ fill: var(--flag-{seat}); }}" in voyage
