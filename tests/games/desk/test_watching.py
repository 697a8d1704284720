"""A referee who watches a running match by any other door than the desk is no longer neutral there."""

import pytest
from django.test import Client

from accounts.api_keys import issue_api_key
from accounts.models import User
from games.models import DeskRecord, Match
from tests.conftest import BeginMatch

pytestmark = pytest.mark.django_db


@pytest.fixture
def public(players: list[User], begin_match: BeginMatch) -> Match:
    return begin_match(players)


@pytest.mark.parametrize("path", ["", "log/", "replay/3/"])
def test_a_referee_who_opens_a_running_match_has_watched_it(desk: Client, public: Match, path: str) -> None:
    for _ in range(2):
        assert desk.get(f"/m/{public.pk}/{path}").status_code == 200
    assert [each.act for each in DeskRecord.objects.all()] == ["watched"]
    assert desk.post(f"/desk/{public.pk}/", {"reason": "why"}).status_code == 403


def test_so_has_a_referee_who_reads_it_by_the_api(client: Client, public: Match, referees: list[User]) -> None:
    key = issue_api_key(user=referees[0], name="key")[1]
    answer = client.get(f"/api/v1/matches/{public.pk}/", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200
    assert [(each.act, each.referee) for each in DeskRecord.objects.all()] == [("watched", referees[0])]


def test_a_private_match_shows_nothing_and_so_nothing_is_watched(desk: Client, match: Match) -> None:
    assert desk.get(f"/m/{match.pk}/").status_code == 404
    assert not DeskRecord.objects.exists()


def test_players_are_not_recorded(client: Client, public: Match, players: list[User]) -> None:
    client.force_login(players[0])
    client.get(f"/m/{public.pk}/")
    assert not DeskRecord.objects.exists()
