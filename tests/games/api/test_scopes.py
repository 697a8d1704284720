"""Keys go as far as their scope, until they expire, are revoked or the password changes; some acts need a person."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from rest_framework.test import APIClient
from time_machine import travel

from accounts.api_keys import Scope, find_key_owner, issue_api_key
from accounts.models import ApiKey, User
from games.api.urls import urlpatterns
from tests.accounts.signing import LONG_AGO, PASSWORD, prove_address, sign_in
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, client_of, question_of, read, send

pytestmark = pytest.mark.django_db

CHANGES: tuple[tuple[str, str, object], ...] = (
    ("patch", "me/", {"language": "de"}),
    ("put", "me/hours/", {"asleep_from": 1380, "asleep_minutes": 480}),
    ("post", "me/absences/", {}),
    ("delete", "me/absences/1/", None),
    ("delete", "me/keys/1/", None),
    ("get", "me/data/", None),
    ("get", "me/keys/", None),
)


@pytest.fixture
def anna(people: MakePeople) -> User:
    anna = people("Anna")[0]
    anna.set_password(PASSWORD)
    anna.save()
    prove_address(anna)
    return anna


def refused(client: APIClient, method: str, address: str, body: object, code: str) -> bool:
    """Whether the API refuses this with 403 and that code."""
    answer = getattr(client, method)(f"{API}{address}", body, format="json")
    return bool(answer.status_code == 403 and answer.json()["code"] == code)


def test_a_key_to_read_changes_nothing_anywhere(anna: User, begin_match: BeginMatch, people: MakePeople) -> None:
    match = begin_match([anna, people("Ben")[0]])
    client = client_of(anna, Scope.READ)
    read(client, f"matches/{match.pk}/")
    tried = 0
    for pattern in urlpatterns:
        address = str(pattern.pattern).replace("<slug:match_id>", match.pk).replace("<slug:slug>", "capitan-bacon")
        address = address.replace("<int:number>", "1").replace("<int:position>", "1").replace("<int:key_id>", "1")
        view = getattr(pattern.callback, "view_class", None)
        for method in ("post", "put", "patch", "delete"):
            if hasattr(view, method) and address != "^":
                assert refused(client, method, address.replace("<int:absence_id>", "1"), {}, "beyond_scope"), address
                tried += 1
    assert tried > 20


def test_a_key_to_play_plays_and_leaves_the_account_alone(
    anna: User, begin_match: BeginMatch, people: MakePeople
) -> None:
    match = begin_match([anna, people("Ben")[0]], options=b'{"starter":0}')
    client = client_of(anna, Scope.PLAY)
    send(client, f"matches/{match.pk}/moves/", {"decision": question_of(client, match.pk), "notation": "pass"})
    assert all(refused(client, method, address, body, "beyond_scope") for method, address, body in CHANGES)


def test_a_key_to_the_account_changes_preferences_but_mints_no_key_and_ends_no_account(anna: User) -> None:
    client = client_of(anna, Scope.ACCOUNT)
    assert not any(refused(client, method, address, body, "beyond_scope") for method, address, body in CHANGES)
    assert refused(client, "post", "me/keys/", {"name": "more"}, "not_by_key")
    assert refused(client, "post", "me/goodbye/", {"name": anna.name}, "not_by_key")
    assert User.objects.get(pk=anna.pk).is_active


def test_an_old_session_mints_no_key_and_ends_no_account(anna: User) -> None:
    program, browser = APIClient(), Client()
    sign_in(program, anna, ago=LONG_AGO)
    sign_in(browser, anna, ago=LONG_AGO)
    assert refused(program, "post", "me/keys/", {"name": "more"}, "sign_in_again")
    assert refused(program, "post", "me/goodbye/", {"name": anna.name}, "sign_in_again")
    for address, body in (("/account/keys/", {"name": "more"}), ("/account/delete/", {"name": anna.name})):
        assert "/accounts/reauthenticate/" in browser.post(address, body)["Location"]
    assert not ApiKey.objects.exists()


def test_a_key_that_has_expired_opens_nothing(anna: User) -> None:
    _row, key = issue_api_key(user=anna, name="for a week", days=7)
    assert find_key_owner(key)
    with travel(timedelta(days=7, minutes=1)):
        assert find_key_owner(key) is None


def test_the_last_use_of_a_key_is_known_to_the_hour(anna: User) -> None:
    row, key = issue_api_key(user=anna, name="bot")
    for hours, is_new in ((0, True), (0.5, False), (2, True)):
        before = ApiKey.objects.get(pk=row.pk).last_used_at
        with travel(timedelta(hours=hours)):
            find_key_owner(key)
        assert (ApiKey.objects.get(pk=row.pk).last_used_at != before) == is_new


def test_a_changed_password_revokes_every_key_and_a_new_key_is_told(anna: User) -> None:
    browser = sign_in(Client(), anna)
    page = browser.post("/account/keys/", {"name": "my bot", "scope": "read", "days": "30"}).content.decode()
    assert "lom_" in page
    made = ApiKey.objects.get()
    assert made.scope == "read"
    assert made.expires_at
    assert "my bot" in mail.outbox[-1].body
    new = {"password1": "quite another long word", "password2": "quite another long word"}
    browser.post("/accounts/password/change/", {"oldpassword": PASSWORD, **new})
    assert ApiKey.objects.get().revoked_at
