"""Exports: whole and verifiable once over, and no more than their reader saw before."""

import json

import pytest

from games.logbook import store
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, client_of, clients_of, read
from tests.games.core.playing import play_by_lot

pytestmark = pytest.mark.django_db


def test_a_finished_match_is_exported_whole_and_any_changed_value_is_found(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    *players, stranger = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    *_, last = play_by_lot(match, players, b"to the end")
    assert last.book.is_over
    document = client_of(stranger).get(f"{API}matches/{match.pk}/export/")
    assert document.headers["Content-Disposition"] == f'attachment; filename="match-{match.pk}.json"'
    assert verify(document.content).fault is None
    for name, value in (("recorded_at", "2031-01-01"), ("actor", "clock"), ("salt", "0" * 32), ("events", [])):
        changed = json.loads(document.content)
        changed["entries"][5][name] = value
        assert verify(json.dumps(changed).encode()).fault


def test_a_match_that_was_called_off_is_exported_too(people: MakePeople, open_table: BeginMatch) -> None:
    host = people("Anna")[0]
    match = open_table([host], bots=1)
    client = client_of(host)
    assert client.delete(f"{API}matches/{match.pk}/").status_code == 204
    assert verify(client.get(f"{API}matches/{match.pk}/export/").content).fault is None


def test_a_running_match_is_exported_as_its_reader_saw_it(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    for _ in zip(range(6), play_by_lot(match, players, b"a while"), strict=False):
        pass
    anna, ben = clients_of(players)
    own = read(anna, f"matches/{match.pk}/export/")
    assert own["seat"] == 0
    assert own["view"] == read(anna, f"matches/{match.pk}/")["view"]
    told = read(anna, f"matches/{match.pk}/log/")["lines"]
    assert [entry["sentences"] for entry in own["entries"]] == [line["sentences"] for line in told]
    assert own["entries"][-1]["hash"] == store.open_book(match.pk).head
    assert own["view"] != read(ben, f"matches/{match.pk}/export/")["view"]
    assert verify(json.dumps(own).encode()).fault
