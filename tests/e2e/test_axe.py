"""Nothing on any page in any state that axe finds fault with (WCAG 2.2 AA and good practice), by day and by night.

Nor is a page wider than its screen, or a picture without a size or larger than its place.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.fixtures import Settings

from accounts.models import User
from games.desk.urls import urlpatterns as desk_pages
from games.models import Match, OutboxMail
from games.notifications.letters.kinds import write_letter
from games.notifications.relevance import recipient_of
from games.web.urls import urlpatterns as pages
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import DESK, PHONE, Visit
from tests.e2e.stops import Stop
from tests.e2e.tour import tour
from tests.e2e.tour_of_games import tour_of_game

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(600),
]

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TAGS = [*WCAG, "best-practice"]
NO_PAGES: Mapping[str, frozenset[str]] = {
    "a POST only, which leads to a page": frozenset(
        {
            "accept_invitation", "answer_consent", "answer_referee", "appeal", "be_back", "calendar_invites",
            "call_off", "choose_language", "close_calendar", "confirm", "decline_invitation", "desk_ask",
            "desk_retry", "desk_retry_all", "desk_shut", "invite", "match_mail", "moves", "mute", "mute_table",
            "new_calendar", "offer_seat", "queued", "rematch", "reply_by_mail", "revoke_key", "seat_bot", "sit_down",
            "start", "try", "try_mail", "unblock", "withdraw_dispute",
        }
    ),
    "a part of another page, which is looked at whole": frozenset({"live", "live_matches", "mail_markup"}),
    "a file, or for machines": frozenset({"calendar", "keep", "mail_hook", "notation", "own_data", "proof_export"}),
    "looked at with each game": frozenset({"proof", "replay", "replay_at"}),
}  # fmt: skip
"""Addresses that the tour of pages leaves out, by reason. A new one gets a stop there, or its place here."""


SIZES = """() => {
  const pictures = [...document.querySelectorAll("svg:not(svg svg), img")].filter((e) => e.checkVisibility());
  const boxOf = (e) => e.getBoundingClientRect();
  const told = (e) => e.outerHTML.slice(0, 120);
  const sizeOf = (e) => getComputedStyle(e).width + " " + getComputedStyle(e).height;
  return [
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page is wider than its screen"] : []),
    ...pictures.filter((e) => sizeOf(e) === "300px 150px").map((e) => "no size of its own: " + told(e)),
    ...pictures.filter((e) => e.matches(".flag, .icon") && boxOf(e).width > 64).map((e) => "too large: " + told(e)),
    ...pictures.filter((e) => boxOf(e).width > boxOf(e.parentElement).width + 1)
      .map((e) => "larger than its place: " + told(e)),
  ];
}"""


class Surveyor:
    """Goes from stop to stop with axe in hand, each visitor in a browser of their own, and gathers the faults."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._pages: dict[User | None, Page] = {}
        self.seen: set[str] = set()
        self.faults: list[str] = []

    def follow(self, stops: Iterable[Stop]) -> None:
        """Look at every stop by day on a desk, and at each page once by night on a phone as well."""
        for stop in stops:
            page = self._pages.get(stop.who) or self._pages.setdefault(stop.who, self._visit(stop.who))
            stop.go(page)
            self.faults += faults(page, f"{stop.page} {stop.state}") + wrong_sizes(page, f"{stop.page} {stop.state}")
            if stop.page not in self.seen:
                self.seen.add(stop.page)
                self._look_by_night(page, stop)

    def _look_by_night(self, page: Page, stop: Stop) -> None:
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size(PHONE)
        where = f"{stop.page} {stop.state}, by night on a phone"
        self.faults += faults(page, where) + wrong_sizes(page, where)
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(DESK)


def wrong_sizes(page: Page, where: str) -> list[str]:
    """Return what does not fit where it stands."""
    return [f"{where}: {fault}" for fault in page.evaluate(SIZES)]


def faults(page: Page, where: str, tags: Sequence[str] = TAGS) -> list[str]:
    """Return what axe finds on the page as it stands."""
    options = {"runOnly": {"type": "tag", "values": list(tags)}, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{where}: {each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"][:3]]


def test_axe_finds_nothing_on_any_page(visit: Visit, people: MakePeople, settings: Settings, tmp_path: Path) -> None:
    settings.POST_OFFICE_DIR = tmp_path / "post"
    surveyor = Surveyor(visit)
    surveyor.follow(tour(*people("Anna", "Ben", "Cleo", "Rita")))
    assert not surveyor.faults, "\n".join(surveyor.faults)
    named = {each.name for each in (*pages, *desk_pages)}
    assert named - surveyor.seen == frozenset[str]().union(*NO_PAGES.values()), "pages that no stop shows, or no longer"


@pytest.mark.parametrize("slug", GAMES)
def test_axe_finds_nothing_at_any_question_of_a_match_nor_in_its_replay(
    slug: str, visit: Visit, people: MakePeople
) -> None:
    surveyor = Surveyor(visit)
    surveyor.follow(tour_of_game(slug, *people("Anna")))
    assert not surveyor.faults, "\n".join(surveyor.faults)


def test_axe_finds_nothing_in_what_leaves_the_site(
    visit: Visit, people: MakePeople, begin_match: BeginMatch, tmp_path: Path
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben])
    page, found = visit(), list[str]()
    for mail in OutboxMail.objects.filter(match=match):
        page.set_content(str(write_letter(recipient_of(mail), timezone.now()).alternatives[0][0]))
        found += faults(page, mail.kind, tags=WCAG)
    page.set_content(render_to_string("500.html"))
    found += faults(page, "500")
    browser = Client()
    browser.force_login(ben)
    browser.post(f"/m/{match.pk}/leave/", {"key": "leave"})
    assert Match.objects.get(pk=match.pk).status == Match.Status.OVER
    kept = tmp_path / "kept.html"
    kept.write_bytes(browser.get(f"/m/{match.pk}/keep/").content)
    page.goto(kept.as_uri())
    found += faults(page, "the kept file")
    assert not found, "\n".join(found)
