"""Bad input is refused with a reason and something to do, is never a fault of ours, and leaves nothing half written."""

from dataclasses import dataclass

import pytest
from django.test import override_settings
from rest_framework.settings import api_settings
from rest_framework.test import APIClient

from games.logbook import store
from games.models import Match
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, clients_of, read, send
from tests.games.core.playing import asked, question_of, write_move

pytestmark = pytest.mark.django_db

MOVE = '{"decision": "KEY", "move": {"type": "Pass"}}'


@dataclass(frozen=True)
class Table:
    """A running match, and the client that it waits for."""

    match: Match
    mover: APIClient
    other: APIClient

    def post(self, body: bytes | str, content_type: str = "application/json", key: str = "") -> tuple[int, str]:
        """Send `body` as a move and return status and code of the refusal."""
        answer = self.mover.post(
            f"{API}matches/{self.match.pk}/moves/", body, content_type=content_type, headers={"Idempotency-Key": key}
        )
        problem = answer.json()
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert problem["status"] == answer.status_code
        assert set(problem) >= {"type", "title", "status", "code", "detail"}
        assert problem["detail"].endswith((".", "!")), problem
        assert store.open_book(self.match.pk).position == self.match.position
        return answer.status_code, problem["code"]

    def move(self, written: str) -> str:
        """Return the JSON of a body that answers the open question with `written`."""
        return f'{{"decision": "{question_of(self.match).key}", {written}}}'


@pytest.fixture
def table(people: MakePeople, begin_match: BeginMatch) -> Table:
    players = people("Anna", "Ben")
    match = begin_match(players)
    clients = clients_of(players)
    seat = asked(match)
    return Table(match, clients[seat], clients[1 - seat])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"decision": "a", "decision": "b", "notation": "pass"}',
        b'{"decision": "a", "move": {"type": "Pass", "type": "EndTurn"}}',
        b'{"decision": "\\ud800", "notation": "pass"}',
        b'{"decision": "a", "notation": "\\udfff\\ud800"}',
        b'{"decision": "a", "move": {"seat": NaN}}',
        b'{"decision": "a", "move": {"seat": -Infinity}}',
        b'{"decision": "a", "move": {"seat": 1e999}}',
        b'{"decision": "a", "move": {"seat": ' + b"9" * 5000 + b"}}",
        b'{"decision": "a", "move": {"seat": 9007199254740992}}',
        b'{"decision": "a", "move": ' + b"[" * 20000 + b"]" * 20000 + b"}",
        b'{"decision": "a", "move": ' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}",
    ],
    ids=lambda body: body[:40].decode(errors="replace"),
)
def test_what_is_not_strict_json_is_refused(body: bytes, table: Table) -> None:
    status, code = table.post(body)
    assert (status, code) == (400, "parse_error" if body else "unreadable_body")


@pytest.mark.parametrize(
    "body",
    [
        "[]",
        "null",
        '"pass"',
        "{}",
        '{"decision": null, "notation": "pass"}',
        '{"decision": ["a"], "notation": "pass"}',
        '{"decision": "a", "notation": 7}',
        '{"decision": "a", "notation": "pass", "extra": 1}',
        '{"decision": "a", "move": "pass"}',
        '{"decision": "%s", "notation": "pass"}' % ("a" * 200),
    ],
    ids=lambda body: body[:40],
)
def test_a_body_of_another_form_is_refused(body: str, table: Table) -> None:
    assert table.post(body) == (400, "unreadable_body")


@pytest.mark.parametrize(
    ("written", "status", "code"),
    [
        ('"move": {"type": "Conjure"}', 400, "unreadable_move"),
        ('"move": {"type": "Expire", "key": "1.1:turn"}', 400, "unreadable_move"),
        ('"move": {"type": ["Pass"]}', 400, "unreadable_move"),
        ('"move": {}', 400, "unreadable_move"),
        ('"move": {"type": "Pass", "loot": 1}', 400, "unreadable_move"),
        ('"move": {"type": "DigIsland", "island": "three"}', 400, "unreadable_move"),
        ('"move": {"type": "Pass", "seat": 1.5}', 400, "unreadable_move"),
        ('"move": {"type": "Pass", "seat": 5}', 403, "not_your_seat"),
        ('"move": {"type": "Pass"}, "notation": "pass"', 400, "one_way_only"),
        ('"notation": ""', 400, "unknown_word"),
        ('"notation": "\\u0000"', 400, "unknown_word"),
        ('"notation": "\\u202epass"', 400, "unknown_word"),
        ('"notation": "%s"' % ("x" * 1000), 400, "notation_too_long"),
    ],
)
def test_an_unreadable_move_is_refused(written: str, status: int, code: str, table: Table) -> None:
    assert table.post(table.move(written)) == (status, code)


@pytest.mark.parametrize("island", [-3, 0, 99, 2**53 - 1])
def test_an_island_that_is_not_there_cannot_be_dug(island: int, table: Table) -> None:
    assert table.post(table.move(f'"move": {{"type": "DigIsland", "island": {island}}}'))[0] == 422


def test_a_megabyte_is_too_much(table: Table) -> None:
    assert table.post(table.move('"notation": "%s"' % ("x" * 2**20))) == (413, "body_too_large")


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"],
)
def test_another_kind_of_content_is_refused(content_type: str, table: Table) -> None:
    assert table.post("decision=a&notation=pass", content_type=content_type) == (415, "unsupported_media_type")


def test_another_matchs_question_and_an_old_one_are_stale(
    table: Table, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Cleo", "Dario")
    elsewhere = begin_match(players)
    while question_of(elsewhere).key in ("1.1:turn", question_of(table.match).key):
        write_move(elsewhere, players, "pass")
    for key in (question_of(elsewhere).key, "0.0:turn", "", "'; DROP TABLE games_match; --", "\\u0000"):
        assert table.post(f'{{"decision": "{key}", "notation": "pass"}}') == (409, "stale_decision")


def test_a_key_that_is_too_long_is_refused(table: Table) -> None:
    assert table.post(table.move('"notation": "pass"'), key="k" * 201) == (
        400,
        "idempotency_key_too_long",
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "no-such-game"}, "no_such_game"),
        ({"game": "capitan\x00bacon"}, "no_such_game"),
        ({"seats": 1}, "seats_out_of_range"),
        ({"seats": -1}, "unreadable_body"),
        ({"seats": True}, "unreadable_body"),
        ({"pace_seconds": 0}, "unreadable_body"),
        ({"pace_seconds": 60}, "pace_out_of_range"),
        ({"pace_seconds": 86400 * 30}, "pace_out_of_range"),
        ({"pace_seconds": 86400 * 10000}, "pace_out_of_range"),
        ({"pace_seconds": 2**53 - 1}, "unreadable_body"),
        ({"window_seconds": 86401}, "pace_out_of_range"),
        ({"window_seconds": 0}, "unreadable_body"),
        ({"options": {"memory": "perfect"}}, "unreadable_options"),
        ({"options": []}, "unreadable_body"),
        ({"title": "x" * 201}, "unreadable_body"),
    ],
    ids=str,
)
def test_a_match_that_cannot_be_played_is_refused_when_it_is_opened(
    change: dict[str, object], code: str, table: Table
) -> None:
    plan = {"game": "capitan-bacon", "seats": 3, "pace_seconds": 86400}
    assert send(table.mover, "matches/", plan | change, code=400)["code"] == code


def test_a_title_is_cleaned_and_not_refused(table: Table) -> None:
    plan = {"game": "capitan-bacon", "seats": 3, "pace_seconds": 86400, "title": " A\x00b\u202e\n<b>c</b> "}
    assert send(table.mover, "matches/", plan)["title"] == "A b <b>c</b>"


@pytest.mark.parametrize("seat", [-1, 2, 99, 100, True, "1", 1.5, None, [], 2**63])
def test_no_seat_is_taken_that_is_not_there(seat: object, table: Table) -> None:
    answer = table.mover.post(f"{API}matches/{table.match.pk}/seats/", {"seat": seat}, format="json")
    assert answer.status_code in (400, 409)


@pytest.mark.parametrize(
    "address", ["x", "a@b", "a\x00@b.example", "a@b.example, c@d.example", "a@b.example\nBcc: c@d.example"]
)
def test_no_letter_goes_to_what_is_no_address(address: str, table: Table) -> None:
    plan = {"game": "capitan-bacon", "seats": 3, "pace_seconds": 86400}
    match_id = send(table.mover, "matches/", plan)["id"]
    refusal = send(table.mover, f"matches/{match_id}/invitations/", {"address": address}, code=400)
    assert refusal["code"] == "not_an_address"


@pytest.mark.parametrize(
    "address",
    [
        "matches/?seed=1",
        "matches/?ordering=host__password",
        "matches/?host__email__startswith=demo",
        "matches/?fields=head",
        "matches/?search=x",
        "matches/?page_size=100000",
        "matches/?limit=0",
        "matches/?limit=101",
        "matches/?limit=1e2000",
        "matches/?game=poker",
        "matches/?game=%00",
        "matches/?game=%ed%a0%80",
        "matches/?mine=maybe",
        "matches/?mine&mine",
        "matches/?cursor=",
        "matches/?cursor=AAAA",
        "matches/?cursor=%00",
        "matches/?cursor=MjAyNi0wMS0wMVQwMDowMDowMHwA",
        "matches/?cursor=-1-a",
        "matches/?cursor=99999999999999999-a",
        "me/?fields=password",
        "me/keys/?expand=digest",
        "games/?x",
        "matches/{id}/?expand=state",
        "matches/{id}/moves/?limit=-1",
        "matches/{id}/log/?after=-1",
        "matches/{id}/log/?after=99999999999999999999",
        "matches/{id}/log/?after=1&seat=0",
        "matches/{id}/at/1/?seat=0",
        "matches/{id}/export/?all",
    ],
)
def test_no_query_reaches_what_it_is_not_about(address: str, table: Table) -> None:
    assert read(table.mover, address.replace("{id}", table.match.pk), code=400)["code"] in (
        "unreadable_query",
        "unreadable_cursor",
        "no_such_game",
    )


@pytest.mark.parametrize("address", ["at/0/", "at/5/", "at/99999999999999999999/", "at/-1/", "at/1e3/", "nothing/"])
def test_what_is_not_there_is_not_found(address: str, table: Table) -> None:
    read(table.mover, f"matches/{table.match.pk}/{address}", code=404)
    read(table.mover, f"matches/{'a' * 5000}/", code=404)
    for sign in ("%00", "%0A", "%0D%0A", "%E2%80%A8", "%20", "%2F"):
        assert read(table.mover, f"matches/{sign}/", code=404)["code"] == "not_found"
        assert read(table.mover, f"{sign}nowhere", code=404)["code"] == "not_found"
    assert table.mover.delete(f"{API}me/keys/99999999999999999999/").status_code == 404


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer x", "Bearer lom_" + "0" * 40, "bearer  ", "Bearer \x00", "Bearer é"]
)
def test_a_key_that_is_none_lets_nobody_in(header: str, table: Table) -> None:
    answer = APIClient().get(f"{API}me/", HTTP_AUTHORIZATION=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_asking_too_often_is_refused_until_the_next_window(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", {"read": "3/min", "write": "1/min"})
    codes = {table.mover.get(f"{API}me/").status_code for _ in range(8)}
    assert codes == {200, 429}
    answer = table.mover.get(f"{API}me/")
    assert answer.json()["code"] == "throttled"
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert table.other.get(f"{API}me/").status_code == 200


@override_settings(APPEND_SLASH=True)
def test_an_address_without_its_slash_is_not_found_and_never_sent_elsewhere(table: Table) -> None:
    assert table.mover.post(f"{API}matches", {}, format="json").status_code == 404
