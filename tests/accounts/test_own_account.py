"""The pages of one's own account: name, zone, API keys."""

import re

import pytest
from django.test import Client

from accounts.api_keys import find_key_owner, issue_api_key
from accounts.models import ApiKey, User
from tests.accounts.signing import sign_in
from tests.conftest import MakePeople

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def browser(anna: User) -> Client:
    browser = Client()
    browser.force_login(anna)
    return browser


def test_name_and_zone_can_be_changed(browser: Client, anna: User) -> None:
    told = {"name": "Demo Anne Bonny", "time_zone": "Asia/Kolkata"}
    assert browser.post("/account/", told)["Location"] == "/account/"
    anna.refresh_from_db()
    assert (anna.name, anna.time_zone) == ("Demo Anne Bonny", "Asia/Kolkata")


@pytest.mark.parametrize("name", ["Demo Ben", "demo-ben", "Dem\u043e Ben", "<b>", "Referee", ""])
def test_a_name_that_is_not_free_or_not_fit_is_refused_and_nothing_changes(
    browser: Client, anna: User, people: MakePeople, name: str
) -> None:
    people("Ben")
    answer = browser.post("/account/", {"name": name, "time_zone": "Asia/Kolkata"})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    anna.refresh_from_db()
    assert (anna.name, anna.time_zone) == ("Demo Anna", "UTC")


def test_a_time_zone_that_does_not_exist_is_refused(browser: Client) -> None:
    assert browser.post("/account/", {"name": "Demo Anna", "time_zone": "Sea/Nowhere"}).status_code == 422


def owner_of(key: str) -> User | None:
    """Return whom a key lets in."""
    found = find_key_owner(key)
    return found and found[0]


def test_an_api_key_is_shown_once_and_works(browser: Client, anna: User) -> None:
    page = sign_in(browser, anna).post("/account/keys/", {"name": "my bot"}).content.decode()
    key = re.search(r"lom_[0-9a-f]{40}", page)
    assert key
    assert owner_of(key[0]) == anna
    assert key[0] not in browser.get("/account/keys/").content.decode()


def test_an_api_key_can_be_revoked_by_its_owner_only(browser: Client, anna: User, people: MakePeople) -> None:
    row, key = issue_api_key(user=anna, name="my bot")
    stranger = Client()
    stranger.force_login(people("Ben")[0])
    stranger.post(f"/account/keys/{row.pk}/revoke/")
    assert owner_of(key) == anna
    browser.get(f"/account/keys/{row.pk}/revoke/")
    assert owner_of(key) == anna
    browser.post(f"/account/keys/{row.pk}/revoke/")
    assert find_key_owner(key) is None


@pytest.mark.parametrize("name", ["", "n" * 61, "a\x00b"])
def test_a_key_without_a_fit_name_is_refused(browser: Client, name: str) -> None:
    assert browser.post("/account/keys/", {"name": name}).status_code == 422
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("address", ["/account/", "/account/keys/", "/matches/", "/tables/new/"])
def test_signed_out_own_pages_lead_to_signing_in_and_back(address: str) -> None:
    assert Client().get(address)["Location"] == f"/accounts/login/?next={address}"
