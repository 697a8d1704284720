"""Limits of signing in: no flood of mails, no endless guessing, and nobody shuts an address or the site to others."""

import pytest
import time_machine
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.sign_in_limits import GUESSES_FROM_ALL, MAILS_FROM_ALL, MAILS_FROM_ONE
from tests.accounts.signing import PASSWORD, prove_address
from tests.accounts.test_signing_in import is_signed_in, newest_code

pytestmark = pytest.mark.django_db

HOUR = 60 * 60
NOON = 1_900_000_800
DOORS = (
    ("/accounts/login/", "login"),
    ("/accounts/login/code/", "email"),
    ("/accounts/password/reset/", "email"),
    ("/accounts/signup/", "email"),
)


@pytest.fixture
def anna() -> User:
    anna = User.objects.create_user("anna@letters.localhost", "Demo Anna", PASSWORD)
    prove_address(anna)
    return anna


def ask_often(address: str, times: int, networks: int = 1) -> None:
    """Ask for mail to an address by every door in turn, from as many networks, all within an hour."""
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(times):
            clock.shift(HOUR * 0.99 / times)
            page, field = DOORS[number % len(DOORS)]
            network = f"198.51.100.{number % networks}"
            Client(REMOTE_ADDR=network).post(page, {field: address, "name": f"Demo {number}"})


@pytest.mark.parametrize("address", ["anna@letters.localhost", "nobody@letters.localhost"])
def test_one_visitor_has_few_mails_an_hour_sent_to_one_address_by_all_doors_together(address: str, anna: User) -> None:
    ask_often(address, 60)
    assert 0 < len(mail.outbox) <= MAILS_FROM_ONE[HOUR]


def test_many_visitors_have_few_mails_an_hour_sent_to_one_address(anna: User) -> None:
    ask_often(anna.email, 100, networks=50)
    assert len(mail.outbox) == MAILS_FROM_ALL[HOUR]


def test_whoever_asks_too_often_is_told_the_same_for_every_address(anna: User) -> None:
    pages = []
    with time_machine.travel(NOON, tick=False):
        for address in (anna.email, "nobody@letters.localhost"):
            for _ in range(4):
                browser = Client()
                answer = browser.post("/accounts/login/", {"login": address})
            pages.append(browser.get(answer["Location"]).content.decode().replace(address, "…"))
    assert "This address was sent enough mails for now" in pages[0]
    assert [page.count("enough mails") for page in pages] == [1, 1]


def test_one_visitor_shuts_neither_codes_nor_passwords_of_an_address_to_its_owner(anna: User) -> None:
    for _ in range(8):
        Client(REMOTE_ADDR="198.51.100.7").post("/accounts/login/", {"login": anna.email, "password": "wrong"})
        Client(REMOTE_ADDR="198.51.100.7").post("/accounts/login/", {"login": anna.email})
    home = Client(REMOTE_ADDR="203.0.113.9")
    home.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
    assert is_signed_in(home)
    elsewhere = Client(REMOTE_ADDR="203.0.113.10")
    elsewhere.post("/accounts/login/", {"login": anna.email})
    elsewhere.post("/accounts/login/code/confirm/", {"code": newest_code()})
    assert is_signed_in(elsewhere)


def test_guessing_from_everywhere_ends_and_a_browser_that_knows_the_address_still_signs_in(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert max(GUESSES_FROM_ALL.values()) <= 200
    monkeypatch.setattr("accounts.sign_in_limits.GUESSES_FROM_ALL", {HOUR: 6})
    home = Client(REMOTE_ADDR="203.0.113.9")
    with time_machine.travel(NOON, tick=False):
        home.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
        home.post("/accounts/logout/")
        for number in range(6):
            stranger = Client(REMOTE_ADDR=f"198.51.{number}.7")
            stranger.post("/accounts/login/", {"login": anna.email, "password": "wrong"})
        late = Client(REMOTE_ADDR="192.0.2.77")
        late.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
        assert not is_signed_in(late)
        home.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
        assert is_signed_in(home)


def test_a_made_up_mark_of_a_known_browser_is_none(anna: User) -> None:
    browser = Client()
    browser.cookies["known"] = "WyJhYmMiXQ:1abcde:forged"
    for _ in range(6):
        answer = browser.post("/accounts/login/", {"login": anna.email, "password": "wrong"})
    assert "Too many failed login attempts" in answer.content.decode()


def test_visitors_behind_our_proxy_do_not_count_as_one(anna: User, settings: Settings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    for number in range(12):
        visitor = Client(REMOTE_ADDR="10.0.0.2", headers={"X-Forwarded-For": f"6.6.6.6, 198.51.100.{number}"})
        assert visitor.post("/try/", {"game": "capitan-bacon"}).status_code == 302
        page = visitor.post("/accounts/login/", {"login": f"demo.{number}@letters.localhost", "password": "x"})
        assert page.status_code in (200, 302)
