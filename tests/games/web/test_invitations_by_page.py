"""Invitations: looked at without effect, accepted or declined by POST, also by people without an account."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.models import Invitation, Match, OutboxMail, Seat
from games.services.tables.invitation_links import token_of
from games.services.tables.invitations import invite_by_address, invite_by_link
from games.services.tables.matches import MatchPlan, open_match
from games.web.match.forms import USUAL_PACE
from pirates.registry import GAMES
from tests.conftest import MakePeople
from tests.games.web.tables import forms_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def match(anna: User) -> Match:
    plan = MatchPlan(game=next(iter(GAMES)), title="Demo voyage", seats=2, pace=USUAL_PACE, is_private=True)
    return open_match(host=anna, plan=plan)


@pytest.fixture
def invitation(match: Match, anna: User) -> Invitation:
    return invite_by_address(match=match, host=anna, address="ben@example.test")


def link(invitation: Invitation) -> str:
    return f"/i/{token_of(invitation)}/"


def everything() -> list[object]:
    """Return what an invitation could change."""
    return [list(each.objects.order_by("pk").values()) for each in (Match, Seat, Invitation, User)]


def test_the_host_invites_an_address_and_a_letter_is_due(match: Match, anna: User) -> None:
    signed_in(anna).post(f"/m/{match.pk}/invitations/", {"address": "Ben@Example.Test"})
    assert [each.address for each in OutboxMail.objects.all()] == ["ben@example.test"]
    assert "ben@example.test" in signed_in(anna).get(f"/m/{match.pk}/").content.decode()


@pytest.mark.parametrize("address", ["", "nobody", "a\x00b@example.test", "<x>@example.test"])
def test_what_is_no_address_is_refused(match: Match, anna: User, address: str) -> None:
    answer = signed_in(anna).post(f"/m/{match.pk}/invitations/", {"address": address})
    assert answer.status_code == 400
    assert "This is not a mail address." in answer.content.decode()
    assert not Invitation.objects.exists()


def test_the_link_to_pass_on_is_made_by_post_and_shown_to_the_host_only(match: Match, anna: User) -> None:
    browser = signed_in(anna)
    assert "/i/" not in browser.get(f"/m/{match.pk}/").content.decode()
    browser.post(f"/m/{match.pk}/invitations/")
    shown = re.search(r'href="(/i/\w+/)"', browser.get(f"/m/{match.pk}/").content.decode())
    assert shown
    assert Client().get(shown[1]).status_code == 200


def test_an_invitation_shows_the_table_and_looking_at_it_changes_nothing(
    invitation: Invitation, people: MakePeople
) -> None:
    browsers = (Client(), signed_in(people("Cleo")[0]))
    before = everything()
    for browser in browsers:
        page = browser.get(link(invitation)).content.decode()
        assert all(each in page for each in ("Demo Anna invites you", "Demo voyage", "2 days", "Memory"))
        browser.head(link(invitation))
        assert browser.get(link(invitation) + "accept/").status_code == 405
        assert browser.get(link(invitation) + "decline/").status_code == 405
    assert everything() == before


def test_a_signed_in_guest_accepts_by_post_once(invitation: Invitation, people: MakePeople) -> None:
    ben = people("Ben")[0]
    browser = signed_in(ben)
    form = next(each for each in forms_of(browser.get(link(invitation)).content.decode()) if "accept" in each.action)
    for _ in range(2):
        assert browser.post(form.action, form.fields())["Location"] == f"/m/{invitation.match_id}/"
    assert Seat.objects.filter(player=ben).count() == 1
    assert browser.get(f"/m/{invitation.match_id}/").status_code == 200


def test_an_invitation_is_the_sign_up_and_leads_back_to_the_table(invitation: Invitation) -> None:
    browser = Client()
    forms = forms_of(browser.get(link(invitation)).content.decode())
    form = next(each for each in forms if each.action == "/accounts/signup/")
    browser.post(form.action, {**form.fields(), "name": "Demo Ben", "email": "ben@example.test"})
    code = re.search(r"^([A-Z0-9-]{6,12})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code
    assert browser.post("/accounts/confirm-email/", {"code": code[1]})["Location"] == link(invitation)
    assert not Seat.objects.filter(player__name="Demo Ben").exists()
    browser.post(link(invitation) + "accept/", {"key": "1"})
    assert Seat.objects.filter(player__name="Demo Ben").exists()


def test_signed_out_accepting_leads_through_sign_up_and_back(invitation: Invitation) -> None:
    answer = Client().post(link(invitation) + "accept/")
    assert answer["Location"] == f"/accounts/signup/?next={link(invitation)}"


def test_a_letters_invitation_seats_one_person_only(invitation: Invitation, people: MakePeople) -> None:
    ben, cleo = people("Ben", "Cleo")
    signed_in(ben).post(link(invitation) + "accept/", {"key": "1"})
    answer = signed_in(cleo).post(link(invitation) + "accept/", {"key": "1"})
    assert answer.status_code == 409
    assert "accepted this invitation already" in answer.content.decode()


def test_a_declined_invitation_is_dead(invitation: Invitation) -> None:
    assert Client().post(link(invitation) + "decline/").status_code == 200
    assert Client().get(link(invitation)).status_code == 404


def test_a_shared_link_cannot_be_declined(match: Match, anna: User) -> None:
    token = invite_by_link(match=match, host=anna)
    assert "decline" not in Client().get(f"/i/{token}/").content.decode()
    Client().post(f"/i/{token}/decline/")
    assert Client().get(f"/i/{token}/").status_code == 200


@pytest.mark.parametrize("token", ["nothing", "a" * 26, "A" * 500])
def test_a_link_that_is_not_ours_is_not_found(token: str, db: None) -> None:
    assert Client().get(f"/i/{token}/").status_code == 404
    assert Client().post(f"/i/{token}/accept/").status_code == 404
