"""The reader's own browser checks the seal and the chain of a finished match, and says what it found."""

import json
from datetime import timedelta

import pytest
from playwright.sync_api import Route, expect

from games.logbook import store
from games.models import Match
from games.services.desk.desk import rule
from games.services.desk.referees import appoint_referee
from games.services.tables.matches import MatchPlan, open_match
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


def test_the_players_own_browser_salts_the_dice_and_knows_its_salt_again(visit: Visit, people: MakePeople) -> None:
    anna, ben, rex = people("Anna", "Ben", "Rex")
    plan = MatchPlan(game="capitan-bacon", title="Demo", seats=2, pace=timedelta(days=1))
    match = open_match(host=anna, plan=plan)
    page = visit(ben)
    page.goto(f"/m/{match.pk}/")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("The match begins when").wait_for()
    host = visit(anna)
    host.goto(f"/m/{match.pk}/")
    host.get_by_role("button", name="Start the match").click()
    host.get_by_text("Dice sealed under").first.wait_for()
    rule(match_id=match.pk, referee=appoint_referee(rex), order=CloseMatch(), reason="As agreed.", key="k")
    assert [chair.salt_from for chair in store.open_book(match.pk).table.chairs] == ["browser", "browser"]
    page.goto(f"/m/{match.pk}/proof/")
    expect(page.get_by_text("Your browser remembers that it drew this one.").locator("visible=true")).to_have_count(1)
    expect(page.get_by_role("status")).to_contain_text("they hold")


def test_the_browser_finds_what_was_changed(visit: Visit, finished: Match) -> None:
    def falsify(route: Route) -> None:
        document = route.fetch().json()
        document["entries"][3]["actor"] = "seat:1"
        route.fulfill(body=json.dumps(document), content_type="application/json")

    page = visit()
    page.route("**/export.json", falsify)
    page.goto(f"/m/{finished.pk}/proof/")
    expect(page.get_by_role("status")).to_have_text("Your own browser has found that the chain is broken at entry 4.")
