"""Live pages: who asks again gets 304 until something changes for that very reader, and then the page."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.logbook import store
from games.models import Deadline, LogEntry, Match, OutboxMail, Seat
from games.services.tables.invitations import invite_by_address
from games.services.tables.matches import MatchPlan, open_match, rewind_match
from games.services.tables.seats import give_up_seat, seat_player
from pirates.dice import SeededDice
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import move_by_lot, play_by_lot
from tests.games.web.tables import HOST_BEGINS, move_form, play, question_of, reading, signed_in
from tests.pirates.capitan_bacon.variants import TRIAL

pytestmark = pytest.mark.django_db

NOON = datetime(2031, 5, 1, 12, tzinfo=UTC)
_VARYING = re.compile(r'(?:name="(?:csrfmiddlewaretoken|key)"\s+value|data-tag)="[\w-]*"')
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")
_FOOT = re.compile(r'<section class="seal".*?</section>', re.DOTALL)


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, players: list[User]) -> Match:
    return begin_match(players, options=HOST_BEGINS)


def ask(match: Match, person: User | None, known: str = "") -> HttpResponse:
    """Ask for changes as the page does."""
    browser = signed_in(person)
    return browser.get(f"/m/{match.pk}/live/", headers={"If-None-Match": known} if known else {})  # type: ignore[return-value]


def shown(answer: HttpResponse) -> str:
    """Return what a page shows its reader: without tokens and without the fingerprint at its foot."""
    return _FINGERPRINT.sub("", _FOOT.sub("", _VARYING.sub("", answer.content.decode())))


def test_nothing_is_sent_until_something_changes(match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    first = ask(match, ben)
    assert (first.status_code, first["Cache-Control"]) == (200, "private, no-store")
    again = ask(match, ben, first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == "private, no-store"
    play(match, anna, "pass")
    changed = ask(match, ben, first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]
    assert "It is your move." in changed.content.decode()
    assert "Demo Anna passes." in changed.content.decode()


def test_the_page_carries_the_tag_of_what_it_shows(match: Match, players: list[User]) -> None:
    for person in (*players, None):
        page = signed_in(person).get(f"/m/{match.pk}/").content.decode()
        tag = re.search(r'data-tag="([^"]+)"', page)
        assert tag
        assert ask(match, person, f'"{tag[1]}"').status_code == 304


@pytest.mark.parametrize("options", [b'{"memory": "kept"}', b'{"memory": "by-the-book"}'])
def test_the_tag_changes_when_the_page_does_and_only_then(
    begin_match: BeginMatch, players: list[User], options: bytes
) -> None:
    match = begin_match(players, options=options)
    readers = (*players, None)
    before = {reader: ask(match, reader) for reader in readers}
    same = 0
    for step in range(14):
        if step == 6:
            rewind_match(match_id=match.pk, to=8, key="upheld")
        elif step == 13:
            give_up_seat(match_id=match.pk, player=players[2], key="tired")
        else:
            move_by_lot(match, players, b"live")
        for reader in readers:
            now = ask(match, reader, before[reader]["ETag"])
            is_same = now.status_code == 304
            now = ask(match, reader) if is_same else now
            assert (shown(now) == shown(before[reader])) == is_same
            same += is_same
            before[reader] = now


def test_the_tag_of_one_reader_says_nothing_to_another(match: Match, players: list[User]) -> None:
    tags = {person: ask(match, person)["ETag"] for person in (*players, None)}
    assert len(set(tags.values())) == 4
    for person in tags:
        for other, tag in tags.items():
            assert ask(match, person, tag).status_code == (304 if other == person else 200)


def test_when_only_what_is_hidden_from_a_reader_changes_the_tag_stays(match: Match, players: list[User]) -> None:
    list(play_by_lot(match, players, b"hidden", 20))
    readers = [*enumerate(players), (None, None)]
    before = {person: ask(match, person)["ETag"] for _, person in readers}
    changed = 0
    for seat, person in readers:
        for seed in range(3):
            book = store.open_book(match.pk)
            state = TRIAL.swap_hidden(book.state, seat, SeededDice(bytes([seed]) * 32, 1))
            store._cache.keep(msgspec.structs.replace(book, state=state))
            assert ask(match, person, before[person]).status_code == 304
            changed += any(ask(match, other, before[other]).status_code == 200 for _, other in readers)
            store.clear_cache()
    assert changed


def test_what_another_seat_has_ordered_makes_no_difference_to_a_tag(match: Match, players: list[User]) -> None:
    anna, ben, cleo = players
    order = next(each.key for each in reading(match, ben).decisions if not each.required)
    of_others, own = set(), set()
    for line in ("orders always", "orders never", "orders against rod"):
        with time_machine.travel(NOON, tick=False), transaction.atomic():
            sent = signed_in(ben).post(f"/m/{match.pk}/moves/", {"decision": order, "w": line, "key": line})
            assert sent.status_code == 302
            of_others.add(tuple(ask(match, person)["ETag"] for person in (anna, cleo, None)))
            own.add(ask(match, ben)["ETag"])
            transaction.set_rollback(True)
    assert (len(of_others), len(own)) == (1, 3)


def test_before_the_start_the_page_follows_who_sits_down_and_who_is_invited(people: MakePeople) -> None:
    host, guest = people("Anna", "Ben")
    plan = MatchPlan(game="capitan-bacon", title="Demo match", seats=3, pace=timedelta(days=1))
    match = open_match(host=host, plan=plan)
    tags = {person: ask(match, person)["ETag"] for person in (host, None)}
    invite_by_address(match=match, host=host, address="demo.cleo@letters.localhost")
    assert ask(match, host, tags[host]).status_code == 200
    assert ask(match, None, tags[None]).status_code == 304
    seat_player(match_id=match.pk, player=guest, key="sit")
    changed = ask(match, None, tags[None])
    assert changed.status_code == 200
    assert "Demo Ben" in changed.content.decode()


def test_asking_takes_no_message_away_and_changes_nothing(match: Match, players: list[User]) -> None:
    tables = (Match, Seat, Deadline, LogEntry, OutboxMail)
    browser = signed_in(players[0])
    browser.post(f"/m/{match.pk}/moves/", {"decision": question_of(match, players[0]), "w": "pass", "key": "1"})
    before = [list(each.objects.order_by("pk").values()) for each in tables]
    asked = browser.get(f"/m/{match.pk}/live/").content.decode()
    browser.get("/matches/live/")
    assert 'class="note success"' not in asked
    assert 'class="note success"' in browser.get(f"/m/{match.pk}/").content.decode()
    assert [list(each.objects.order_by("pk").values()) for each in tables] == before


def test_the_number_of_queries_does_not_grow_with_the_match(match: Match, players: list[User]) -> None:
    counted = []
    for moves in (3, 40):
        list(play_by_lot(match, players, b"queries", moves))
        browser, known = signed_in(players[0]), ask(match, players[0])["ETag"]
        with CaptureQueriesContext(connection) as queries:
            answer = browser.get(f"/m/{match.pk}/live/", headers={"If-None-Match": known})
        assert answer.status_code == 304
        counted.append(len(queries))
    assert counted[0] == counted[1] <= 15


def test_a_page_that_has_grown_old_cannot_act_and_gets_what_is_asked_now(match: Match, players: list[User]) -> None:
    anna = players[0]
    asked = ask(match, anna)
    form = move_form(asked.content.decode(), "pass")
    for player in players:
        play(match, player, "pass")
    position = Match.objects.get(pk=match.pk).position
    answer = signed_in(anna).post(form.action, form.fields())
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "That question is no longer open" in page
    assert question_of(match, anna) in page
    assert Match.objects.get(pk=match.pk).position == position


def test_a_match_that_is_over_asks_no_more(match: Match, players: list[User]) -> None:
    for player in players[1:]:
        give_up_seat(match_id=match.pk, player=player, key=player.name)
    assert "data-live" not in signed_in(players[0]).get(f"/m/{match.pk}/").content.decode()
    assert "data-live" not in ask(match, players[0]).content.decode()


def test_the_list_of_matches_and_its_count_follow_too(match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    browser = signed_in(ben)
    assert 'data-live="/matches/live/"' in browser.get("/matches/").content.decode()
    first = browser.get("/matches/live/")
    known = {"If-None-Match": first["ETag"]}
    assert "your move" not in first.content.decode()
    assert browser.get("/matches/live/", headers=known).status_code == 304
    play(match, anna, "pass")
    changed = browser.get("/matches/live/", headers=known)
    assert changed.status_code == 200
    assert changed["Cache-Control"] == "private, no-store"
    assert "your move" in changed.content.decode()
    assert re.search(r'class="badge"><span class="hidden">waiting for me: </span>1<', changed.content.decode())


def test_the_count_on_a_match_page_follows_other_matches(begin_match: BeginMatch, players: list[User]) -> None:
    here, there = (begin_match(players, options=HOST_BEGINS) for _ in range(2))
    ben = players[1]
    known = ask(here, ben)["ETag"]
    play(there, players[0], "pass")
    changed = ask(here, ben, known)
    assert changed.status_code == 200
    assert re.search(r'class="badge"><span class="hidden">waiting for me: </span>1<', changed.content.decode())


def test_signed_out_there_is_no_list_to_follow() -> None:
    assert Client().get("/matches/live/").status_code == 302


def test_all_scripts_of_the_site_weigh_less_than_60_kilobytes() -> None:
    scripts = list((Path(settings.BASE_DIR) / "games/static/games").rglob("*.js"))
    assert {"live.js", "replay.js"} <= {file.name for file in scripts}
    assert sum(file.stat().st_size for file in scripts) < 60_000
