"""Refusals: a problem with a code, a sentence and what to do next, whatever the cause."""

import pytest
from structlog.testing import capture_logs

from games.models import Match
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, asked_client, client_of, clients_of, question_of, read, send
from tests.games.core.test_table import miss_twice

pytestmark = pytest.mark.django_db


def test_a_match_that_this_code_cannot_read_is_parked_and_the_others_go_on(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    parked, other = begin_match([anna, ben]), begin_match([anna, ben])
    Match.objects.filter(pk=parked.pk).update(game="unheard-of")
    client = client_of(anna)
    for part in ("", "moves/", "log/", "export/"):
        assert read(client, f"matches/{parked.pk}/{part}", code=503)["code"] == "match_parked"
    move = {"decision": "1.1:turn", "notation": "pass"}
    assert send(client, f"matches/{parked.pk}/moves/", move, code=503)["code"] == "match_parked"
    assert {each["id"] for each in read(client, "matches/")["matches"]} == {parked.pk, other.pk}
    read(client, f"matches/{other.pk}/")


@pytest.mark.parametrize(
    ("body", "code", "advice"),
    [
        ({"notation": "conjure"}, 400, "Correct the request and send it again."),
        ({"notation": "shovel 99"}, 422, "The match's moves/ lists what is allowed now."),
        ({"notation": "pass", "decision": "9.9:turn"}, 409, "Answer what is asked now, if anything is."),
    ],
)
def test_a_refused_move_is_told_what_to_do_next_and_is_logged(
    body: dict[str, str], code: int, advice: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    mover = asked_client(clients_of(players), match.pk)
    asked = {"decision": question_of(mover, match.pk)}
    with capture_logs() as logged:
        refusal = send(mover, f"matches/{match.pk}/moves/", asked | body, code=code)
    assert refusal["detail"].endswith(advice)
    assert refusal["type"] == f"urn:letters-of-marque:problem:{refusal['code']}"
    told = next(each for each in logged if each["event"] == "refused")
    assert (told["match"], told["position"], told["code"]) == (match.pk, match.position, refusal["code"])


def test_what_a_stranger_is_refused_in_a_private_match_is_what_there_is_nowhere(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, stranger = people("Anna", "Ben")
    match = begin_match([anna], bots=1, is_private=True)
    client = client_of(stranger)
    for part in ("", "moves/", "log/", "at/1/", "export/"):
        assert read(client, f"matches/{match.pk}/{part}", 404) == read(client, f"matches/aaaaaaaaaa/{part}", 404)
    for part in ("moves/", "seats/", "start/", "invitations/"):
        body = {"decision": "1.1:turn", "notation": "pass"} if part == "moves/" else {}
        real = send(client, f"matches/{match.pk}/{part}", body, code=404)
        assert real == send(client, f"matches/aaaaaaaaaa/{part}", body, code=404)
    assert match.pk not in str(read(client, "matches/"))


def test_asking_what_may_be_asked_harms_nothing(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben])
    for address in ("games/", "matches/", f"matches/{match.pk}/moves/", "me/", "nowhere/"):
        assert client_of(anna).options(f"{API}{address}").status_code in (200, 404)


def test_a_move_that_answers_another_question_is_refused_with_the_key_of_its_own(
    people: MakePeople, begin_match: BeginMatch, no_throttle: None
) -> None:
    players = people("Anna", "Ben")
    match, clients = begin_match(players), clients_of(players)
    mover = asked_client(clients, match.pk)
    question = question_of(mover, match.pk)
    orders = next(each["key"] for each in read(mover, f"matches/{match.pk}/")["decisions"] if not each["is_required"])
    for named, notation, own in ((orders, "pass", question), (question, "orders always", orders)):
        problem = send(mover, f"matches/{match.pk}/moves/", {"decision": named, "notation": notation}, code=422)
        assert (problem["code"], problem["answers"]) == ("answers_another_question", own)
    assert send(mover, f"matches/{match.pk}/moves/", {"decision": orders, "notation": "orders always"})


def test_a_seat_is_taken_back_from_the_caretaker_by_sitting_down_again(
    people: MakePeople, begin_match: BeginMatch, no_throttle: None
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    miss_twice(match, players, 1)
    client = clients_of(players)[1]
    assert read(client, f"matches/{match.pk}/")["seats"][1]["keeper"] == "caretaker"
    assert send(client, f"matches/{match.pk}/seats/")["seats"][1]["keeper"] == "player"
    assert send(client, f"matches/{match.pk}/seats/", code=409)["code"] in (
        "already_begun",
        "already_seated",
        "table_full",
    )
