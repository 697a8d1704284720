"""How many tables of one host may wait for players at once."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.api_keys import issue_api_key
from accounts.rates import DAY
from games.models import Match
from games.refusals import NotNow, TooOften
from games.services.tables import seats
from games.services.tables.matches import MatchPlan, call_off_match, open_match, start_match
from tests.conftest import MakePeople
from tests.tables import open_table

pytestmark = pytest.mark.django_db


def test_one_host_has_so_many_waiting_tables_and_no_more(
    people: MakePeople, settings: Settings, client: Client
) -> None:
    settings.MOST_OPEN_TABLES = 2
    anna, ben = people("Anna", "Ben")
    first, second = open_table([anna], bots=1), open_table([anna], bots=1)
    with pytest.raises(NotNow, match="2 tables of yours wait"):
        open_table([anna], bots=1)
    client.force_login(anna)
    plan = {"game": "capitan-bacon", "title": "One more", "seats": "2", "pace": "86400"}
    assert client.post("/tables/new/", plan).status_code == 422
    headers = {"Authorization": f"Bearer {issue_api_key(user=anna, name='key')[1]}"}
    body = json.dumps({"game": "capitan-bacon", "seats": 2, "pace_seconds": 86400})
    answer = client.post("/api/v1/matches/", body, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tables")
    assert Match.objects.filter(host=anna).count() == 2

    start_match(match_id=first.pk, host=anna, key="start")
    open_table([anna], bots=1)
    call_off_match(match_id=second.pk, host=anna, key="call off")
    open_table([anna], bots=1)
    assert open_table([ben], bots=1).status == Match.Status.WAITING


def test_who_sits_down_and_gets_up_all_day_must_wait(people: MakePeople, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MOST_TIMES", {DAY: 3})
    anna, ben = people("Anna", "Ben")
    plan = MatchPlan(game="capitan-bacon", title="Demo match", seats=2, pace=timedelta(days=1), options=b"{}")
    match = open_match(host=anna, plan=plan)
    for word in ("first", "second", "third"):
        seats.seat_player(match_id=match.pk, player=ben, key=word)
        seats.give_up_seat(match_id=match.pk, player=ben, key=word)
    with pytest.raises(TooOften):
        seats.seat_player(match_id=match.pk, player=ben, key="fourth")
    seats.seat_player(match_id=match.pk, player=people("Cleo")[0], key="somebody else")
