"""The match page and the table in letters: a whole round without scripts, and nobody else's secrets."""

from collections import Counter

import pytest
from django.template import Context, Engine

from accounts.models import User
from games.logbook.store import open_book
from games.models import Match
from games.services.clocks.deadlines import resolve_due_phases
from games.services.play.moves import in_notation, submit_move
from games.services.tables.bots import play_waiting_bots
from pirates.decisions import Decision, open_to
from pirates.long_live_the_captain.game import LIVE_LONG
from pirates.long_live_the_captain.pieces import Card
from pirates.long_live_the_captain.state import State
from pirates.seats import Seat
from tests.conftest import BeginMatch, MakePeople
from tests.pirates.long_live_the_captain.pages import fill, page_of
from tests.pirates.long_live_the_captain.tables import NAMES, RICH, resolved, table
from tests.scenario import given

pytestmark = pytest.mark.django_db

PLAIN = b'{"events": false, "first": 0}'


@pytest.fixture
def crew(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, crew: list[User]) -> Match:
    return begin_match(crew, game="long-live-the-captain", options=PLAIN)


def state_of(match: Match) -> State:
    state = open_book(match.pk).state
    assert isinstance(state, State)
    return state


def dealt(match: Match, first: User) -> None:
    fill(match, first, "deal", deal_player="2")
    fill(match, first, "deal", deal_player="3")


def test_a_batch_is_shown_and_dealt_by_page(match: Match, crew: list[User]) -> None:
    anna, ben, _ = crew
    fill(match, anna, "show", show_player="2")
    assert "The batch, as it was shown" in page_of(match, ben)
    dealt(match, anna)
    assert [len(hand) for hand in state_of(match).hands] == [21, 21, 21]
    assert "Seal your bribes" in page_of(match, ben)


def test_a_swap_is_offered_countered_and_made_by_page(match: Match, crew: list[User]) -> None:
    anna, ben, cleo = crew
    dealt(match, anna)
    fill(match, anna, "offer", offer_partner="2", offer_map="1", offer_want_silk="1", offer_promise="Aye & <b>aye</b>")
    assert "From Demo Anna" in page_of(match, ben)
    assert "Aye &amp; &lt;b&gt;aye&lt;/b&gt;" in page_of(match, ben)
    assert "There is whispering on deck." in page_of(match, cleo)
    assert "Aye" not in page_of(match, cleo)
    before = held(match)
    fill(match, ben, "counter", counter_1_1_silk="1", counter_1_1_want_gold="1")
    fill(match, anna, "accept")
    after = held(match)
    assert after[0] - before[0] == before[1] - after[1] == {Card.SILK: 1}
    assert before[0] - after[0] == after[1] - before[1] == {Card.GOLD: 1}
    assert state_of(match).offers == ()


def held(match: Match) -> list[Counter[Card]]:
    return [Counter(hand) for hand in state_of(match).hands]


def test_offers_are_refused_and_withdrawn_by_page(match: Match, crew: list[User]) -> None:
    anna, ben, _ = crew
    dealt(match, anna)
    for word, person in (("refuse", ben), ("withdraw", anna)):
        fill(match, anna, "offer", offer_partner="2", offer_fish="1")
        fill(match, person, word)
        assert state_of(match).offers == ()


def test_bribes_are_sealed_revised_and_revealed_by_page(match: Match, crew: list[User]) -> None:
    anna, ben, cleo = crew
    dealt(match, anna)
    fill(match, anna, "bribe", one_pirate="1", one_fish="1", one_apple="2", other_pirate="3", other_map="1")
    assert written(match, 0) == "bribe 1: fish, 2 apple; 3: map"
    assert fill(match, anna, "bribe")
    assert written(match, 0) == "bribe 1: fish, 2 apple; 3: map"
    changed = {"one_pirate": "2", "one_silk": "1", "one_fish": "0", "one_apple": "0"}
    page = fill(match, anna, "bribe", **changed, other_pirate="none", other_map="0")
    assert "You have sealed:" in page
    assert written(match, 0) == "bribe 2: silk"
    fill(match, ben, "bribe none")
    assert "sealed" in page_of(match, cleo)
    fill(match, cleo, "bribe")
    assert resolve_due_phases() == 1
    assert state_of(match).round == 2
    assert "All bribes are revealed" in page_of(match, cleo)


def written(match: Match, seat: Seat) -> str:
    plan = state_of(match).plans[seat]
    assert plan is not None
    return LIVE_LONG.write(LIVE_LONG.decisions(state_of(match))[seat].default)  # type: ignore[arg-type]


def told(state: State, seat: Seat | None, kind: str) -> str:
    """Return the table as a letter shows it."""
    match = {"status": "over" if state.outcome else "running"}
    context = {"view": LIVE_LONG.view(state, seat), "names": NAMES[: state.seats], "seat": seat, "match": match}
    template = Engine.get_default().get_template(f"games/long-live-the-captain/table.{kind}")
    return template.render(Context(context, autoescape=kind == "html"))


@pytest.mark.parametrize("kind", ["txt", "html"])
def test_a_letter_shows_the_table_and_the_own_bargains_alone(kind: str) -> None:
    story = given(LIVE_LONG, state=table(RICH, RICH, RICH, event=16))
    story = story.when_seat(0, "offer 2: 2 fish for silk promise: peace").when_seat(2, "bribe 1: gold gold")
    assert "peace" in told(story.state, 0, kind)
    assert "peace" in told(story.state, 1, kind)
    assert "peace" not in told(story.state, 2, kind)
    assert "2 Gold for pirate 1" in told(story.state, 2, kind)
    assert "for pirate 1" not in told(story.state, 1, kind)
    assert "Loose powder" in told(story.state, None, kind)
    assert "Barnacle Ned" in told(story.state, None, kind)


def test_the_table_of_a_letter_fits_72_columns() -> None:
    crews = ((36, 35, 34, 33, 32), (1, 2, 3), (), (), ())
    state = table(RICH, RICH, RICH, RICH, RICH, pirates=(31, 30, 29, 25, 17), crews=crews)
    lines = told(state, None, "txt").splitlines()
    assert max(map(len, lines)) <= 72, max(lines, key=len)


def test_the_table_shows_all_hands_in_the_end() -> None:
    state = resolved(table("fish fish", "gold", "", number=9), "1: 2 fish", "none", "none").state
    for kind in ("txt", "html"):
        assert "Ben: 1 Gold" in told(state, 0, kind)
        assert "The match is over." in told(state, 0, kind)


def test_a_whole_match_with_bots_runs_through_the_service(begin_match: BeginMatch, crew: list[User]) -> None:
    anna = crew[0]
    match = begin_match([anna], 4, game="long-live-the-captain", options=b"{}")
    while (state := state_of(match)).outcome is None:
        for question in open_to(LIVE_LONG.decisions(state), 0)[:1]:
            play(match, anna, question)
        play_waiting_bots()
        resolve_due_phases()
    assert state.round == 5
    assert state.outcome.reason == "last-round"


def play(match: Match, person: User, question: Decision) -> None:
    """Do what happens when time runs out, but in person."""
    if question.required and question.default is not None:
        text = LIVE_LONG.write(question.default)
        submit_move(
            match_id=match.pk,
            player=person,
            decision=question.key,
            move=in_notation(text),
            channel="page",
            key=question.key,
        )
