"""Lines of the log that point at the board, and the page of somebody who is played a card against."""

import re

import pytest
from playwright.sync_api import expect

from games.logbook import store
from tests.conftest import BeginMatch, MakePeople
from tests.e2e.conftest import Visit
from tests.e2e.playing import see_it_done
from tests.games.core.playing import asked, fresh_key, move_by_lot, question_of
from tests.games.web.tables import HOST_BEGINS, play

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TOLD = re.compile(r"\bis-told\b")


def test_a_line_that_is_hovered_or_focused_shows_its_place_on_the_board(
    visit: Visit, begin_match: BeginMatch, people: MakePeople
) -> None:
    crew = people("Anna", "Ben", "Cleo")
    match = begin_match(crew, game="captn-clever", options=HOST_BEGINS)
    play(match, crew[0], "place captain 9 ship 6-9")
    page = visit(crew[1])
    page.goto(f"/m/{match.pk}/")
    line, bay = page.locator('[data-points~="bay-6-9"]:visible').first, page.locator("#at-bay-6-9")
    line.hover()
    expect(bay).to_have_class(TOLD)
    page.mouse.move(0, 0)
    expect(page.locator(".is-told")).to_have_count(0)
    line.focus()
    expect(bay).to_have_class(TOLD)


def test_who_is_attacked_reads_what_happens_unless_a_mirror_is_held_up_and_answers(
    visit: Visit, begin_match: BeginMatch, people: MakePeople
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    while question_of(match).kind != "mirror":
        if store.open_book(match.pk).is_over:
            match = begin_match(players)
        move_by_lot(match, players, fresh_key().encode())
    page = visit(players[asked(match)])
    page.goto(f"/m/{match.pk}/")
    heading = page.locator("#asked")
    expect(heading).to_contain_text(re.compile(r"Demo \w+ plays a .+ against you"))
    expect(page.get_by_text("If you let it happen")).to_be_visible()
    expect(page.locator("details.orders")).to_have_attribute("open", "")
    page.locator('form:has(input[value="no mirror"]) button').click()
    see_it_done(page)
    expect(heading.filter(has_text="against you")).to_have_count(0)
