"""No answer changes by one byte when only what is hidden from its reader changes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import msgspec
import pytest
import time_machine
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import User
from games.logbook import store
from games.models import Match
from pirates.dice import SeededDice
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API, client_of, clients_of, read, send
from tests.games.core.playing import asked, question_of, write_move
from tests.pirates.capitan_bacon.variants import TRIAL

pytestmark = pytest.mark.django_db

FINGERPRINT = re.compile(rb"[0-9a-f]{64}")
PARTS = ("", "moves/", "log/", "export/", "at/4/", "at/5/")
SECRET_KEYS = {"salt", "secret", "seed", "deck", "galleon", "digest", "email", "password", "known_to", "ref"}


def answers(client: APIClient, match: Match) -> list[bytes]:
    """Return all that the API tells a reader of a match, and of the list, without fingerprints (they are salted)."""
    found = [client.get(f"{API}matches/{match.pk}/{part}") for part in PARTS]
    found += [client.get(f"{API}matches/{query}") for query in ("", "?mine", "?to_move", "?open")]
    assert {answer.status_code for answer in found} == {200}
    return [FINGERPRINT.sub(b"#", answer.content) for answer in found]


def play_a_while(match: Match, players: list[User], moves: int = 12) -> None:
    """Let everybody bury and take what they can, so that much is hidden."""
    for number in range(moves):
        book = store.open_book(match.pk)
        if book.is_over:
            return
        legal = [book.game.write(move) for move in book.game.legal_moves(book.state, asked(match))]
        burying = [each for each in legal if each.startswith("bury")]
        choices = burying if burying and number < len(players) else legal
        write_move(match, players, choices[number * 5 % len(choices)])


@pytest.mark.parametrize("options", [b"{}", b'{"memory": "by-the-book"}'])
def test_what_is_hidden_from_a_reader_changes_nothing_for_that_reader(
    options: bytes, people: MakePeople, begin_match: BeginMatch, no_throttle: None
) -> None:
    *players, stranger = people("Anna", "Ben", "Cleo", "Dario")
    match = begin_match(players, options=options)
    play_a_while(match, players)
    assert not store.open_book(match.pk).is_over
    changed = 0
    for seat, user in ((0, players[0]), (1, players[1]), (2, players[2]), (None, stranger)):
        client = client_of(user)
        for seed in range(4):
            before = answers(client, match)
            of_others = [answers(client_of(other), match) for other in players if other != user]
            with hidden_changed(match, seat, seed):
                assert answers(client, match) == before
                changed += of_others != [answers(client_of(other), match) for other in players if other != user]
    assert changed, "the hidden things that were changed are nobody's"


@contextmanager
def hidden_changed(match: Match, seat: int | None, seed: int) -> Iterator[None]:
    """Cache a match whose State differs in what `seat` may not know; its log stays."""
    book = store.open_book(match.pk)
    state = TRIAL.swap_hidden(book.state, seat, SeededDice(bytes([seed]) * 32, 1))
    store._cache.keep(msgspec.structs.replace(book, state=state))
    yield
    store.clear_cache()


@pytest.fixture
def still() -> Iterator[None]:
    with time_machine.travel(datetime(2031, 5, 1, 12, tzinfo=UTC), tick=False):
        yield


def test_a_standing_order_of_another_seat_tells_nothing(
    people: MakePeople, begin_match: BeginMatch, no_throttle: None, still: None
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben])
    reader, other = clients_of([anna, ben])
    told: dict[str, tuple[list[bytes], list[bytes]]] = {}
    for order in ("orders always", "orders never", "orders against rod"):
        with transaction.atomic():
            key = next(
                each["key"] for each in read(other, f"matches/{match.pk}/")["decisions"] if not each["is_required"]
            )
            send(other, f"matches/{match.pk}/moves/", {"decision": key, "notation": order})
            told[order] = answers(reader, match), answers(other, match)
            transaction.set_rollback(True)
    always, never, against = told.values()
    assert always[0] == never[0] == against[0]
    assert always[1] != never[1]


def test_no_answer_of_a_running_match_names_what_nobody_may_read(
    people: MakePeople, begin_match: BeginMatch, no_throttle: None
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    play_a_while(match, players)
    book = store.open_book(match.pk)
    salts = [chair.salt.encode() for chair in book.table.chairs]
    people_known = [user.email.encode() for user in players] + [user.ref.hex.encode() for user in players]
    for client in clients_of(players):
        for part in PARTS:
            answer = client.get(f"{API}matches/{match.pk}/{part}")
            keys = set(re.findall(r'"(\w+)":', answer.content.decode()))
            assert not keys & SECRET_KEYS
            for secret in (book.secret.encode(), *salts, *people_known):
                assert secret not in answer.content


def test_a_spectator_sees_what_all_seats_see_and_no_hand(people: MakePeople, begin_match: BeginMatch) -> None:
    *players, stranger = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    play_a_while(match, players, 4)
    seen = read(client_of(stranger), f"matches/{match.pk}/")
    own = [read(client, f"matches/{match.pk}/") for client in clients_of(players)]
    assert seen["seat"] is None
    assert seen["decisions"] == []
    assert seen["view"]["hand"] is None
    assert read(client_of(stranger), f"matches/{match.pk}/moves/")["moves"] == []
    assert [each["seat"] for each in own] == [0, 1]
    for each in own:
        assert each["view"]["hand"] is not None
        assert each["waiting"] == seen["waiting"] == [asked(match)]
        assert {deadline["decision"] for deadline in each["deadlines"] if deadline["seat"] != each["seat"]} <= {None}


def test_lists_page_and_decisions_name_the_same_waiting_seat(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    for _ in range(5):
        mover = asked(match)
        for number, client in enumerate(clients_of(players)):
            page = read(client, f"matches/{match.pk}/")
            assert page["waiting"] == read(client, "matches/")["matches"][0]["waiting"] == [mover]
            assert len(read(client, "matches/?to_move")["matches"]) == (number == mover)
            assert any(each["is_required"] for each in page["decisions"]) == (number == mover)
        write_move(match, players, "pass")
    assert question_of(match).seat is not None
