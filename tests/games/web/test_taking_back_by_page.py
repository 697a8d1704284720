"""Taking back and consent, by page: what is offered to whom, and what a POST does; a GET changes nothing."""

import pytest
from django.test import Client

from accounts.models import User
from games.logbook import store
from games.models import Match
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import play_by_lot, write_move
from tests.games.web.tables import HOST_BEGINS, signed_in

pytestmark = pytest.mark.django_db
OFFER = "/moves/take-back/"
Table = tuple[Match, list[User], dict[str, Client]]


@pytest.fixture
def table(people: MakePeople, begin_match: BeginMatch) -> Table:
    players = people("Anna", "Ben", "Dario")
    match = begin_match(players[:2], options=HOST_BEGINS)
    return match, players, {person.name.removeprefix("Demo "): signed_in(person) for person in players}


def page(client: Client, match: Match, path: str = "", code: int = 200) -> str:
    answer = client.get(f"/m/{match.pk}/{path}")
    assert answer.status_code == code
    return answer.content.decode()


def post(client: Client, match: Match, path: str, **fields: object) -> int:
    return client.post(f"/m/{match.pk}/{path}", fields).status_code


def test_the_own_last_move_is_offered_back_in_its_line_to_nobody_else(table: Table) -> None:
    match, players, clients = table
    assert not any(OFFER in page(client, match) for client in clients.values())
    moved = write_move(match, players, "pass").position
    assert [name for name, client in clients.items() if OFFER in page(client, match)] == ["Anna"]
    assert f'name="position" value="{moved}"' in page(clients["Anna"], match, "moves/take-back/")
    assert store.open_book(match.pk).position == moved
    assert page(clients["Ben"], match, "moves/take-back/", 409)
    assert post(clients["Dario"], match, "moves/take-back/", position=moved) == 403
    assert post(clients["Anna"], match, "moves/take-back/", position="x") == 409
    assert post(clients["Anna"], match, "moves/take-back/", position=moved) == 302
    assert post(clients["Anna"], match, "moves/take-back/", position=moved) == 409
    told = page(clients["Ben"], match)
    assert "Demo Anna takes back the move of entry" in told
    assert OFFER not in page(clients["Anna"], match)


def test_the_table_is_asked_and_answers_on_the_page_of_the_match(table: Table) -> None:
    match, players, clients = table
    list(play_by_lot(match, players, b"page", 6))
    assert 'value="6"' in page(clients["Anna"], match, "consent/?to=6")
    assert post(clients["Anna"], match, "consent/", proposed="rewind", to=6) == 302
    asked = {name: page(client, match) for name, client in clients.items()}
    assert [name for name in asked if "I agree" in asked[name]] == ["Ben"]
    assert [name for name in asked if "Take the question back" in asked[name]] == ["Anna"]
    assert "what came after entry 6 shall be undone" in asked["Dario"]
    assert post(clients["Dario"], match, "consent/1/", answer="agree") == 403
    assert post(clients["Ben"], match, "consent/1/", answer="perhaps") == 400
    assert clients["Ben"].get(f"/m/{match.pk}/consent/1/").status_code == 405
    assert post(clients["Ben"], match, "consent/1/", answer="agree") == 302
    assert store.open_book(match.pk).state == store.book_at(match.pk, 6).state
    assert post(clients["Ben"], match, "consent/1/", answer="agree") == 409


def test_a_question_is_taken_back_and_a_wrong_one_is_refused_with_its_reason(table: Table) -> None:
    match, _, clients = table
    assert post(clients["Anna"], match, "consent/", proposed="fly") == 400
    assert post(clients["Anna"], match, "consent/", proposed="rewind", to="-1") == 409
    assert post(clients["Anna"], match, "consent/", proposed="pass_on", name="Nobody Known") == 409
    assert post(clients["Dario"], match, "consent/", proposed="abandon") == 403
    assert post(clients["Anna"], match, "consent/", proposed="pass_on", name="Demo Dario") == 302
    assert "Demo Dario" in page(clients["Ben"], match, "consent/")
    assert "I agree" in page(clients["Dario"], match)
    assert post(clients["Anna"], match, "consent/1/", answer="withdraw") == 302
    assert "The asker takes the question back." in page(clients["Ben"], match)


def test_an_abandoned_match_says_so(table: Table) -> None:
    match, _, clients = table
    assert post(clients["Ben"], match, "consent/", proposed="abandon") == 302
    assert post(clients["Anna"], match, "consent/1/", answer="agree") == 302
    over = page(clients["Ben"], match)
    assert "The match is abandoned by all" in over
    assert "All have agreed to abandon the match; it has no result." in over
    assert not any(word in over for word in (" won.", "share the win", "called off"))
    for name in ("Anna", "Ben"):
        listed = clients[name].get("/matches/").content.decode()
        assert "abandoned by all" in listed
        assert "called off" not in listed
