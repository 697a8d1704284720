"""Reliability: what people answered in time is theirs, counts once, and only if it still counts."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.book.reliability import Reliability
from games.logbook import store
from games.models import Match, ReliabilityCount
from games.projections.rebuild import find_drift, rebuild_match
from games.selectors.people.reliability import (
    LEAST_ASKED,
    RECENT_MATCHES,
    own_reliability,
    reliability_in_words,
    reliability_of,
)
from games.services.people.departures import depart
from games.services.play.takebacks import take_back_move
from games.services.tables.bots import play_waiting_bots
from games.services.tables.matches import rewind_match
from games.services.tables.seats import seat_player
from games.services.tables.substitutes import offer_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import clients_of, read
from tests.games.core.playing import asked, fresh_key, move_by_lot, write_move
from tests.games.core.test_table import let_time_run_out

pytestmark = pytest.mark.django_db
FIRST = b'{"starter":0}'


def counts(match: Match) -> dict[str, tuple[int, int]]:
    """Return what is written of everybody in a match, which must be what its log says, and be so again when rebuilt."""
    told = written(match)
    assert find_drift(match.pk) == []
    ReliabilityCount.objects.filter(match=match).update(answered=99, missed=99)
    rebuild_match(match.pk)
    assert written(match) == told
    return told


def written(match: Match) -> dict[str, tuple[int, int]]:
    rows = ReliabilityCount.objects.filter(match=match).values_list("player__name", "answered", "missed")
    return {name: (answered, missed) for name, answered, missed in rows}


def write_counts(player: User, host: User, each: list[tuple[int, int]]) -> None:
    """Write what the rows say of a person in matches begun one after the other, the oldest first."""
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    for number, (answered, missed) in enumerate(each):
        match = Match.objects.create(
            game="capitan-bacon",
            rules_version=1,
            title="Demo",
            host=host,
            seat_count=2,
            pace_seconds=86_400,
            window_seconds=28_800,
            opened_at=begun,
            started_at=begun + timedelta(days=number),
        )
        ReliabilityCount.objects.create(match=match, player=player, answered=answered, missed=missed)


def test_answers_and_misses_count_once_for_the_person(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=FIRST)
    assert counts(match) == {}
    write_move(match, players, "pass")
    assert counts(match) == {"Demo Anna": (1, 0)}
    let_time_run_out(match)
    let_time_run_out(match)
    assert counts(match) == {"Demo Anna": (1, 1), "Demo Ben": (0, 1)}


def test_what_is_not_answered_yet_is_neither(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, options=FIRST)
    write_move(match, players, "pass")
    assert set(counts(match)) == {"Demo Anna"}


def test_a_match_of_one_person_against_bots_does_not_count(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna")
    match = begin_match(players, bots=1, options=FIRST)
    write_move(match, players, "pass")
    play_waiting_bots()
    let_time_run_out(match)
    assert counts(match) == {}


def test_what_the_caretaker_answers_counts_for_nobody(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=FIRST)
    for _ in range(2):
        write_move(match, players, "pass")
        let_time_run_out(match)
    for _ in range(3):
        write_move(match, players, "pass")
        assert store.open_book(match.pk).table.chairs[1].is_away
        assert play_waiting_bots() == 1
    assert counts(match) == {"Demo Anna": (5, 0), "Demo Ben": (0, 2)}
    write_move(match, players, "pass")
    write_move(match, players, "pass", seat=1)
    assert counts(match) == {"Demo Anna": (6, 0), "Demo Ben": (1, 2)}


def test_a_move_that_was_taken_back_and_made_anew_counts_once(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=FIRST)
    position = write_move(match, players, "pass").position
    take_back_move(match_id=match.pk, player=players[0], position=position, channel="api", key=fresh_key())
    assert counts(match) == {}
    write_move(match, players, "pass")
    assert counts(match) == {"Demo Anna": (1, 0)}


def test_what_a_referee_voids_does_not_count(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=FIRST)
    position = write_move(match, players, "pass").position
    let_time_run_out(match)
    write_move(match, players, "pass")
    assert counts(match) == {"Demo Anna": (2, 0), "Demo Ben": (0, 1)}
    rewind_match(match_id=match.pk, to=position, key="void")
    assert counts(match) == {"Demo Anna": (1, 0)}
    write_move(match, players, "pass")
    assert counts(match) == {"Demo Anna": (1, 0), "Demo Ben": (1, 0)}


def test_a_substitute_begins_with_nothing_and_who_left_keeps_the_own(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben], options=FIRST)
    while store.open_book(match.pk).table.chairs[1].unanswered < 5:
        if asked(match) == 0:
            write_move(match, [anna, ben], "pass")
        elif not play_waiting_bots():
            let_time_run_out(match)
    offer_seat(match_id=match.pk, player=anna, seat=1, channel="page", key=fresh_key())
    seat_player(match_id=match.pk, player=cleo, key="take over")
    while asked(match) == 0:
        write_move(match, [anna, cleo], "pass")
    write_move(match, [anna, cleo], "pass")
    told = counts(match)
    assert (told["Demo Ben"], told["Demo Cleo"]) == ((0, 2), (1, 0))


def test_in_a_sealed_phase_everybody_s_answer_counts_once_however_often_it_is_changed(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, game="guns-or-treasure")
    seat = asked(match)
    move_by_lot(match, players, b"seal")
    told = counts(match)
    assert told == {players[seat].name: (1, 0)}
    book = store.open_book(match.pk)
    again = [each for each in book.open_decisions() if each.seat == seat]
    assert [each.required for each in again] == [False]
    move = book.game.write(next(iter(book.game.legal_moves(book.state, seat))))
    write_move(match, players, move, seat=seat)
    assert counts(match) == told


def test_of_few_questions_nothing_is_told_and_only_the_newest_matches_count(people: MakePeople) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    write_counts(anna, cleo, [(0, 1000), *[(3, 1)] * RECENT_MATCHES])
    write_counts(ben, cleo, [(LEAST_ASKED - 2, 1)])
    assert own_reliability(anna) == Reliability(3 * RECENT_MATCHES, RECENT_MATCHES)
    assert reliability_in_words(own_reliability(anna)) == "answered 60 of 80 in time"
    assert reliability_in_words(own_reliability(ben)) == "too new to say how reliably"
    ReliabilityCount.objects.filter(player=ben).update(missed=2)
    assert own_reliability(ben) == Reliability(LEAST_ASKED - 2, 2)


def test_everybody_s_reliability_costs_one_statement(people: MakePeople) -> None:
    players = people("Anna", "Ben", "Cleo", "Dario", "Edda", "Finn")
    for player in players:
        write_counts(player, players[0], [(25, 1)] * 3)
    with CaptureQueriesContext(connection) as made:
        known = reliability_of(player.ref.hex for player in players)
    assert (len(made), set(known.values())) == (1, {Reliability(75, 3)})


def test_it_is_read_where_people_sit_before_the_start(
    people: MakePeople, open_table: BeginMatch, begin_match: BeginMatch, client: Client
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    write_counts(anna, ben, [(97, 3)])
    match = open_table([anna, ben])
    client.force_login(cleo)
    page = client.get(f"/m/{match.pk}/").content.decode()
    assert page.count("answered 97 of 100 in time") == 1
    assert page.count("too new to say how reliably") == 1
    [reader] = clients_of([ben])
    seats = read(reader, f"matches/{match.pk}/")["seats"]
    assert [seat["reliability"] for seat in seats] == [{"answered": 97, "missed": 3}, None]
    running = begin_match([anna, ben])
    assert "in time" not in client.get(f"/m/{running.pk}/").content.decode()
    assert [seat["reliability"] for seat in read(reader, f"matches/{running.pk}/")["seats"]] == [None, None]


def test_one_reads_one_s_own_and_takes_it_along(people: MakePeople, client: Client) -> None:
    anna, ben = people("Anna", "Ben")
    write_counts(anna, ben, [(97, 3)])
    client.force_login(anna)
    assert "answered 97 of 100 in time" in client.get("/account/").content.decode()
    kept = json.loads(client.get("/account/data/").content)["reliability"]
    assert [(each["answered"], each["missed"]) for each in kept] == [(97, 3)]


def test_of_who_has_departed_nothing_is_told(people: MakePeople) -> None:
    anna, ben = people("Anna", "Ben")
    write_counts(anna, ben, [(97, 3)])
    depart(person=anna)
    assert reliability_of([anna.ref.hex]) == {}
