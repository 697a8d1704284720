"""Staff come in by the sign-in of the site: no other form takes a password, and none opens a page with it alone."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.accounts.signing import LONG_AGO, PASSWORD, app_of, code_now, set_up_app, sign_in

pytestmark = pytest.mark.django_db

DOOR = "/admin/login/"


@pytest.fixture(autouse=True)
def _second_factor(settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("demo.root@letters.localhost", "Demo Root", PASSWORD)


def test_the_admins_door_takes_no_password_and_leads_to_the_sign_in_of_the_site(root: User) -> None:
    guesses = {"username": root.email, "password": PASSWORD, "next": "/admin/"}
    for ask in (Client().get, Client().post):
        for address in (DOOR, f"{DOOR}?next=/admin/games/match/", "/admin/", "/admin/games/match/"):
            browser_answer = ask(address, guesses)
            while browser_answer["Location"].startswith("/admin/"):
                browser_answer = ask(browser_answer["Location"], guesses)
            assert browser_answer["Location"].startswith("/accounts/login/?next=/admin/"), address
            assert "sessionid" not in browser_answer.cookies


@pytest.mark.parametrize("wanted", ["https://elsewhere.test/", "//elsewhere.test", DOOR, ""])
def test_the_door_leads_to_no_other_site_and_never_in_a_circle(wanted: str, root: User) -> None:
    assert Client().get(DOOR, {"next": wanted})["Location"] == "/accounts/login/?next=/admin/"
    assert sign_in(Client(), root).get(DOOR, {"next": wanted})["Location"] == "/admin/"


def test_people_who_are_no_staff_are_refused_at_the_door() -> None:
    anna = User.objects.create_user("anna@letters.localhost", "Demo Anna")
    assert sign_in(Client(), anna).get(DOOR).status_code == 403


def test_the_admin_changes_passwords_where_everybody_does(root: User) -> None:
    browser = sign_in(Client(), root, methods=("password", "mfa"))
    form = {"old_password": PASSWORD, "new_password1": "another long word", "new_password2": "another long word"}
    assert browser.post("/admin/password_change/", form)["Location"] == "/accounts/password/change/"
    root.refresh_from_db()
    assert root.check_password(PASSWORD)


def test_a_script_name_before_the_address_does_not_get_past_the_second_factor(root: User) -> None:
    browser = sign_in(Client(), root)
    for name in ("", "/sub"):
        assert browser.get("/admin/", SCRIPT_NAME=name).status_code == 403, name


def test_the_second_factor_goes_only_by_the_second_factor(root: User) -> None:
    secret = set_up_app(root)
    browser = sign_in(Client(), root, ago=LONG_AGO, methods=("password", "mfa"))
    codes = "/accounts/2fa/recovery-codes/"
    app_pages = ("/accounts/2fa/totp/deactivate/", codes, f"{codes}generate/", "/accounts/2fa/totp/activate/")
    for by_password in (False, True):
        for page in app_pages:
            assert "/accounts/2fa/reauthenticate/" in follow(browser, page), page
            browser.post(page)
            assert app_of(root)
        if not by_password:
            answer = browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
            assert answer["Location"].startswith("/accounts/2fa/reauthenticate/")
            mailed = browser.post("/accounts/reauthenticate/code/", {"email": root.email})
            assert mailed["Location"].startswith("/accounts/2fa/reauthenticate/")
            sign_in(browser, root, methods=("password",))
    assert app_of(root)
    browser.post("/accounts/2fa/reauthenticate/", {"code": code_now(secret)})
    browser.post("/accounts/2fa/totp/deactivate/")
    assert app_of(root) is None


def follow(browser: Client, page: str) -> str:
    """Return where a page leads in the end."""
    answer = browser.get(page)
    while answer.status_code == 302 and "reauthenticate" not in answer["Location"]:
        answer = browser.get(answer["Location"])
    return str(answer.get("Location", page))


def test_a_first_second_factor_is_set_up_after_a_fresh_sign_in_only(root: User) -> None:
    page = "/accounts/2fa/totp/activate/"
    browser = sign_in(Client(), root, ago=LONG_AGO)
    assert "/accounts/reauthenticate/" in browser.get(page)["Location"]
    assert browser.post(page, {"code": "123456"}).status_code == 302
    assert sign_in(Client(), root).get(page).status_code in (200, 302)
    assert app_of(root) is None
