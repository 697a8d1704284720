"""A referee who was shown a private match by any other door than the desk is no longer neutral there."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.api_keys import issue_api_key
from accounts.models import User
from games.models import DeskRecord, Match, OpenProposal
from tests.conftest import BeginMatch

pytestmark = pytest.mark.django_db


@pytest.fixture
def public(players: list[User], begin_match: BeginMatch) -> Match:
    return begin_match(players)


def knock_everywhere(client: Client, match: Match, referee: User) -> None:
    for path in ("", "log/", "replay/3/", "disputes/"):
        assert client.get(f"/m/{match.pk}/{path}").status_code == 200
    key = issue_api_key(user=referee, name="key")[1]
    answer = client.get(f"/api/v1/matches/{match.pk}/", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200


def test_a_referee_who_watches_a_public_match_sees_nothing_secret_and_stays_neutral(
    desk: Client, public: Match, referees: list[User]
) -> None:
    knock_everywhere(desk, public, referees[0])
    assert not DeskRecord.objects.exists()
    assert desk.post(f"/desk/{public.pk}/", {"reason": "why"}).status_code == 302


def test_what_was_written_down_of_public_matches_before_shuts_nobody_out(
    desk: Client, public: Match, referees: list[User]
) -> None:
    DeskRecord.objects.create(referee=referees[0], act="watched", match=public, at=public.opened_at)
    assert desk.post(f"/desk/{public.pk}/", {"reason": "why"}).status_code == 302


def test_a_referee_who_was_asked_to_take_a_seat_of_a_private_match_has_watched_it(
    desk: Client, match: Match, referees: list[User]
) -> None:
    OpenProposal.objects.create(match=match, number=1, newcomer=referees[0], expires_at=timezone.now())
    knock_everywhere(desk, match, referees[0])
    assert [(each.act, each.referee) for each in DeskRecord.objects.all()] == [("watched", referees[0])]
    assert desk.post(f"/desk/{match.pk}/", {"reason": "why"}).status_code == 403


def test_a_private_match_shows_nothing_and_so_nothing_is_watched(desk: Client, match: Match) -> None:
    assert desk.get(f"/m/{match.pk}/").status_code == 404
    assert not DeskRecord.objects.exists()


def test_players_are_not_recorded(client: Client, public: Match, players: list[User]) -> None:
    client.force_login(players[0])
    client.get(f"/m/{public.pk}/")
    assert not DeskRecord.objects.exists()
