"""What a call costs: statements, however many matches there are and however long their logs."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from accounts.models import User
from games.models import Deadline, Match, Seat
from tests.conftest import BeginMatch, MakePeople
from tests.costs.counting import statements
from tests.games.api.callers import API, asked_client, client_of, clients_of, question_of, read, send

MOST_FOR_A_MOVE = 10
"""Key; lock; key of the request; entry; match; seats; deadlines closed and opened; reliability; outbox."""


@pytest.mark.django_db(transaction=True)
def test_a_move_costs_few_statements_however_long_the_match_is(
    people: MakePeople, begin_match: BeginMatch, no_throttle: None
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    clients = clients_of(players)
    for _ in range(40):
        mover = asked_client(clients, match.pk)
        body = {"decision": question_of(mover, match.pk), "notation": "pass"}
        made = statements(partial(send, mover, f"matches/{match.pk}/moves/", body))
        assert len(made) <= MOST_FOR_A_MOVE, made


@pytest.mark.django_db
def test_reading_a_match_costs_few_statements(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    client = client_of(players[0])
    for part, most in (("", 5), ("moves/", 3), ("log/", 5), ("at/4/", 6), ("export/", 6)):
        read(client, f"matches/{match.pk}/{part}")
        assert len(statements(partial(read, client, f"matches/{match.pk}/{part}"))) <= most


@pytest.mark.django_db
def test_a_get_writes_nothing(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    client = client_of(players[0])
    parts = ("", "moves/", "log/", "at/4/", "export/")
    for address in ("matches/", "me/", "me/keys/", "games/", *(f"matches/{match.pk}/{part}" for part in parts)):
        made = statements(partial(read, client, address))
        assert all(sql.startswith("SELECT") for sql in made), made


@pytest.mark.django_db
def test_knowing_who_asks_and_how_often_costs_one_statement(people: MakePeople) -> None:
    client = client_of(people("Anna")[0])
    assert len(statements(lambda: read(client, "me/"))) == 1


def many_matches(host: User, guest: User, count: int) -> None:
    """Write the rows that `count` running matches have for a list."""
    now = datetime.now(UTC)
    matches = Match.objects.bulk_create(
        Match(
            game="capitan-bacon",
            rules_version=1,
            title=f"Demo {number}",
            host=host,
            seat_count=2,
            pace_seconds=86400,
            window_seconds=28800,
            status=Match.Status.RUNNING,
            opened_at=now - timedelta(minutes=number // 3),
        )
        for number in range(count)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player, is_taken=True, is_awaited=number == 0)
        for match in matches
        for number, player in enumerate((host, guest))
    )
    Deadline.objects.bulk_create(
        Deadline(match=match, decision="1.1:turn", kind="turn", seat=0, opened_at=now, due_at=now) for match in matches
    )


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "?mine", "?to_move", "?open", "?game=capitan-bacon", "?mine&to_move&limit=100"])
def test_the_list_costs_the_same_for_5_and_for_300_matches(query: str, people: MakePeople) -> None:
    host, guest = people("Anna", "Ben")
    client = client_of(host)
    costs = []
    for count in (5, 295):
        many_matches(host, guest, count)
        costs.append(len(statements(lambda: read(client, f"matches/{query}"))))
    assert costs[0] == costs[1] if query != "?open" else costs[1] <= costs[0]
    assert costs[1] <= 4


@pytest.mark.django_db
def test_the_pages_of_the_list_hold_every_match_once_newest_first(people: MakePeople) -> None:
    host, guest = people("Anna", "Ben")
    many_matches(host, guest, 25)
    client, seen, cursor = client_of(host), [], ""
    while True:
        page = read(client, f"matches/?mine&limit=7{cursor}")
        seen += [(match["opened_at"], match["id"]) for match in page["matches"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"
    assert len(seen) == len(set(seen)) == 25
    assert [opened for opened, _ in seen] == sorted((opened for opened, _ in seen), reverse=True)


@pytest.mark.django_db
def test_a_head_answers_like_a_get_without_its_body(people: MakePeople) -> None:
    client = client_of(people("Anna")[0])
    answer = client.head(f"{API}me/")
    assert (answer.status_code, answer.content) == (200, b"")
