"""Snapshots: a long match opens from a stored Book, which is never believed against the log."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.book.book import Book
from games.logbook import rows, snapshots, store
from games.logbook.folding import BrokenLog
from games.models import Match, Snapshot
from games.services.clocks.deadlines import resolve_due_phases
from games.services.tables.matches import rewind_match
from pirates.fingerprints import SealedEntry, canonical_json
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import move_by_lot, play_by_lot, question_of
from tests.games.ops.tampering import triggers_lifted

pytestmark = pytest.mark.django_db

MOVES, FEW = 25, 10
NEAR = 8


@pytest.fixture(autouse=True)
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write snapshots more often than the site does."""
    monkeypatch.setattr(snapshots, "DISTANCE", NEAR)


def opened_cold(match: Match) -> Book:
    store.clear_cache()
    return store.open_book(match.pk)


def restored_of(book: Book) -> Book:
    """Return the Book as its snapshot holds it."""
    empty = Book(book.match_id, book.game, secret=book.secret)
    return snapshots.decode(snapshots.encode(book), empty)


def folded_whole(match: Match) -> Book:
    """Return the Book folded from the log alone."""
    Snapshot.objects.filter(match=match).delete()
    return opened_cold(match)


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(
    players: list[User], begin_match: BeginMatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> Match:
    """A match whose log has snapshots."""
    with django_capture_on_commit_callbacks(execute=True):
        match = begin_match(players)
        list(play_by_lot(match, players, b"snapshots", MOVES))
    match.refresh_from_db()
    return match


def play_on(match: Match, players: list[User], most: int) -> None:
    for _ in range(most):
        if question_of(match).seat is None:
            assert resolve_due_phases() == 1
        else:
            move_by_lot(match, players, b"on")


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_snapshot_and_the_rest_of_the_log_are_the_whole_fold_to_the_byte(
    slug: str, players: list[User], begin_match: BeginMatch
) -> None:
    match = begin_match(players, game=slug)
    play_on(match, players, FEW)
    rewind_match(match_id=match.pk, to=store.open_book(match.pk).position - 3, key="back")
    play_on(match, players, NEAR)
    whole = opened_cold(match)
    for _, book in list(store.read_pages(match.pk)):
        Snapshot.objects.all().delete()
        snapshots.write(book)
        restored = restored_of(book)
        assert restored == book
        assert canonical_json(restored.state) == canonical_json(book.state)
        assert opened_cold(match) == whole


def test_a_snapshot_holds_no_secret_of_the_dice(match: Match) -> None:
    secret = rows.secret_of(match.pk)
    assert secret
    assert Snapshot.objects.filter(match=match).exists()
    assert not any(secret in each.body for each in Snapshot.objects.all())


def test_opening_reads_only_the_entries_since_the_snapshot(match: Match) -> None:
    newest = Snapshot.objects.filter(match=match).latest("position")
    assert match.position - newest.position < NEAR <= newest.position
    expected = folded_whole(match)
    newest.save(force_insert=True)
    read: list[int] = []
    rows_read = rows.sealed_rows

    def counting(match_id: str, upto: int, *, after: int) -> list[tuple[SealedEntry, str]]:
        found = list(rows_read(match_id, upto, after=after))
        read.extend(sealed.position for sealed, _ in found)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "sealed_rows", counting)
        assert opened_cold(match) == expected
    assert read == list(range(newest.position + 1, match.position + 1))


@pytest.mark.parametrize(
    "change",
    [
        {"code": "0" * 64},
        {"seal": "0" * 64},
        {"head": "0" * 64},
        {"body": "{}"},
        {"body": "not even JSON"},
    ],
)
def test_a_snapshot_that_is_old_or_spoilt_is_ignored(match: Match, change: dict[str, str]) -> None:
    whole = folded_whole(match)
    snapshots.write(whole)
    Snapshot.objects.update(**change)
    assert opened_cold(match) == whole


def test_a_snapshot_of_another_match_or_position_is_ignored(
    match: Match, players: list[User], begin_match: BeginMatch
) -> None:
    whole = folded_whole(match)
    snapshots.write(whole)
    other = begin_match(players)
    Snapshot.objects.update(match=other, position=2, head=rows.hash_at(other.pk, 2))
    assert opened_cold(other).match_id == other.pk
    assert opened_cold(other).state != whole.state


def test_a_sealed_snapshot_of_a_log_that_was_changed_behind_it_does_not_hide_that(match: Match) -> None:
    with triggers_lifted(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_logentry SET actor = 'clock' WHERE match_id = %s AND position = %s",
            [match.pk, match.position],
        )
    with pytest.raises(BrokenLog):
        opened_cold(match)


def test_a_rewind_to_before_the_snapshot_folds_from_an_earlier_one(match: Match) -> None:
    positions = list(Snapshot.objects.filter(match=match).values_list("position", flat=True))
    to = positions[-1] - 1
    written = rewind_match(match_id=match.pk, to=to, key="back").book
    assert opened_cold(match) == written == folded_whole(match)


def test_a_past_position_is_folded_from_the_snapshot_before_it(match: Match) -> None:
    at = Snapshot.objects.filter(match=match).earliest("position").position + 1
    with CaptureQueriesContext(connection) as queries:
        book = store.book_at(match.pk, at)
    Snapshot.objects.all().delete()
    assert store.book_at(match.pk, at) == book
    assert len(queries) == 3


def test_a_cold_opening_of_a_long_log_leaves_a_snapshot(
    match: Match, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    Snapshot.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        opened_cold(match)
    assert list(Snapshot.objects.values_list("position", flat=True)) == [match.position]


def test_a_rebuild_drops_the_snapshots_of_a_match(match: Match) -> None:
    assert Snapshot.objects.filter(match=match).exists()
    call_command("verify_matches", match.pk, "--rebuild", stdout=StringIO())
    assert not Snapshot.objects.filter(match=match).exists()
