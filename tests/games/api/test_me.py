"""The own account over the API: preferences, keys, and what a session must prove."""

import pytest
from rest_framework.test import APIClient

from accounts.models import ApiKey
from games.models import OutboxMail
from tests.accounts.signing import sign_in
from tests.conftest import MakePeople
from tests.games.api.callers import API, client_of, read, send

pytestmark = pytest.mark.django_db

PREFERENCES = {
    "mail": {
        "timings": {"reminder": "never", "your_move": "digest", "window": "at_once"},
        "digest_hour": 19,
        "quiet_hours": [22, 7],
    }
}


def change(client: APIClient, body: object, code: int = 200) -> dict[str, object]:
    answer = client.patch(f"{API}me/", body, format="json")
    assert answer.status_code == code, answer.content
    changed: dict[str, object] = answer.json()
    return changed


def test_preferences_are_changed_one_by_one_and_stay(people: MakePeople) -> None:
    client = client_of(people("Anna")[0])
    for body in ({"name": "Demo Änne"}, {"time_zone": "Asia/Kolkata"}, {"language": "de"}, PREFERENCES, {}):
        change(client, body)
    assert read(client, "me/") == {
        "name": "Demo Änne",
        "email": "demo.anna@letters.localhost",
        "time_zone": "Asia/Kolkata",
        "language": "de",
        "mail": {
            "timings": dict.fromkeys(OutboxMail.Kind.values, "at_once") | {"reminder": "never", "your_move": "digest"},
            "bundle_minutes": 60,
            "digest_hour": 19,
            "quiet_hours": [22, 7],
        },
    }


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": ""}, "not_valid"),
        ({"name": "Demo\x00Anna"}, "not_valid"),
        ({"name": "<script>"}, "not_valid"),
        ({"name": "Referee"}, "not_valid"),
        ({"name": "Demo Ben"}, "not_valid"),
        ({"name": "DEMO  BEN"}, "not_valid"),
        ({"name": "D\u0435mo Ben"}, "not_valid"),
        ({"time_zone": "Mars/Olympus"}, "not_valid"),
        ({"time_zone": "../../etc/passwd"}, "not_valid"),
        ({"language": "tlh"}, "not_valid"),
        ({"mail": {"timings": {"everything": "never"}}}, "no_such_kind"),
        ({"mail": {"timings": {"reminder": "digest"}}}, "comes_at_once"),
        ({"mail": {"timings": {"your_move": "soon"}}}, "unreadable_body"),
        ({"mail": {"bundle_minutes": 1}}, "unreadable_body"),
        ({"mail": {"digest_hour": 24}}, "unreadable_body"),
        ({"mail": {"quiet_hours": [22]}}, "quiet_hours"),
        ({"muted_kinds": ["reminder"]}, "unreadable_body"),
        ({"is_staff": True}, "unreadable_body"),
        ({"email": "other@letters.localhost"}, "unreadable_body"),
    ],
    ids=str,
)
def test_a_preference_that_cannot_be_is_refused_and_nothing_changes(
    body: dict[str, object], code: str, people: MakePeople
) -> None:
    client = client_of(people("Anna", "Ben")[0])
    before = read(client, "me/")
    assert change(client, {"time_zone": "Asia/Tokyo"} | body, 400)["code"] == code
    assert read(client, "me/") == before


def test_a_key_is_shown_once_opens_the_account_and_dies_when_it_is_revoked(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    client, browser = client_of(anna), APIClient()
    sign_in(browser, anna)
    made = send(browser, "me/keys/", {"name": " my\x00bot ", "scope": "account"})
    assert (made["name"], made["scope"], made["last_used_at"]) == ("my bot", "account", None)
    listed = read(client, "me/keys/")["keys"]
    assert next(each["id"] for each in listed) == made["id"]
    assert all(each["key"] is None for each in listed)
    machine = APIClient(headers={"Authorization": f"Bearer {made['key']}"})
    assert read(machine, "me/")["name"] == anna.name
    assert client_of(ben).delete(f"{API}me/keys/{made['id']}/").status_code == 404
    assert machine.delete(f"{API}me/keys/{made['id']}/").status_code == 204
    assert read(machine, "me/", code=401)["code"] == "authentication_failed"
    assert client.delete(f"{API}me/keys/{made['id']}/").status_code == 404


def test_nobody_hoards_keys(people: MakePeople) -> None:
    client = APIClient()
    sign_in(client, people("Anna")[0])
    for number in range(20):
        send(client, "me/keys/", {"name": f"bot {number}"})
    assert send(client, "me/keys/", {"name": "one more"}, code=409)["code"] == "too_many_keys"
    assert ApiKey.objects.count() == 20


def test_the_key_of_a_closed_account_lets_nobody_in(people: MakePeople) -> None:
    anna = people("Anna")[0]
    client = client_of(anna)
    anna.is_active = False
    anna.save()
    read(client, "me/", code=401)


def test_a_session_reads_freely_and_writes_with_its_csrf_token_only(people: MakePeople) -> None:
    anna = people("Anna")[0]
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(anna)
    assert read(browser, "me/")["name"] == anna.name
    refusal = browser.patch(f"{API}me/", {"time_zone": "Asia/Tokyo"}, format="json")
    assert (refusal.status_code, refusal.json()["code"]) == (403, "permission_denied")
    browser.cookies["csrftoken"] = "a" * 32
    accepted = browser.patch(f"{API}me/", {"time_zone": "Asia/Tokyo"}, format="json", headers={"X-CSRFToken": "a" * 32})
    assert accepted.json()["time_zone"] == "Asia/Tokyo"


def test_an_invitation_opens_a_private_table_to_whoever_holds_it(people: MakePeople) -> None:
    host, guest, other = (client_of(user) for user in people("Anna", "Ben", "Cleo"))
    plan = {"game": "capitan-bacon", "seats": 2, "pace_seconds": 86400, "is_private": True}
    match_id = send(host, "matches/", plan)["id"]
    elsewhere = send(host, "matches/", plan)["id"]
    invitation = send(host, f"matches/{match_id}/invitations/")
    token = invitation["token"]
    assert invitation["link"].endswith(f"/{token}/")
    assert guest.get(invitation["link"].partition("8000")[2]).status_code == 200
    read(guest, f"matches/{match_id}/", code=404)
    send(guest, f"matches/{match_id}/seats/", {"invitation": token, "seat": 1}, code=400)
    send(guest, f"matches/{elsewhere}/seats/", {"invitation": token}, code=404)
    assert send(guest, f"matches/{match_id}/seats/", {"invitation": token})["seat"] == 1
    refusal = send(other, f"matches/{match_id}/seats/", {"invitation": token}, code=409)
    assert refusal["code"] == "table_full"
    assert send(host, f"matches/{match_id}/start/", code=200)["status"] == "running"
