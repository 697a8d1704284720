"""The game's own templates: every form writes a legal move, and nothing is shown that the view hides."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.selectors.play.matches import Choice
from games.web.match.offers import offers_of
from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.state import State
from pirates.decisions import open_to
from pirates.seats import Seat
from tests.pirates.captn_clever.tables import NAMES
from tests.pirates.captn_clever.variants import TRIAL
from tests.pirates.contract import played
from tests.pirates.form_lines import lines_of

FOLDER = "games/captn-clever"
WIDTH = 72
PAGES = ("board.html", "moves.html", "table.txt", "table.html")


def facts(state: State, seat: Seat | None) -> dict[str, Any]:
    decisions = () if seat is None else open_to(CLEVER.decisions(state), seat)
    moves = () if seat is None else CLEVER.legal_moves(state, seat)
    return {
        "view": CLEVER.view(state, seat),
        "names": NAMES[: state.seats],
        "seat": seat,
        "match": SimpleNamespace(pk="demo", status="over" if state.outcome else "running"),
        "decisions": decisions,
        "question": next((each for each in decisions if each.required), None),
        "asked": {each.kind: each for each in decisions},
        "offers": offers_of(Choice(move, CLEVER.write(move)) for move in moves),
    }


@pytest.mark.parametrize("variant", TRIAL.variants, ids=str)
def test_the_forms_write_the_legal_moves_and_no_others(variant: Any) -> None:
    forms = 0
    for step in played(TRIAL, variant, 1).sampled(30):
        for seat in range(variant.seats):
            page = render_to_string(f"{FOLDER}/moves.html", facts(step.before, seat))
            legal = set(CLEVER.legal_moves(step.before, seat))
            lines = list(lines_of(page))
            assert {CLEVER.parse(line, step.before, seat) for line in lines} == legal
            forms += len(lines)
    assert forms


@pytest.mark.parametrize("variant", TRIAL.variants, ids=str)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_shows_every_moment_to_every_reader(page: str, variant: Any) -> None:
    for step in played(TRIAL, variant, 0).sampled(8):
        for seat in (*range(variant.seats), None):
            shown = render_to_string(f"{FOLDER}/{page}", facts(step.after, seat))
            assert "None" not in shown
            assert page != "table.txt" or max(map(len, shown.splitlines())) <= WIDTH


def test_a_page_waits_for_the_reveal_once_everybody_has_sealed() -> None:
    states = (step.after for step in played(TRIAL, TRIAL.variants[0], 0).steps[1:])
    sealed = next(state for state in states if not CLEVER.view(state, 0).waiting)
    for seat in (0, None):
        assert "The table waits for the reveal." in render_to_string(f"{FOLDER}/asked.txt", facts(sealed, seat))


def test_the_help_page_explains_every_option() -> None:
    page = render_to_string(f"{FOLDER}/help.html")
    for name in CLEVER.options.__struct_fields__:
        assert name.replace("_", " ").capitalize() in page


@pytest.mark.parametrize("page", PAGES)
def test_a_match_that_is_over_asks_nobody_to_find_anything(page: str) -> None:
    end = played(TRIAL, TRIAL.variants[0], 0).steps[-1].after
    assert end is not None
    assert end.outcome
    assert any(crew.task for crew in CLEVER.view(end, 0).crews)
    for seat in (*range(end.seats), None):
        shown = render_to_string(f"{FOLDER}/{page}", facts(end, seat))
        assert not re.search(r"[Yy]our task|[Ll]ooks for|You hold for|sought|class=.cross", shown)
        assert page not in ("board.html", "table.txt") or "still looking for the" in shown
