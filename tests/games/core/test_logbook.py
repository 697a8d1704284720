"""The logbook: append-only, without gaps, chained."""

import pytest
from django.db import DatabaseError, connection, transaction

from games.logbook import store
from games.models.logbook import LogEntry
from games.services.play.moves import in_notation, submit_move
from pirates.errors import RulesError
from pirates.fingerprints import GENESIS
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import play_by_lot, question_of, the_logbook_unguarded, write_move

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_logentry SET actor = 'clock'",
        "UPDATE games_logentry SET position = position + 100",
        "DELETE FROM games_logentry",
        "DELETE FROM games_logentry WHERE position = 1",
    ],
)
def test_the_database_itself_refuses_to_rewrite_the_logbook(
    people: MakePeople, begin_match: BeginMatch, statement: str
) -> None:
    match = begin_match(people("Anna", "Ben"))
    before = list(LogEntry.objects.values())
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert list(LogEntry.objects.values()) == before
    assert store.find_faults(match.pk) == []


def test_the_models_cannot_rewrite_the_logbook_either(people: MakePeople, begin_match: BeginMatch) -> None:
    begin_match(people("Anna", "Ben"))
    entry = LogEntry.objects.order_by("pk")[0]
    entry.channel = "mail"
    for rewrite in (entry.save, entry.delete, LogEntry.objects.all().delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            rewrite()


def test_positions_count_from_one_without_a_gap_and_every_hash_follows_the_one_before(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    list(play_by_lot(match, players, b"without a gap", 40))
    match.refresh_from_db()
    rows = list(LogEntry.objects.filter(match=match).order_by("position"))
    assert [row.position for row in rows] == list(range(1, match.position + 1))
    assert match.position == 1 + 3 + 1 + 40
    assert rows[-1].hash == match.head != GENESIS
    assert store.find_faults(match.pk) == []


def test_a_refused_move_leaves_no_entry_and_no_gap(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    book = store.open_book(match.pk)
    question = question_of(book)
    assert question.seat is not None
    for notation in ("board of trade", "mirror", "pass pass"):
        with pytest.raises(RulesError):
            submit_move(
                match_id=match.pk,
                player=players[question.seat],
                decision=question.key,
                move=in_notation(notation),
                channel="page",
                key=notation,
            )
    assert LogEntry.objects.filter(match=match).count() == book.position
    assert write_move(match, players, "pass").position == book.position + 1


def test_the_book_of_a_cold_process_equals_the_one_kept_warm(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo", "Dario")
    match = begin_match(players)
    for receipt in play_by_lot(match, players, b"warm and cold", 60):
        store.clear_cache()
        assert store.open_book(match.pk) == receipt.book
        assert store.book_at(match.pk, receipt.position).state == receipt.book.state


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("actor", "clock"),
        ("channel", "desk"),
        ("key", "f" * 64),
        ("command", "{}"),
        ("events", "[]"),
        ("salt", "0" * 32),
        ("hash", "0" * 64),
        ("recorded_at", "2020-01-01T00:00:00Z"),
    ],
)
def test_a_changed_value_anywhere_in_an_entry_is_found(
    people: MakePeople, begin_match: BeginMatch, column: str, value: str
) -> None:
    match = begin_match(people("Anna", "Ben"))
    with the_logbook_unguarded():
        LogEntry.objects.filter(match=match, position=3).update(**{column: value})
    assert "the entry at position 3 was changed" in store.find_faults(match.pk)


@pytest.mark.django_db(transaction=True)
def test_an_entry_taken_out_of_the_middle_is_found(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"))
    with the_logbook_unguarded():
        LogEntry.objects.filter(match=match, position=2).delete()
    assert "position 2 is missing" in store.find_faults(match.pk)


@pytest.mark.django_db(transaction=True)
def test_entries_cut_off_at_the_end_are_found(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"))
    with the_logbook_unguarded():
        LogEntry.objects.filter(match=match, position=match.position).delete()
    assert store.find_faults(match.pk) == ["the match does not point at its newest entry"]


@pytest.mark.django_db(transaction=True)
def test_one_match_does_not_pass_for_another(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    one, other = begin_match(players), begin_match(players)
    with the_logbook_unguarded():
        whole = LogEntry.objects.filter(match=other, position=3).values("command", "events", "salt", "hash")[0]
        LogEntry.objects.filter(match=one, position=3).update(**whole)
    assert "the entry at position 3 was changed" in store.find_faults(one.pk)
    assert store.find_faults(other.pk) == []
