"""A match is played to its end under the rules it began with, whatever newer ones there are."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import User
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import Match
from games.services.desk.rehearsals import rehearse
from pirates.errors import IllegalMove
from pirates.game import AnyGame
from pirates.registry import GAMES, VERSIONS
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import write_move

pytestmark = pytest.mark.django_db

SLUG = "capitan-bacon"


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben")


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """Release newer rules of a game, under which nobody may do anything."""
    old = GAMES[SLUG]

    def forbid_all(*_args: object) -> tuple[()]:
        raise IllegalMove("forbidden", "By the newer rules nothing is allowed.")

    new = replace(old, rules_version=old.rules_version + 1, decide=forbid_all)
    monkeypatch.setitem(GAMES, SLUG, new)
    monkeypatch.setitem(VERSIONS, (SLUG, new.rules_version), new)
    yield new
    store.clear_cache()


def test_a_running_match_goes_on_under_the_rules_it_began_with(
    players: list[User], begin_match: BeginMatch, request: pytest.FixtureRequest
) -> None:
    match = begin_match(players)
    request.getfixturevalue("newer")
    store.clear_cache()
    before = store.open_book(match.pk).position
    assert write_move(match, players, "pass").position == before + 1
    assert rehearse(match.pk).verdict == "same"


def test_a_new_match_begins_under_the_newest_rules(
    newer: AnyGame, players: list[User], begin_match: BeginMatch
) -> None:
    with pytest.raises(IllegalMove, match="newer rules"):
        begin_match(players)


def test_a_match_by_rules_that_are_not_known_is_parked_with_a_plain_message_and_others_are_untouched(
    players: list[User], begin_match: BeginMatch, client: Client
) -> None:
    strange, known = begin_match(players), begin_match(players)
    Match.objects.filter(pk=strange.pk).update(rules_version=9)
    store.clear_cache()
    with pytest.raises(UnreadableLog, match="rules 9"):
        store.open_book(strange.pk)
    client.force_login(players[0])
    parked = client.get(f"/m/{strange.pk}/")
    assert parked.status_code == 503
    assert b"Traceback" not in parked.content
    assert client.get(f"/m/{known.pk}/").status_code == 200
    assert client.get("/matches/").status_code == 200
