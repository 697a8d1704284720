"""Sign-in, address, second factor and keys change after a fresh sign-in only, and their owner hears of each change."""

import re
from collections.abc import Callable

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.test import Client

from accounts.guests import make_guest
from accounts.models import User
from tests.accounts.signing import LONG_AGO, PASSWORD, app_of, code_now, prove_address, set_up_app, sign_in
from tests.accounts.test_signing_in import newest_code

pytestmark = pytest.mark.django_db

Change = Callable[[Client], object]
NEW_WORD = "quite another long word"
SET = {"password1": NEW_WORD, "password2": NEW_WORD}
CHANGE = {"oldpassword": PASSWORD, **SET}


@pytest.fixture
def anna() -> User:
    anna = User.objects.create_user("anna@letters.localhost", "Demo Anna", PASSWORD)
    prove_address(anna)
    return anna


def told(anna: User) -> list[str]:
    """Return the subjects of what Anna was mailed at her first address, oldest first."""
    return [str(letter.subject) for letter in mail.outbox if letter.to == ["anna@letters.localhost"]]


def move_out(browser: Client) -> None:
    browser.post("/accounts/email/", {"email": "new@letters.localhost", "action_add": ""})
    browser.post("/accounts/confirm-email/", {"code": newest_code()})


def set_up(browser: Client) -> None:
    browser.get("/accounts/2fa/totp/activate/")
    secret = browser.session["mfa.totp.secret"]
    browser.post("/accounts/2fa/totp/activate/", {"code": code_now(secret)})


@pytest.mark.django_db(transaction=True)
def test_a_second_factor_set_up_is_told() -> None:
    anna = User.objects.create_user("anna@letters.localhost", "Demo Anna", PASSWORD)
    prove_address(anna)
    set_up(sign_in(Client(), anna))
    assert app_of(anna)
    assert "Your account has a second factor now" in told(anna)


def test_a_second_factor_taken_off_is_told(anna: User) -> None:
    set_up_app(anna)
    browser = sign_in(Client(), anna, methods=("password", "mfa"))
    browser.post("/accounts/2fa/totp/deactivate/")
    assert told(anna) == ["The second factor of your account was taken off"]


def test_a_changed_password_is_told(anna: User) -> None:
    sign_in(Client(), anna).post("/accounts/password/change/", CHANGE)
    anna.refresh_from_db()
    assert anna.check_password(NEW_WORD)
    assert told(anna) == ["Your password was changed"]


def test_a_first_password_needs_a_fresh_sign_in_and_is_told(anna: User) -> None:
    anna.set_unusable_password()
    anna.save()
    browser = sign_in(Client(), anna, ago=LONG_AGO, methods=("code",))
    assert "/accounts/reauthenticate/" in browser.post("/accounts/password/set/", SET)["Location"]
    sign_in(browser, anna, methods=("code",)).post("/accounts/password/set/", SET)
    anna.refresh_from_db()
    assert anna.check_password(NEW_WORD)
    assert told(anna) == ["Your account has a password now"]


def test_a_password_set_anew_by_code_is_told(anna: User) -> None:
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": anna.email})
    browser.post("/accounts/password/reset/confirm/", {"code": newest_code()})
    browser.post("/accounts/password/reset/complete/", SET)
    assert told(anna)[-1] == "Your password was changed"


def test_a_new_address_needs_a_fresh_sign_in_and_its_code_and_is_told_to_the_old_one(anna: User) -> None:
    browser = sign_in(Client(), anna, ago=LONG_AGO)
    answer = browser.post("/accounts/email/", {"email": "new@letters.localhost", "action_add": ""})
    assert "/accounts/reauthenticate/" in answer["Location"]
    assert not mail.outbox
    move_out(sign_in(browser, anna))
    anna.refresh_from_db()
    assert anna.email == "new@letters.localhost"
    assert told(anna) == ["The address of your account was changed"]
    assert "new@letters.localhost" in mail.outbox[-1].body


def test_whoever_proves_again_who_they_are_goes_on_with_what_they_asked_for(anna: User) -> None:
    browser = sign_in(Client(), anna, ago=LONG_AGO)
    answer = browser.post("/accounts/email/", {"email": "new@letters.localhost", "action_add": ""})
    assert b"password" in browser.get(answer["Location"]).content
    browser.post(answer["Location"], {"password": PASSWORD})
    assert [letter.to for letter in mail.outbox] == [["new@letters.localhost"]]


def test_a_guest_gives_a_first_address_without_proof_and_nothing_is_mailed_to_the_made_up_one() -> None:
    guest = make_guest()
    move_out(sign_in(Client(), guest, ago=LONG_AGO, methods=()))
    guest.refresh_from_db()
    assert guest.email == "new@letters.localhost"
    assert {address for letter in mail.outbox for address in letter.to} == {"new@letters.localhost"}


def test_a_recovery_code_that_signs_in_is_told(anna: User) -> None:
    set_up_app(anna)
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]
    browser = Client()
    browser.post("/accounts/login/", {"login": anna.email, "password": PASSWORD})
    browser.post("/accounts/2fa/authenticate/", {"code": code})
    assert browser.get("/matches/").status_code == 200
    assert told(anna) == ["A recovery code of your account was used"]


def test_what_is_told_says_when_from_where_and_what_to_do_and_holds_no_link(anna: User) -> None:
    browser = sign_in(Client(HTTP_USER_AGENT="Demo browser"), anna)
    browser.post("/accounts/password/change/", CHANGE)
    text = str(mail.outbox[-1].body)
    assert re.search(r"on \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)", text)
    for words in ("127.0.0.1", "Demo browser", "If it was not", "API keys made before"):
        assert words in text
    assert "http" not in text
