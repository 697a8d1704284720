"""The match page and the table in letters: whole matches without scripts, and nobody else's secrets."""

from itertools import islice
from types import SimpleNamespace

import pytest
from django.template import Context, Engine
from django.template.loader import render_to_string
from msgspec.structs import replace

from accounts.models import User
from games.logbook.store import open_book
from games.models import Match
from games.selectors.play.matches import Choice
from games.services.clocks.deadlines import resolve_due_phases
from games.web.match.offers import offers_of
from pirates.commands import Move
from pirates.decisions import open_to
from pirates.guns_or_treasure.decisions import asked_seat
from pirates.guns_or_treasure.game import GUNS
from pirates.guns_or_treasure.pieces import Captain, Card, Side
from pirates.guns_or_treasure.state import SEALED_PHASES, Phase, State
from pirates.seats import Seat
from tests.conftest import BeginMatch, MakePeople
from tests.pirates.form_lines import lines_of
from tests.pirates.guns_or_treasure.tables import NAMES, building, cards, closed, marauding, ships
from tests.pirates.long_live_the_captain.pages import fill, page_of
from tests.scenario import given

ALL_BUT_LONGER = b'{"captains": true, "bluff": true, "captured_treasure": true, "armada": true, "leader": 0}'
HANDS = ("g1 g2 g3 t1 t2 b", "g4 g5 t3 t4 t5 b")
pages = pytest.mark.django_db


def state_of(match: Match) -> State:
    state = open_book(match.pk).state
    assert isinstance(state, State)
    return state


def answer(match: Match, people: list[User], seat: Seat) -> None:
    """Fill in the form for the question that is open to a seat."""
    state, person = state_of(match), people[seat]
    hand: tuple[Card, ...] = state.hands[seat]
    match state.phase:
        case Phase.SIDES:
            fill(match, person, "side b")
        case Phase.BUILD:
            place = {"ship_1": "> new a,"} if state.round == 1 else {"ship_1": "> 1,"}
            same = {"ship_2": place["ship_1"], "ship_3": place["ship_1"]}
            fill(match, person, "build", card_1=hand[0], card_2=hand[1], card_3=hand[2], **place, **same)
        case Phase.BLUFF:
            fill(match, person, "bluff", discard=hand[0], open=hand[1], closed=hand[2])
        case Phase.TAKE:
            fill(match, person, "take closed")
        case Phase.ARMADA:
            fill(match, person, "armada", armada_1=hand[2], armada_2=hand[1], armada_3=hand[0])
        case Phase.TURN:
            fill(match, person, "retreat" if state.acted[seat] else "attack")
        case _:
            fill(match, person, "forgo")


def play_on(match: Match, people: list[User]) -> None:
    """Answer every open question, and let the clock close a sealed phase."""
    state = state_of(match)
    if state.phase in SEALED_PHASES:
        for seat in range(state.seats):
            answer(match, people, seat)
        assert resolve_due_phases() == 1
    else:
        asked = asked_seat(state)
        assert asked is not None
        answer(match, people, asked)


@pages
def test_a_whole_match_with_captains_bluff_armada_and_captured_treasure_is_played_by_page(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    crew = people("Anna", "Ben")
    match = begin_match(crew, game="guns-or-treasure", options=ALL_BUT_LONGER)
    steps = 0
    while state_of(match).outcome is None:
        play_on(match, crew)
        steps += 1
        assert steps < 60
    assert "The stashes" in page_of(match, crew[0])


@pages
def test_a_sealed_plan_can_be_sealed_anew_by_page(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], game="guns-or-treasure", options=b'{"leader": 0}')
    answer(match, [anna, ben], 0)
    assert "Your plan is sealed." in page_of(match, anna)
    fill(match, anna, "build lots")
    assert state_of(match).seals == (2, 0)
    assert "Your plan is sealed." not in page_of(match, ben)


def offered(state: State, seat: Seat) -> set[Move]:
    """Return every legal Move that the forms can write; what names a card twice is refused, and left out."""
    legal = set(GUNS.legal_moves(state, seat))
    decisions = open_to(GUNS.decisions(state), seat)
    page = render_to_string(
        "games/guns-or-treasure/moves.html",
        {
            "view": GUNS.view(state, seat),
            "names": NAMES[: state.seats],
            "seat": seat,
            "match": SimpleNamespace(pk="demo", status="running"),
            "question": decisions[0],
            "asked": {each.kind: each for each in decisions},
            "offers": offers_of(Choice(move, GUNS.write(move)) for move in islice(GUNS.legal_moves(state, seat), 1000)),
        },
    )
    made = {GUNS.parse(line, state, seat) for line in lines_of(page)}
    assert state.phase in SEALED_PHASES or made <= legal
    return made & legal


LOU_OR_CROOK: dict[Captain, Side] = {Captain.LOU: "a", Captain.CROOK: "b"}
AT_SEA = marauding("g5 t5 g3 / t4 g1", "g4 t4 / b g1 t2", armada="t5 g1 g2", is_later=True, crew=LOU_OR_CROOK)


@pytest.mark.parametrize(
    ("state", "seat"),
    [
        (building(*HANDS), 0),
        (building(*HANDS, fleets=("g5 t5", "g4 / t4"), number=2), 1),
        (replace(building("g1 t1 b", "g2 t2 b", fleets=("g5", "g4")), phase=Phase.BLUFF), 0),
        (replace(building("g1 t1 b", "g2 t2 b"), phase=Phase.ARMADA, armada=ships("g1/g2/t1")), 1),
        (replace(AT_SEA, phase=Phase.SIDES), 0),
        (AT_SEA, 0),
        (replace(AT_SEA, acted=(False, False)), 0),
        (replace(AT_SEA, phase=Phase.LOOK), 0),
        (replace(AT_SEA, phase=Phase.REPAIRS), 1),
        (replace(AT_SEA, phase=Phase.REPAIRS, sides=("a", "a"), hands=((), cards("g1 g1 t2"))), 1),
        (replace(AT_SEA, phase=Phase.SPY, sides=("b", "a")), 0),
    ],
)
def test_every_legal_move_can_be_made_with_a_form(state: State, seat: Seat) -> None:
    legal = set(GUNS.legal_moves(state, seat))
    assert legal
    assert offered(state, seat) == legal


def told(state: State, seat: Seat | None, kind: str) -> str:
    """Return the table as a letter shows it."""
    match = {"status": "over" if state.outcome else "running"}
    context = {"view": GUNS.view(state, seat), "names": NAMES[: state.seats], "seat": seat, "match": match}
    template = Engine.get_default().get_template(f"games/guns-or-treasure/table.{kind}")
    return template.render(Context(context, autoescape=kind == "html"))


@pytest.mark.parametrize("kind", ["txt", "html"])
def test_a_letter_shows_the_own_cards_and_the_bows_of_others(kind: str) -> None:
    state = building(*HANDS, fleets=("g5 t5", "g4 t4"), number=2)
    own = told(state, 0, kind)
    bow, hidden = "Gun 4", "Treasure 4"
    assert bow in own
    assert hidden not in own
    assert "Gun 3" in own
    assert "Gun 3" not in told(state, 1, kind)


def test_the_table_of_a_letter_fits_72_columns() -> None:
    story = given(GUNS, state=building(*HANDS, fleets=("g5 t5 " * 6, "g4 t4"), number=4))
    for state in (story.state, marauding("g5 t5 " * 7, "g1 t1 / g2 t2", armada="t5 g1 g2")):
        for seat in (0, 1, None):
            lines = [line for line in told(state, seat, "txt").splitlines() if not line.startswith(("Round", "It is"))]
            assert max(map(len, lines)) <= 72, max(lines, key=len)


@pytest.mark.parametrize("kind", ["txt", "html"])
def test_a_letter_says_what_is_asked_and_how_it_ended(kind: str) -> None:
    state = building(*HANDS, fleets=("g5 t5", "g4 t4"), number=4)
    assert "Round 4 of 4" in told(state, 0, kind)
    shown = closed(given(GUNS, state=state), "build g1+g2+t1>1", "build g4+g5+t3>1")
    assert "It is your first turn" in told(shown.state, shown.state.order[0], kind)
    over = given(GUNS, state=marauding("g5 t5", "", is_later=True)).when_seat(0, "retreat 1").state
    assert "The match is over." in told(over, None, kind)
