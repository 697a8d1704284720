"""The language of an answer: the account's, else the browser's choice or wish; named, and never mixed up by a cache."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import trans_real

from accounts.api_keys import issue_api_key
from accounts.languages import language_of, speaking_to
from accounts.models import User
from games.notifications.relay import relay_outbox
from games.templatetags.letters import moment
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import signed_in

pytestmark = pytest.mark.django_db

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


def language_of_page(browser: Client, address: str = "/", **headers: str) -> str:
    """Return the language that a page names, in its headers and in its markup alike."""
    answer = browser.get(address, headers=headers)
    marked = re.search(r'<html lang="(\w+)"', answer.content.decode())
    assert marked is not None
    assert answer["Content-Language"] == marked[1]
    assert "Accept-Language" in answer["Vary"]
    return marked[1]


def speak(person: User, language: str) -> None:
    """Set the language of an account."""
    person.language = language
    person.save()


def german_words() -> dict[str, str]:
    """Return the German catalog of this process, which lasts as long as the process does."""
    words: dict[str, str] = trans_real.translation("de")._catalog._catalogs[0]  # type: ignore[attr-defined]
    return words


def test_a_visitor_reads_the_language_that_the_browser_wants_or_english() -> None:
    assert language_of_page(Client(), **GERMAN) == "de"
    assert language_of_page(Client(), **{"Accept-Language": "fr"}) == "en"
    assert language_of_page(Client()) == "en"


def test_a_visitor_chooses_a_language_in_the_foot_and_it_stays() -> None:
    browser = Client()
    chosen = browser.post("/language/", {"language": "es"}, headers={"Referer": "http://testserver/fairness/"})
    assert chosen["Location"] == "http://testserver/fairness/"
    assert language_of_page(browser, "/tables/", **GERMAN) == "es"
    shown = browser.get("/").content.decode()
    assert re.findall(r'value="(\w+)"\s+lang="\1"\s+aria-current', shown) == ["es"]
    assert re.findall(r'lang="\w+"[^>]*>(\w+)</button>', shown) == ["English", "Español", "Deutsch"]


@pytest.mark.parametrize("code", ["", "fr", "../../etc", "e" * 600])
def test_a_language_that_the_site_does_not_speak_changes_nothing(code: str, anna: User) -> None:
    browser = signed_in(anna)
    assert browser.post("/language/", {"language": code}).status_code == 302
    assert language_of_page(browser) == "en"


def test_the_choice_is_made_by_post_only_and_leads_nowhere_else(anna: User) -> None:
    browser = signed_in(anna)
    assert browser.get("/language/?language=de").status_code == 405
    answer = browser.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


def test_the_account_wins_over_the_browser_and_its_cookie(anna: User) -> None:
    browser = signed_in(anna)
    browser.post("/language/", {"language": "de"})
    anna.refresh_from_db()
    assert anna.language == "de"
    speak(anna, "es")
    assert language_of_page(browser, "/matches/", **GERMAN) == "es"


def test_the_language_is_chosen_beside_the_time_zone(anna: User) -> None:
    told = {"name": "Demo Anna", "time_zone": "Asia/Kolkata", "language": "es", "wanted": []}
    browser = signed_in(anna)
    assert browser.post("/account/", told)["Location"] == "/account/"
    assert language_of_page(browser, "/account/") == "es"
    assert browser.post("/account/", told | {"language": "tlh"}).status_code == 422


def test_signing_up_and_trying_guess_the_language_of_the_browser() -> None:
    signing = Client(headers=GERMAN)
    signing.post("/accounts/signup/", {"name": "Demo Dora", "email": "demo.dora@letters.localhost"})
    assert User.objects.get(name="Demo Dora").language == "de"
    trying = Client(headers=GERMAN)
    trying.post("/try/", {"game": "capitan-bacon"})
    assert User.objects.exclude(name="Demo Dora").get().language == "de"


def test_one_answer_leaves_no_language_behind_for_the_next(anna: User) -> None:
    speak(anna, "de")
    language_of_page(signed_in(anna))
    assert translation.get_language() == "en"


def test_what_a_page_was_told_to_remember_is_not_the_same_in_another_language(
    anna: User, begin_match: BeginMatch
) -> None:
    browser, live = signed_in(anna), f"/m/{begin_match([anna], bots=1).pk}/live/"
    known = {"If-None-Match": browser.get(live)["ETag"]}
    assert browser.get(live, headers=known).status_code == 304
    speak(anna, "es")
    assert browser.get(live, headers=known).status_code == 200


def test_an_error_page_speaks_the_language_of_its_reader(anna: User) -> None:
    speak(anna, "es")
    assert language_of_page(signed_in(anna), "/m/nowhere/") == "es"


def test_a_person_is_spoken_to_in_their_language_and_the_one_before_comes_back(anna: User) -> None:
    speak(anna, "es")
    with translation.override("de"):
        with speaking_to(anna):
            assert translation.get_language() == "es"
        assert translation.get_language() == "de"
    assert language_of(None) == "en"


def test_a_letter_is_written_in_the_language_of_its_reader(
    people: MakePeople, begin_match: BeginMatch, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    anna, ben = people("Anna", "Ben")
    speak(anna, "de")
    begin_match([anna, ben])
    relay_outbox()
    languages = {
        letter.to[0]: re.findall(r'<html lang="(\w+)"', str(letter.alternatives[0][0])) for letter in mailoutbox
    }
    assert languages == {anna.email: ["de"], ben.email: ["en"]}
    assert translation.get_language() == "en"


def test_a_code_to_sign_in_is_mailed_in_the_language_of_the_account(
    anna: User, mailoutbox: list[EmailMultiAlternatives], monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(anna, "de")
    monkeypatch.setitem(german_words(), "Your code to sign in", "Dein Code")
    Client(headers={"Accept-Language": "es"}).post("/accounts/login/code/", {"email": anna.email})
    assert mailoutbox[0].subject == "Dein Code"


def test_a_program_is_refused_in_the_language_of_its_account_under_the_same_code(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(anna, "de")
    monkeypatch.setitem(german_words(), "There is no such match.", "Diese Partie gibt es nicht.")
    _, key = issue_api_key(user=anna, name="bot")
    program = Client(headers={"Authorization": f"Bearer {key}", "Accept-Language": "es"})
    refusal = program.get("/api/v1/matches/nowhere/")
    assert (refusal["Content-Language"], refusal.json()["code"]) == ("de", "no_such_match")
    assert refusal.json()["detail"].startswith("Diese Partie gibt es nicht.")


def test_a_program_that_nobody_knows_is_refused_in_the_language_it_asks_for() -> None:
    told = {code: Client(headers={"Accept-Language": code}).get("/api/v1/me/").json() for code in ("en", "de", "es")}
    assert {each["code"] for each in told.values()} == {"not_authenticated"}
    assert len({each["detail"] for each in told.values()}) == 3


def test_an_instant_is_told_in_the_language_and_the_zone_of_the_reader() -> None:
    noon = datetime(2031, 5, 5, 12, tzinfo=UTC)
    with timezone.override(ZoneInfo("America/New_York")):
        for language, day in (("en", "Mon 5 May 2031, 08:00"), ("de", "Mo"), ("es", "lun")):
            with translation.override(language):
                assert day in moment(noon)
                assert "America/New York, UTC\N{MINUS SIGN}4" in moment(noon)
