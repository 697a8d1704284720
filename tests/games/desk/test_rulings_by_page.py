"""Rulings by page: shown what they do, made by a second POST, and refused to those who are not neutral."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.desk.urls import urlpatterns
from games.logbook import store
from games.models import DeskRecord, Dispute, DisputeWord, Match
from games.services.desk.disputes import appeal_ruling
from games.services.desk.referees import appoint_referee
from games.services.tables.seats import give_up_seat
from games.table.events.disputes import RulingMade
from tests.conftest import MakePeople
from tests.games.core.playing import fresh_key
from tests.games.desk.test_moments import say_why

pytestmark = pytest.mark.django_db

DOORS = {
    "desk_people": [("get", "people/")],
    "desk_shut": [("post", "people/1/shut/")],
    "desk": [("get", "")],
    "desk_workers": [("get", "workers/")],
    "desk_parked": [("get", "outbox/")],
    "desk_retry_all": [("post", "outbox/retry/")],
    "desk_retry": [("post", "outbox/1/retry/")],
    "desk_odd": [("get", "inbox/")],
    "desk_odd_mail": [("get", "inbox/1/")],
    "desk_disputes": [("get", "disputes/")],
    "desk_match": [("get", "{match}/"), ("post", "{match}/")],
    "desk_moment": [("get", "{match}/at/3/?seat=1")],
    "desk_rule": [("get", "{match}/rule/")],
    "desk_make_ruling": [("post", "{match}/rule/make/")],
    "desk_dispute": [("get", "{match}/disputes/1/")],
    "desk_ask": [("post", "{match}/disputes/1/ask/")],
}
OF_A_MATCH = [door for doors in DOORS.values() for door in doors if "{match}" in door[1]]
EVERYWHERE = [door for doors in DOORS.values() for door in doors]
SENT = {"reason": "why", "order": "uphold", "dispute": 1, "confirmed": "1", "text": "Well?"}


def knock(client: Client, door: tuple[str, str], match: Match) -> Any:
    method, path = door
    send: Callable[..., Any] = getattr(client, method)
    return send(f"/desk/{path.format(match=match.pk)}", SENT if method == "post" else {})


def wind_back(position: int, **more: object) -> dict[str, object]:
    return {"order": "wind_back", "to": position, "reason": "Rule 4 says so.", "dispute": 1, **more}


def test_every_address_of_the_desk_stands_in_the_table_of_doors() -> None:
    assert {each.name for each in urlpatterns} == set(DOORS)


@pytest.mark.parametrize("door", OF_A_MATCH)
@pytest.mark.parametrize("role", ["sits", "sat", "watched"])
def test_a_referee_who_sits_sat_or_watched_at_the_table_is_refused_at_every_door(
    door: tuple[str, str], role: str, disputed: Match, players: list[User], people: MakePeople, client: Client
) -> None:
    insider = players[1]
    if role == "sat":
        give_up_seat(match_id=disputed.pk, player=insider, key="resign")
    if role == "watched":
        [insider] = people("Dario")
        DeskRecord.objects.create(referee=insider, act="watched", match=disputed, at=disputed.opened_at)
    appoint_referee(insider)
    client.force_login(insider)
    before = store.open_book(disputed.pk).position
    assert knock(client, door, disputed).status_code == 403
    assert store.open_book(disputed.pk).position == before
    assert DisputeWord.objects.count() == 1
    assert DeskRecord.objects.filter(act="refused", referee=insider, match=disputed).exists()


@pytest.mark.parametrize("door", EVERYWHERE)
def test_whoever_is_no_referee_is_refused_at_every_door(
    door: tuple[str, str], disputed: Match, players: list[User], people: MakePeople, client: Client
) -> None:
    assert knock(client, door, disputed).headers["Location"].startswith("/accounts/login/")
    [clerk] = people("Dario")
    clerk.is_staff = True
    clerk.save()
    for person in (players[0], clerk):
        client.force_login(person)
        assert knock(client, door, disputed).status_code == 403


def test_the_waiting_disputes_are_listed_oldest_first(desk: Client, disputed: Match) -> None:
    page = desk.get("/desk/disputes/").content.decode()
    assert f"/desk/{disputed.pk}/disputes/1/" in page


def test_a_claim_is_shown_as_plain_text(desk: Client, disputed: Match) -> None:
    say_why(desk, disputed)
    page = desk.get(f"/desk/{disputed.pk}/disputes/1/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_a_ruling_is_previewed_with_what_the_seats_have_learned_and_changes_nothing_yet(
    desk: Client, disputed: Match
) -> None:
    say_why(desk, disputed)
    page = desk.post(f"/desk/{disputed.pk}/rule/make/", wind_back(disputed.position - 2)).content.decode()
    assert "What the seats have learned since then" in page
    assert f"what came after entry {disputed.position - 2} is void" in page
    assert store.open_book(disputed.pk).position == disputed.position


def test_the_confirmed_ruling_winds_the_match_back_once_however_often_it_is_sent(desk: Client, disputed: Match) -> None:
    say_why(desk, disputed)
    for _ in range(2):
        sent = wind_back(disputed.position - 2, confirmed="1", key="one and the same")
        assert desk.post(f"/desk/{disputed.pk}/rule/make/", sent).status_code == 302
    book = store.open_book(disputed.pk)
    events = [event for entry in store.read_entries(book) for event in entry.events]
    assert sum(isinstance(event, RulingMade) for event in events) == 1
    assert Dispute.objects.get().status == "ruled"


@pytest.mark.parametrize(
    "wrong",
    [
        {"order": "wind_back", "to": "", "reason": "r"},
        {"order": "caretaker", "seat": "", "reason": "r"},
        {"order": "adjudicate", "ranking": "first; second", "reason": "r"},
        {"order": "adjudicate", "ranking": "1; 1 2", "reason": "r", "confirmed": "1"},
        {"order": "uphold", "reason": " "},
        {"order": "hang them", "reason": "r"},
    ],
)
def test_a_ruling_that_lacks_something_is_asked_again_and_changes_nothing(
    desk: Client, disputed: Match, wrong: dict[str, str]
) -> None:
    say_why(desk, disputed)
    answer = desk.post(f"/desk/{disputed.pk}/rule/make/", {**wrong, "dispute": "1"})
    assert answer.status_code in (400, 409)
    assert b"See what it does" in answer.content
    assert store.open_book(disputed.pk).position == disputed.position


def test_an_appeal_is_ruled_on_by_another_referee_and_never_by_the_first(
    desk: Client, disputed: Match, referees: list[User], players: list[User], client: Client
) -> None:
    upheld = {"order": "uphold", "reason": "It was legal.", "dispute": "1", "confirmed": "1"}
    say_why(desk, disputed)
    desk.post(f"/desk/{disputed.pk}/rule/make/", upheld)
    appeal_ruling(match_id=disputed.pk, player=players[2], dispute=1, grounds="Look again.", key=fresh_key())
    again = desk.post(f"/desk/{disputed.pk}/rule/make/", upheld)
    assert again.status_code == 409
    assert b"its appeal is for another referee" in again.content
    client.force_login(referees[1])
    say_why(client, disputed)
    assert client.post(f"/desk/{disputed.pk}/rule/make/", upheld).status_code == 302
    assert Dispute.objects.get().status == "settled"
