"""A log that is not what was written is found, nothing goes on top of it, and the desk is told."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.logbook import store
from games.logbook.folding import BrokenLog
from games.models import LogCheck, Match
from games.models.logbook import LogEntry
from games.services.desk.referees import appoint_referee
from games.services.play.log_checks import verify_some_logs
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import play_by_lot, the_logbook_unguarded, write_move

pytestmark = pytest.mark.django_db(transaction=True)

Harm = Callable[[Any, int], object]
HARMS: dict[str, Harm] = {
    "shortened by one": lambda rows, last: rows.filter(position=last).delete(),
    "shortened by three": lambda rows, last: rows.filter(position__gt=last - 3).delete(),
    "newest changed": lambda rows, last: rows.filter(position=last).update(hash="0" * 64),
    "emptied": lambda rows, _last: rows.delete(),
}
INNER: dict[str, Harm] = {
    "one taken out": lambda rows, last: rows.filter(position=last - 2).delete(),
    "an actor changed": lambda rows, last: rows.filter(position=last - 2).update(actor="clock"),
    "a command changed": lambda rows, last: rows.filter(position=last - 2).update(command="{}"),
    "events changed": lambda rows, last: rows.filter(position=last).update(events="[]"),
    "a salt changed": lambda rows, _last: rows.filter(position=2).update(salt="0" * 32),
}


def _entries(match: Match) -> list[dict[str, object]]:
    return [dict(row) for row in LogEntry.objects.filter(match=match).order_by("position").values()]


@pytest.mark.parametrize("is_warm", [True, False], ids=["warm", "cold"])
def test_no_move_goes_on_top_of_a_log_that_was_shortened_or_changed(
    is_warm: bool, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    for harm in (HARMS if is_warm else HARMS | INNER).values():
        match = begin_match(players)
        list(play_by_lot(match, players, b"harmed", 6))
        match.refresh_from_db()
        with the_logbook_unguarded():
            harm(LogEntry.objects.filter(match=match), match.position)
        if not is_warm:
            store.clear_cache()
        before = _entries(match), match.head, match.position
        with pytest.raises(BrokenLog):
            write_move(match, players, "pass")
        match.refresh_from_db()
        assert (_entries(match), match.head, match.position) == before


def test_every_log_is_checked_in_turn_and_one_that_is_harmed_stands_still_until_it_is_put_right(
    people: MakePeople, begin_match: BeginMatch, client: Client
) -> None:
    players = people("Anna", "Ben")
    matches = [begin_match(players) for _ in range(4)]
    harmed = matches[2]
    list(play_by_lot(harmed, players, b"harmed", 6))
    with the_logbook_unguarded():
        LogEntry.objects.filter(match=harmed, position=3).update(actor="clock")
    assert [verify_some_logs(most=2), verify_some_logs(most=2)] in ([0, 1], [1, 0])
    assert LogCheck.objects.count() == 4
    assert [check.match_id for check in LogCheck.objects.exclude(fault="")] == [harmed.pk]
    with pytest.raises(BrokenLog, match="position 3 was changed"):
        write_move(harmed, players, "pass")
    write_move(matches[0], players, "pass")
    client.force_login(appoint_referee(people("Rex")[0]))
    assert b"position 3 was changed" in client.get("/desk/").content
    with pytest.raises(CommandError):
        call_command("verify_matches", stderr=StringIO(), stdout=StringIO())
    with the_logbook_unguarded():
        LogEntry.objects.filter(match=harmed, position=3).update(actor=_actor(matches[0]))
    assert verify_some_logs() == 0
    assert write_move(harmed, players, "pass").position
    assert b"position 3 was changed" not in client.get("/desk/").content


def test_a_reader_who_meets_one_is_told_the_truth_and_the_desk_hears_of_it(
    people: MakePeople, begin_match: BeginMatch, client: Client
) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben])
    with the_logbook_unguarded():
        LogEntry.objects.filter(match=match, position=2).update(salt="0" * 32)
    store.clear_cache()
    client.force_login(anna)
    page, call = client.get(f"/m/{match.pk}/"), client.get(f"/api/v1/matches/{match.pk}/")
    assert (page.status_code, call.status_code, call.json()["code"]) == (503, 503, "match_stopped")
    assert b"stands still" in page.content
    assert LogCheck.objects.get(match=match).fault


def _actor(like: Match) -> str:
    return LogEntry.objects.get(match=like, position=3).actor
