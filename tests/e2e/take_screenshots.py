"""Screenshots of every page and state at three widths, by day and, of the table, by night: `make screenshots`.

They go to var/screenshots, or to the folder that SCREENSHOTS names. Run by pytest for its live server; no test of the
suite is named here.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
from django.conf import settings

from accounts.models import User
from games.management.demo import lay_out_demo
from games.models import Match
from tests.e2e.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FOLDER = Path(os.environ.get("SCREENSHOTS", settings.BASE_DIR / "var" / "screenshots"))
WIDTHS = (360, 768, 1440)
OF_EVERYBODY = {
    "front": "/",
    "sign-in": "/accounts/login/",
    "sign-up": "/accounts/signup/",
    "open-tables": "/tables/",
    "fairness": "/fairness/",
    "nothing-here": "/nothing-here/",
}
OF_A_PLAYER = {
    "my-matches": "/matches/",
    "account": "/account/",
    "address": "/accounts/email/",
    "api-keys": "/account/keys/",
    "sign-out": "/accounts/logout/",
}


def test_take_screenshots(visit: Visit) -> None:
    lay_out_demo()
    anna, ben = (User.objects.get(name=f"Demo {name}") for name in ("Anna", "Ben"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    take(visit, None, OF_EVERYBODY | help_pages() | matches(), prefix="visitor")
    take(visit, anna, OF_A_PLAYER | new_tables() | matches(), prefix="player")
    take(visit, ben, matches(), prefix="other")
    take(visit, anna, matches(), prefix="night", scheme="dark")
    take_acting(visit, anna)


def matches() -> dict[str, str]:
    """Return every demo match, by game and stage."""
    found = Match.objects.order_by("game", "title").values_list("game", "title", "pk")
    return {f"{game}-{title.split(':')[-1].strip().replace(' ', '-')}": f"/m/{pk}/" for game, title, pk in found}


def help_pages() -> dict[str, str]:
    """Return the help page of every game."""
    return {f"help-{slug}": f"/help/{slug}/" for slug in games_on_show()}


def new_tables() -> dict[str, str]:
    """Return the form that opens a table, for every game."""
    return {f"new-table-{slug}": f"/tables/new/?game={slug}" for slug in games_on_show()}


def games_on_show() -> list[str]:
    """Return the slugs of the games that have demo matches."""
    return sorted(set(Match.objects.values_list("game", flat=True)))


def take(
    visit: Visit,
    person: User | None,
    pages: Mapping[str, str],
    *,
    prefix: str,
    scheme: Literal["light", "dark"] = "light",
) -> None:
    """Take every page at every width, as one person sees it."""
    page = visit(person, scheme=scheme)
    for name, address in pages.items():
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=FOLDER / f"{prefix}-{name}-{width}.png", full_page=True)
    page.context.close()


def take_acting(visit: Visit, person: User) -> None:
    """Take the table while a move is being chosen, and once it waits to be confirmed."""
    page = visit(person)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(next(address for name, address in matches().items() if name.endswith("bacon-just-begun")))
        page.locator(".hand .act").first.click()
        page.screenshot(path=FOLDER / f"acting-chosen-{width}.png")
        page.keyboard.press("Escape")
        page.locator(".hand .act").last.click()
        page.screenshot(path=FOLDER / f"acting-other-{width}.png")
    page.context.close()
