"""Screenshots of every page and state at three widths, by day and, of the games, by night: `make screenshots`.

They go to var/screenshots, or to the folder that SCREENSHOTS names; ONLY takes those alone whose names hold one of its
words. Run by pytest for its live server; no test of the suite is named here.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pytest
from django.conf import settings
from playwright.sync_api import Page

from accounts.models import User
from games.management.demo import lay_out_demo
from games.models import Match
from pirates.registry import GAMES
from tests.conftest import MakePeople
from tests.e2e.conftest import Visit
from tests.e2e.stops import Stop
from tests.e2e.tour import tour
from tests.e2e.tour_of_games import QUICK, tour_of_game
from tests.tables import begin_match

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FOLDER = Path(os.environ.get("SCREENSHOTS", settings.BASE_DIR / "var" / "screenshots"))
ONLY = os.environ.get("ONLY", "").split()
WIDTHS = (360, 768, 1440)
ACTS = {
    "capitan-bacon": (".hand .act",),
    "captn-clever": ('[data-part~="island-5"] .buoy', '[data-part="bay-1-2"] .buoy'),
    "guns-or-treasure": ('.hand [data-part~="place-0"] > .act', '.board [data-part~="new-a"] > .act'),
    "long-live-the-captain": (".hand .act",),
}
"""What to point at, one after the other, in the first question of each game."""


@pytest.mark.timeout(3600)
def test_take_screenshots_of_pages(visit: Visit) -> None:
    people = lay_out_demo()
    take(visit, tour(*people))
    anna, ben = people[:2]
    take(visit, demo_matches(None, "visitor"))
    take(visit, demo_matches(ben, "other"))
    take(visit, demo_matches(anna, "night"), scheme="dark")


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("slug", GAMES)
def test_take_screenshots_of_a_game(slug: str, visit: Visit, people: MakePeople) -> None:
    anna = people("Anna")[0]
    take_acting(visit, anna, slug)
    take(visit, tour_of_game(slug, anna))


def demo_matches(person: User | None, seen_by: str) -> Iterable[Stop]:
    """Yield every demo match, by game and stage."""
    for game, title, pk in Match.objects.filter(title__startswith="Demo: ").values_list("game", "title", "pk"):
        stage = title.split(":")[-1].strip().replace(" ", "-")
        yield Stop("demo", f"{game}-{stage}-{seen_by}", person, f"/m/{pk}/")


def take(visit: Visit, stops: Iterable[Stop], *, scheme: Literal["light", "dark"] = "light") -> None:
    """Take every stop at every width."""
    pages: dict[User | None, Page] = {}
    for stop in stops:
        name = f"{stop.page}-{stop.state}".strip("-")
        if not stop.act and not is_wanted(name):
            continue
        page = pages.get(stop.who) or pages.setdefault(stop.who, visit(stop.who, scheme=scheme))
        stop.go(page)
        picture(page, name)
    for page in pages.values():
        page.context.close()


def take_acting(visit: Visit, anna: User, slug: str) -> None:
    """Take the table while a move is being chosen."""
    page = visit(anna)
    match = begin_match([anna], bots=2, game=slug, options=QUICK.get(slug, b"{}"))
    page.goto(f"/m/{match.pk}/")
    for number, part in enumerate(ACTS[slug], start=1):
        if not page.locator(part).count():
            return
        page.locator(part).first.click()
        picture(page, f"acting-{slug}-{number}")


def is_wanted(name: str) -> bool:
    """Whether this picture is among those asked for."""
    return not ONLY or any(word in name for word in ONLY)


def picture(page: Page, name: str) -> None:
    """Take the page as it stands, whole, at every width."""
    if not is_wanted(name):
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(path=FOLDER / f"{name}-{width}.png", full_page=True)
