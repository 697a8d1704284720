"""Signing up, in and out: by mailed code or password, never by following a link."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db

CODE = re.compile(r"^([A-Z0-9-]{6,12})$", re.MULTILINE)


def newest_code() -> str:
    """Return the code in the newest mail."""
    found = CODE.search(str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def is_signed_in(browser: Client) -> bool:
    """Whether the site knows who uses this browser."""
    return "_auth_user_id" in browser.session


def demo_anna(**fields: str) -> User:
    """Return an account."""
    return User.objects.create_user("anna@example.test", "Demo Anna", **fields)


def sign_up(browser: Client, name: str, address: str, **more: str) -> None:
    """Fill in the form for signing up."""
    browser.post("/accounts/signup/", {"name": name, "email": address, **more})


def test_signing_up_needs_a_name_an_address_and_the_mailed_code() -> None:
    browser = Client()
    sign_up(browser, "Demo Anna", "Anna@Example.Test")
    assert not is_signed_in(browser)
    assert mail.outbox[-1].to == ["anna@example.test"]
    answer = browser.post("/accounts/confirm-email/", {"code": newest_code()})
    assert answer["Location"] == "/matches/"
    assert is_signed_in(browser)
    anna = User.objects.get()
    assert (anna.name, anna.email, anna.has_usable_password()) == ("Demo Anna", "anna@example.test", False)


def test_signing_up_leads_back_to_where_it_began() -> None:
    browser = Client()
    sign_up(browser, "Demo Anna", "anna@example.test", next="/i/abcdef/")
    assert browser.post("/accounts/confirm-email/", {"code": newest_code()})["Location"] == "/i/abcdef/"


def test_signing_up_never_leads_to_another_site() -> None:
    browser = Client()
    sign_up(browser, "Demo Anna", "anna@example.test", next="https://elsewhere.test/")
    assert browser.post("/accounts/confirm-email/", {"code": newest_code()})["Location"] == "/matches/"


def test_a_wrong_code_does_not_sign_in_and_three_of_them_end_the_attempt() -> None:
    browser = Client()
    sign_up(browser, "Demo Anna", "anna@example.test")
    for _ in range(3):
        browser.post("/accounts/confirm-email/", {"code": "WRONG-0"})
    browser.post("/accounts/confirm-email/", {"code": newest_code()})
    assert not is_signed_in(browser)


@pytest.mark.parametrize(
    "name",
    [
        "demo anna",
        "Demo  Anna",
        "Dem\u043e Anna",
        "\uff24emo Anna",
        "DEMO-ANNA",
        "Administrator",
        "R\u0435feree",
        "",
        "a" * 31,
    ],
)
def test_a_name_that_is_taken_reserved_or_looks_alike_is_refused(name: str) -> None:
    demo_anna()
    browser = Client()
    answer = browser.post("/accounts/signup/", {"name": name, "email": "other@example.test"})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Anna\x00", "Anna\u202eDemo", "Anna\u200b"])
def test_a_name_that_cannot_be_shown_safely_is_refused(name: str) -> None:
    Client().post("/accounts/signup/", {"name": name, "email": "other@example.test"})
    assert not User.objects.exists()


def test_signing_up_with_a_known_address_looks_the_same_and_tells_its_owner_only() -> None:
    demo_anna()
    answer = Client().post("/accounts/signup/", {"name": "Demo Ben", "email": "anna@example.test"})
    new = Client().post("/accounts/signup/", {"name": "Demo Cleo", "email": "cleo@example.test"})
    assert (answer.status_code, answer["Location"]) == (new.status_code, new["Location"])
    assert "You have an account already" in [letter.subject for letter in mail.outbox]
    assert not User.objects.filter(name="Demo Ben").exists()


def test_signing_in_by_mailed_code() -> None:
    demo_anna()
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": "ANNA@example.test", "password": "", "next": "/tables/"})
    assert not is_signed_in(browser)
    assert mail.outbox[-1].to == ["anna@example.test"]
    page = browser.get(answer["Location"]).content.decode()
    assert 'name="next" value="/tables/"' in page
    answer = browser.post("/accounts/login/code/confirm/", {"code": newest_code(), "next": "/tables/"})
    assert answer["Location"] == "/tables/"
    assert is_signed_in(browser)
    assert len(mail.outbox) == 1


def test_signing_in_by_password() -> None:
    demo_anna(password="a long demo word")
    browser = Client()
    sign_in = {"login": "anna@example.test", "password": "a long demo word"}
    browser.post("/accounts/login/", sign_in)
    browser.post("/accounts/confirm-email/", {"code": newest_code()})
    assert is_signed_in(browser)
    another = Client()
    assert another.post("/accounts/login/", sign_in)["Location"] == "/matches/"
    assert is_signed_in(another)


def test_a_wrong_password_is_refused_like_an_unknown_address() -> None:
    demo_anna(password="a long demo word")
    pages = [
        Client().post("/accounts/login/", {"login": login, "password": "wrong"})
        for login in ("anna@example.test", "nobody@example.test")
    ]
    sentence = "The email address and/or password you specified are not correct."
    assert all(sentence in page.content.decode() for page in pages)


def test_asking_for_a_code_does_not_tell_whether_there_is_an_account() -> None:
    demo_anna()
    answers = [
        Client().post("/accounts/login/", {"login": login}) for login in ("anna@example.test", "nobody@example.test")
    ]
    assert answers[0].status_code == answers[1].status_code
    assert answers[0]["Location"] == answers[1]["Location"]


@pytest.mark.parametrize("typed", ["ann\u0430@example.test", "anna@examp\u0142e.test", "\u0131nna@example.test"])
def test_an_address_that_only_looks_like_the_one_on_file_gets_no_code(typed: str) -> None:
    demo_anna()
    for page, field in (("login", "login"), ("login/code", "email"), ("password/reset", "email")):
        Client().post(f"/accounts/{page}/", {field: typed})
    assert not [letter for letter in mail.outbox if CODE.search(str(letter.body))]


def test_a_letter_that_folds_to_a_plain_one_is_mailed_to_the_address_on_file_only() -> None:
    User.objects.create_user("kate@example.test", "Demo Kate")
    Client().post("/accounts/login/", {"login": "\u212aate@example.test"})
    assert [letter.to for letter in mail.outbox if CODE.search(str(letter.body))] in ([], [["kate@example.test"]])


def test_reading_the_page_for_the_code_signs_nobody_in() -> None:
    demo_anna()
    browser = Client()
    browser.post("/accounts/login/", {"login": "anna@example.test"})
    for address in ("/accounts/login/code/confirm/", f"/accounts/login/code/confirm/?code={newest_code()}"):
        for _ in range(3):
            browser.get(address)
            browser.head(address)
    assert not is_signed_in(browser)
    browser.post("/accounts/login/code/confirm/", {"code": newest_code()})
    assert is_signed_in(browser)


def test_a_code_is_good_only_in_the_browser_that_asked_for_it() -> None:
    demo_anna()
    Client().post("/accounts/login/", {"login": "anna@example.test"})
    other = Client()
    other.post("/accounts/login/code/confirm/", {"code": newest_code()})
    assert not is_signed_in(other)


def test_no_account_mail_holds_a_link_that_acts() -> None:
    demo_anna()
    sign_up(Client(), "Demo Ben", "ben@example.test")
    for login in ("anna@example.test", "nobody@example.test"):
        Client().post("/accounts/login/", {"login": login})
    Client().post("/accounts/password/reset/", {"email": "anna@example.test"})
    links = [link for letter in mail.outbox for link in re.findall(r"https?://\S+", str(letter.body))]
    assert {link.partition("//")[2].partition("/")[2] for link in links} <= {"accounts/signup/"}
    people = list(User.objects.values())
    for link in links:
        browser = Client()
        assert browser.get("/" + link.partition("//")[2].partition("/")[2]).status_code == 200
        assert not is_signed_in(browser)
    assert list(User.objects.values()) == people


def test_signing_out_takes_a_post() -> None:
    browser = Client()
    browser.force_login(demo_anna())
    browser.get("/accounts/logout/")
    assert is_signed_in(browser)
    assert browser.post("/accounts/logout/")["Location"] == "/"
    assert not is_signed_in(browser)


def test_asking_for_codes_again_and_again_is_stopped() -> None:
    demo_anna()
    for _ in range(6):
        Client().post("/accounts/login/", {"login": "anna@example.test"})
    assert 0 < len(mail.outbox) < 6
