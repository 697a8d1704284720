"""A finished match shows its proof to anybody who may see it; one that runs shows nothing."""

import json

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.services.desk.desk import rule
from games.table.rulings import CloseMatch, GiveToCaretaker
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import fresh_key, write_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(people: MakePeople, begin_match: BeginMatch, referee: User) -> Match:
    """Return a match that was ruled on, with a seat passed on, and ended by a ruling."""
    players = people("Anna", "Ben")
    match = begin_match(players)
    write_move(match, players, "pass")
    for order in (GiveToCaretaker(0), CloseMatch()):
        rule(match_id=match.pk, referee=referee, order=order, reason="As agreed.", key=fresh_key())
    return match


def test_anybody_reads_the_proof_of_a_public_match(client: Client, finished: Match) -> None:
    page = client.get(f"/m/{finished.pk}/proof/").content.decode()
    assert "all of it holds" in page
    assert finished.commitment in page
    assert "1 seat passed on" in page
    assert "2 rulings" in page


def test_the_export_behind_it_verifies_offline_with_rulings_and_seat_changes(client: Client, finished: Match) -> None:
    document = client.get(f"/m/{finished.pk}/proof/export.json").content
    assert verify(document).fault is None
    assert json.loads(document)["match"] == finished.pk


def test_a_running_match_has_no_proof_yet(client: Client, people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"))
    for path in ("proof/", "proof/export.json"):
        assert client.get(f"/m/{match.pk}/{path}").status_code == 404


def test_a_private_match_shows_its_proof_to_its_players_alone(
    client: Client, people: MakePeople, begin_match: BeginMatch, referee: User
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, is_private=True)
    rule(match_id=match.pk, referee=referee, order=CloseMatch(), reason="As agreed.", key="k")
    assert client.get(f"/m/{match.pk}/proof/").status_code == 404
    client.force_login(players[1])
    assert client.get(f"/m/{match.pk}/proof/").status_code == 200
