"""The reader's own browser checks the seal and the chain of a finished match, and says what it found."""

import json

import pytest
from playwright.sync_api import Route, expect

from games.models import Match
from games.services.desk import rule
from games.services.referees import appoint_referee
from games.table.rulings import CloseMatch
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import Visit
from tests.games.core.playing import write_move

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def finished(people: MakePeople, begin_match: BeginMatch) -> Match:
    *players, rex = people("Anna", "Ben", "Rex")
    match = begin_match(players)
    write_move(match, players, "pass")
    rule(
        match_id=match.pk,
        referee=appoint_referee(rex),
        order=CloseMatch(),
        reason="“Agreed”, by all \\ of us.",
        key="k",
    )
    return match


def test_the_browser_finds_that_a_true_match_holds(visit: Visit, finished: Match) -> None:
    page = visit()
    page.goto(f"/m/{finished.pk}/proof/")
    expect(page.get_by_role("status")).to_have_text(
        "Your own browser has checked the seal of the dice and every link of the chain: they hold."
    )


def test_the_browser_finds_what_was_changed(visit: Visit, finished: Match) -> None:
    def falsify(route: Route) -> None:
        document = route.fetch().json()
        document["entries"][3]["actor"] = "seat:1"
        route.fulfill(body=json.dumps(document), content_type="application/json")

    page = visit()
    page.route("**/export.json", falsify)
    page.goto(f"/m/{finished.pk}/proof/")
    expect(page.get_by_role("status")).to_have_text("Your own browser has found that the chain is broken at entry 4.")
