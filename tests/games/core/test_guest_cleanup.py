"""Guests: cleared away when they are gone, their matches whole; and never at tables where others would wait."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.api_keys import issue_api_key
from accounts.guests import make_guest
from accounts.models import User
from games.logbook import store
from games.models import Match
from games.services.people.guest_cleanup import clear_away_guests
from games.services.tables.invitations import invite_by_link
from games.services.tables.seats import give_up_seat
from games.services.tables.trial_match import begin_trial
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople

pytestmark = pytest.mark.django_db

LATER = timedelta(days=31)


def trial(guest: User) -> Match:
    """Return a guest's match against bots."""
    return begin_trial(game=next(iter(GAMES.values())), player=guest, key="try")


def test_a_guest_who_sat_nowhere_is_deleted_after_30_days_and_not_before(people: MakePeople) -> None:
    guest, (anna,) = make_guest(), people("Anna")
    assert clear_away_guests(timezone.now() + timedelta(days=29)) == 0
    assert clear_away_guests(timezone.now() + LATER) == 1
    assert list(User.objects.all()) == [anna]
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_whose_match_runs_is_kept(people: MakePeople) -> None:
    guest = make_guest()
    trial(guest)
    assert clear_away_guests(timezone.now() + LATER) == 0
    assert User.objects.get().is_active


def test_a_guest_whose_matches_are_over_is_closed_and_they_stay_whole() -> None:
    guest = make_guest()
    match = trial(guest)
    give_up_seat(match_id=match.pk, player=guest, key="enough")
    assert clear_away_guests(timezone.now() + LATER) == 1
    assert clear_away_guests(timezone.now() + LATER) == 0
    guest.refresh_from_db()
    assert not guest.is_active
    assert store.find_faults(match.pk) == []
    assert Client().get(f"/m/{match.pk}/").status_code == 404


def test_a_guest_with_an_api_key_sits_down_at_no_public_table(people: MakePeople, open_table: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = open_table([anna, ben])
    give_up_seat(match_id=match.pk, player=ben, key="leave")
    guest = make_guest()
    _, key = issue_api_key(user=guest, name="demo")
    answer = Client().post(
        f"/api/v1/matches/{match.pk}/seats/",
        {},
        content_type="application/json",
        headers={"Authorization": f"Bearer {key}", "Idempotency-Key": "one"},
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "guest_is_not_reached")
    assert not match.seats.filter(player=guest).exists()


def test_a_guest_does_not_get_to_a_table_of_other_people_by_an_invitation_either(
    people: MakePeople, open_table: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    match = open_table([anna, ben])
    give_up_seat(match_id=match.pk, player=ben, key="leave")
    token = invite_by_link(match=match, host=anna)
    guest = make_guest()
    browser = Client()
    browser.force_login(guest)
    browser.post(f"/i/{token}/accept/")
    assert not match.seats.filter(player=guest).exists()
