"""What people who run the site type: verify, replay, export, import, rehearse."""

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.logbook import store
from games.logbook.store import clear_cache
from games.models import Deadline, Match
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.tables.bots import play_waiting_bots
from games.services.tables.seats import give_up_seat
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.games.ops.tampering import delete_match, rewrite

pytestmark = pytest.mark.django_db

FIRST_SEAT_STARTS = b'{"starter":0}'


def run(*words: str) -> tuple[str, str, bool]:
    """Return what a command wrote, what it complained of, and whether it ended well."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*words, stdout=out, stderr=err)
    except CommandError as error:
        return out.getvalue(), err.getvalue() + str(error), False
    return out.getvalue(), err.getvalue(), True


@pytest.fixture
def running(people: MakePeople, begin_match: BeginMatch) -> Match:
    match = begin_match(people("Anna", "Ben"), bots=1, options=FIRST_SEAT_STARTS)
    for _ in range(8):
        if not play_waiting_bots():
            expire_due_deadlines(timezone.now() + timedelta(days=2))
    match.refresh_from_db()
    return match


@pytest.fixture
def finished(people: MakePeople, begin_match: BeginMatch) -> Match:
    cleo, dario = people("Cleo", "Dario")
    match = begin_match([cleo, dario], bots=1)
    play_waiting_bots()
    give_up_seat(match_id=match.pk, player=dario, key="resign")
    match.refresh_from_db()
    assert match.status == Match.Status.OVER
    return match


def test_whole_matches_pass(running: Match, finished: Match) -> None:
    assert run("verify_matches") == ("2 matches checked, 0 with faults.\n", "", True)


def test_drift_is_named_without_rebuild_and_put_right_with_it(running: Match, finished: Match) -> None:
    Deadline.objects.filter(match=running).delete()
    Match.objects.filter(pk=finished.pk).update(status="running", head="0" * 64)

    for words in (("verify_matches",), ("verify_matches", "--rebuild")):
        out, err, went_well = run(*words)
        assert not went_well
        assert out == "2 matches checked, 2 with faults.\n"
        assert f"{running.pk}: deadline" in err
        assert f"{finished.pk}: status" in err
    assert run("verify_matches")[2]


def test_one_match_that_was_tampered_with_is_named_and_the_others_are_still_checked(
    running: Match, finished: Match
) -> None:
    Deadline.objects.filter(match=running).delete()
    rewrite(finished.pk, 2, '"seat":0', '"seat":1')
    clear_cache()
    _, err, went_well = run("verify_matches", "--rebuild")
    assert not went_well
    assert f"{finished.pk}: the entry at position 2 was changed" in err
    assert Deadline.objects.filter(match=running).exists()


def test_a_match_that_is_not_there_is_said_to_be_so() -> None:
    assert "nowhere: cannot be checked: NoSuchMatch" in run("verify_matches", "nowhere")[1]
    assert not run("replay_match", "nowhere")[2]
    assert not run("export_match", "nowhere")[2]


def test_a_replay_shows_a_seat_its_own_hand_and_a_spectator_none(running: Match) -> None:
    as_spectator, as_first = run("replay_match", running.pk)[0], run("replay_match", running.pk, "--seat", "1")[0]
    assert "Demo Ben sits down." in as_spectator
    assert _view_in(as_spectator)["hand"] is None
    assert _view_in(as_first)["hand"] == list(store.open_book(running.pk).state.hands[0])


def test_a_replay_stops_where_it_is_told(running: Match) -> None:
    out = run("replay_match", running.pk, "--to", "3")[0]
    assert {line.split()[0] for line in out.splitlines()} == {"1", "2", "3"}
    assert not run("replay_match", running.pk, "--to", "999")[2]
    assert not run("replay_match", running.pk, "--seat", "9")[2]


def test_an_exported_match_comes_back_whole_under_its_own_id(finished: Match, tmp_path: Path) -> None:
    file, again = tmp_path / "match.json", tmp_path / "again.json"
    assert run("export_match", finished.pk, "--output", str(file))[2]
    assert verify(file.read_bytes()).fault is None
    assert not run("import_match", str(file))[2], "never over a match that is here"

    delete_match(finished.pk)
    clear_cache()
    assert run("import_match", str(file)) == (f"Match {finished.pk} is in the archive.\n", "", True)

    assert run("verify_matches")[2]
    run("export_match", finished.pk, "--output", str(again))
    assert again.read_bytes() == file.read_bytes()
    came_back = Match.objects.get(pk=finished.pk)
    for column in ("status", "head", "position", "outcome", "host_id", "commitment", "opened_at", "ended_at"):
        assert getattr(came_back, column) == getattr(finished, column), column


def test_an_export_that_was_changed_or_is_not_finished_is_not_imported(
    finished: Match, running: Match, tmp_path: Path
) -> None:
    file = tmp_path / "match.json"
    run("export_match", finished.pk, "--output", str(file))
    delete_match(finished.pk)
    file.write_bytes(file.read_bytes().replace(b'"channel":"table"', b'"channel":"tabla"', 1))
    assert not run("import_match", str(file))[2]
    run("export_match", running.pk, "--output", str(file))
    assert not run("import_match", str(file))[2]
    assert not run("import_match", str(tmp_path / "nothing.json"))[2]
    assert set(Match.objects.values_list("pk", flat=True)) == {running.pk}


def test_matches_that_this_code_would_decide_alike_pass_the_rehearsal(running: Match, finished: Match) -> None:
    assert run("rehearse_upgrade") == ("1 same, 0 differs, 0 unreadable.\n", "", True)


def test_the_rehearsal_classes_a_match_that_goes_another_way_and_one_that_cannot_be_read(
    running: Match, people: MakePeople, begin_match: BeginMatch
) -> None:
    other = begin_match(people("Edda", "Finn"))
    before = list(Match.objects.order_by("pk").values())
    rewrite(running.pk, 6, '"seat":0', '"seat":1')
    rewrite(other.pk, 3, '"SeatTaken.1"', '"SeatTaken.9"')
    clear_cache()

    out, err, went_well = run("rehearse_upgrade")

    assert (out, went_well) == ("0 same, 1 differs, 1 unreadable.\n", False)
    assert f"{other.pk}: unreadable at position" in err
    assert f"{running.pk}: differs at position" in err
    assert list(Match.objects.order_by("pk").values()) == before


def _view_in(printed: str) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(printed[printed.index("\n{") :])
    return view
