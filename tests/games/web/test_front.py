"""The front page, and a match against bots that begins with one click of somebody without an account."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.guests import GUEST_DOMAIN, is_guest, make_guest
from accounts.models import User
from accounts.names import check_name
from games.logbook import store
from games.models import Invitation, Match, OutboxMail, Seat
from games.notifications.relay import relay_outbox
from games.services.tables.bots import play_waiting_bots
from games.web.tables.trying import MOST_PER_HOUR
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import forms_of, reading, signed_in

pytestmark = pytest.mark.django_db


def try_a_game(browser: Client, slug: str = "capitan-bacon", key: str = "try") -> Match:
    """Press the button of the front page and return the match that came of it."""
    answer = browser.post("/try/", {"game": slug, "key": key})
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.get(pk=answer.headers["Location"].split("/")[2])


def guest_of(match: Match) -> User:
    """Return the guest who sits in a match."""
    return User.objects.get(pk=match.host_id)


def test_browsers_that_ask_for_an_icon_by_its_old_name_get_ours() -> None:
    answer = Client().get("/favicon.ico", follow=True)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"
    answer.close()


def test_the_front_page_offers_every_game_against_bots_to_everybody() -> None:
    forms = [form for form in forms_of(Client().get("/").content.decode()) if form.action == "/try/"]
    assert {dict(form.hidden)["game"] for form in forms} == set(GAMES)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_one_click_opens_a_running_private_match_with_bots_in_all_other_seats(slug: str) -> None:
    browser = Client()
    match = try_a_game(browser, slug)
    book = store.open_book(match.pk)
    assert match.game == slug
    assert match.is_private
    assert book.has_begun
    assert [chair.keeper for chair in book.table.chairs] == ["player"] + ["bot"] * (match.seat_count - 1)
    assert browser.get(f"/m/{match.pk}/").status_code == 200
    assert Client().get(f"/m/{match.pk}/").status_code == 404


def test_a_guest_makes_a_move() -> None:
    browser = Client()
    match = try_a_game(browser)
    guest = guest_of(match)
    while reading(match, guest).own_question is None:
        assert play_waiting_bots()
    question = reading(match, guest).own_question
    assert question is not None
    assert question.default is not None
    notation = GAMES[match.game].write(question.default)
    before = Match.objects.get().position
    answer = browser.post(f"/m/{match.pk}/moves/", {"decision": question.key, "w": notation, "key": "1"})
    assert answer.status_code == 302
    assert Match.objects.get().position == before + 1


def test_a_guest_has_a_name_that_may_be_used_and_an_address_that_nothing_can_reach() -> None:
    names = set()
    for _ in range(20):
        guest = make_guest()
        check_name(guest.name)
        names.add(guest.name)
        assert is_guest(guest)
        assert guest.email.endswith(".invalid")
        assert not guest.has_usable_password()
    assert len(names) == 20


def test_whoever_is_signed_in_stays_who_they_are(people: MakePeople) -> None:
    anna = people("Anna")[0]
    match = try_a_game(signed_in(anna))
    assert match.host_id == anna.pk
    assert User.objects.count() == 1


def test_the_same_click_twice_begins_one_match(people: MakePeople) -> None:
    browser = signed_in(people("Anna")[0])
    assert try_a_game(browser, key="once").pk == try_a_game(browser, key="once").pk
    assert Match.objects.count() == 1


def test_one_address_begins_only_so_many_matches_an_hour() -> None:
    for number in range(MOST_PER_HOUR):
        try_a_game(Client(), key=str(number))
    refused = Client().post("/try/", {"game": "capitan-bacon", "key": "one more"})
    assert refused.status_code == 429
    assert Match.objects.count() == MOST_PER_HOUR
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert try_a_game(elsewhere, key="elsewhere").status == Match.Status.RUNNING


def test_looking_at_the_button_begins_nothing_and_no_unknown_game_is_begun() -> None:
    assert Client().get("/try/").status_code == 405
    assert Client().post("/try/", {"game": "chess"}).status_code == 404
    assert not User.objects.exists()
    assert not Match.objects.exists()


def test_a_form_of_another_site_begins_nothing() -> None:
    assert Client(enforce_csrf_checks=True).post("/try/", {"game": "capitan-bacon"}).status_code == 403
    assert not Match.objects.exists()


def test_letters_to_a_guest_are_dropped_with_the_reason() -> None:
    try_a_game(Client())
    relay_outbox()
    assert mail.outbox == []
    kept = OutboxMail.objects.filter(state=OutboxMail.State.DROPPED)
    assert kept.exists()
    assert {each.reason for each in kept} == {"a guest has no mailbox"}


def test_a_guest_cannot_have_letters_sent_to_others() -> None:
    browser = Client()
    match = try_a_game(browser)
    guest = guest_of(match)
    browser.post("/tables/new/", {"game": "capitan-bacon", "seats": 3, "pace": 86400, "option_memory": '"kept"'})
    for table in Match.objects.filter(host=guest):
        browser.post(f"/m/{table.pk}/invitations/", {"address": "somebody@example.test"})
    assert not Invitation.objects.exists()
    assert not OutboxMail.objects.filter(address="somebody@example.test").exists()


def test_a_guest_gives_an_address_before_sitting_down_with_other_people(
    open_table: BeginMatch, people: MakePeople
) -> None:
    anna, ben = people("Anna", "Ben")
    table = open_table([anna, ben])
    signed_in(ben).post(f"/m/{table.pk}/leave/", {"key": "up"})
    browser = Client()
    try_a_game(browser)
    answer = browser.post(f"/m/{table.pk}/seats/", {"key": "down"})
    assert answer.headers["Location"] == "/accounts/email/"
    assert not Seat.objects.get(match=table, number=1).is_taken


def test_a_guest_keeps_the_account_by_an_address_and_its_code() -> None:
    browser = Client()
    match = try_a_game(browser)
    guest = guest_of(match)
    assert "Keep this account" in browser.get(f"/m/{match.pk}/").content.decode()
    answer = browser.post("/accounts/email/", {"email": "ada.demo@example.test", "action_add": ""}, follow=True)
    code = next(line for line in str(mail.outbox[-1].body).splitlines() if line.strip() and line == line.upper())
    browser.post(answer.redirect_chain[-1][0], {"code": code.strip()})
    kept = User.objects.get(pk=guest.pk)
    assert kept.email == "ada.demo@example.test"
    assert not is_guest(kept)
    assert not EmailAddress.objects.filter(email__endswith=GUEST_DOMAIN).exists()
    page = browser.get(f"/m/{match.pk}/").content.decode()
    assert "Keep this account" not in page
