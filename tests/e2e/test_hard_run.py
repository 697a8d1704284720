"""Hard run: everybody plays while everything is killed, cut and stalled; afterwards nothing is lost and nothing twice.

`HARD_RUN_MATCHES=40 HARD_RUN_SECONDS=180` is its long form, `HARD_RUN_SEED` another storm.
"""

import json
import os
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.services.play.submitting import submission_key
from tests.e2e.programs import PenFriend, Program
from tests.e2e.service import wait_for
from tests.e2e.storm import Storm, StormyService
from tests.e2e.tables_in_a_storm import PENFRIENDS

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(900)]

MATCHES = int(os.environ.get("HARD_RUN_MATCHES", "8"))
SECONDS = float(os.environ.get("HARD_RUN_SECONDS", "30"))
SEED = int(os.environ.get("HARD_RUN_SEED", "1718"))
PATIENCE = 120.0
LEAST_BY_MAIL = 3

_STANDS = "SELECT id, position FROM games_match WHERE status = 'running'"
_AWAITED = (
    "SELECT DISTINCT m.id FROM games_match m JOIN games_seat s ON s.match_id = m.id AND s.is_awaited"
    " JOIN accounts_user u ON u.id = s.player_id WHERE m.status = 'running' AND u.email NOT IN ('{}', '{}')"
)
_BOTS = (
    "SELECT 1 FROM games_seat b WHERE b.is_awaited AND b.is_played_by_bot AND NOT EXISTS"
    " (SELECT 1 FROM games_seat p WHERE p.match_id = b.match_id AND p.is_awaited AND NOT p.is_played_by_bot)"
)
_BY_MAIL = "SELECT count(*) FROM games_logentry WHERE channel = 'mail'"
_UNSENT = "SELECT 1 FROM games_outboxmail WHERE state IN ('waiting', 'sending') AND held = ''"
_UNREAD = "SELECT 1 FROM games_inboundmail WHERE state = 'waiting'"
_LET_TIME_PASS = (
    "UPDATE games_outboxmail SET claimed_at = claimed_at - interval '2 minutes' WHERE state = 'sending'"
    " AND claimed_at < now() - interval '8 seconds'",
    "UPDATE games_outboxmail SET not_before = now() WHERE state = 'waiting' AND held = '' AND not_before > now()",
    "UPDATE games_inboundmail SET not_before = now() WHERE state = 'waiting' AND not_before > now()",
)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[StormyService]:
    """The running service behind its wires."""
    running = StormyService(tmp_path)
    try:
        running.start()
        yield running
    finally:
        running.stop()


def test_through_kills_cuts_and_stalls_nothing_is_lost_and_nothing_happens_twice(service: StormyService) -> None:
    script = f"from tests.e2e.tables_in_a_storm import lay_out; lay_out({MATCHES})"
    keys = json.loads(service.manage("shell", "--no-imports", "-c", script).partition("KEYS")[2])
    halt, storm = threading.Event(), Storm(service, SEED)
    programs = [Program(service, name, key, SEED + n, halt) for n, (name, key) in enumerate(sorted(keys.items()))]
    friends = [PenFriend(service, _address(name), SEED - n, halt) for n, name in enumerate(PENFRIENDS)]
    for each in (*programs, *friends):
        each.start()
    storm.rage(SECONDS)
    _wait_until_all_go_on(service)
    halt.set()
    for each in (*programs, *friends):
        each.join(PATIENCE)
    assert not [each.name for each in (*programs, *friends) if each.is_alive()]
    _wait_until_settled(service)
    blows = sum(storm.blows.values())
    repeats = _check_letters(service, blows)
    _check_keys(service, programs)
    assert "0 with faults" in service.manage("verify_matches")
    _tell_figures(service, storm, programs, friends, repeats)


def _wait_until_all_go_on(service: StormyService) -> None:
    """Wait until every match that waits for a program or a bot has gone on since the storm."""
    stood = _positions(service)

    def have_gone_on() -> bool:
        stands = _positions(service)
        awaited = {str(match_id) for (match_id,) in service.rows(_AWAITED.format(*map(_address, PENFRIENDS)))}
        return not [each for each, at in stood.items() if stands.get(each) == at and each in awaited]

    wait_for(have_gone_on, PATIENCE, "every match to go on after the storm")
    wait_for(lambda: not service.rows("SELECT 1 FROM games_deadline WHERE due_at < now()"), PATIENCE, "the clock")
    wait_for(lambda: _moves_by_mail(service) >= LEAST_BY_MAIL, PATIENCE, "moves by mail")


def _moves_by_mail(service: StormyService) -> int:
    return int(str(service.rows(_BY_MAIL)[0][0]))


def _positions(service: StormyService) -> dict[str, object]:
    return {str(match_id): position for match_id, position in service.rows(_STANDS)}


def _wait_until_settled(service: StormyService) -> None:
    """Wait until bots, letters and mail are done; the minutes that a dead sender's claim lasts pass at once."""

    def is_settled() -> bool:
        for statement in _LET_TIME_PASS:
            service.do(statement)
        return not any(service.rows(sql) for sql in (_BOTS, _UNSENT, _UNREAD))

    try:
        wait_for(is_settled, PATIENCE, "bots and letters to be done")
    except AssertionError as error:
        raise AssertionError(_left_undone(service)) from error


def _left_undone(service: StormyService) -> str:
    """Return what a failed wait should be told about."""
    columns = "kind, state, attempts, reason, not_before - now(), now() - claimed_at"
    letters = service.rows(_UNSENT.replace("1", columns, 1))
    mails = service.rows(_UNREAD.replace("1", "id, reason, attempts", 1))
    bots = service.rows(_BOTS.replace("1", "b.match_id, b.number", 1))
    return f"letters {letters}\nmails {mails}\nbots {bots}\n{service.log_of('worker')[-4000:]}"


def _check_keys(service: StormyService, programs: list[Program]) -> None:
    """Every accepted move is in the log once, where its answer said, and no other came by the API."""
    written = Counter(service.rows("SELECT match_id, position, key FROM games_logentry WHERE channel = 'api'"))
    refs = {str(name): ref for name, ref in service.rows("SELECT name, ref FROM accounts_user")}
    accepted = []
    for program in programs:
        for key, (match_id, position) in program.accepted.items():
            called = submission_key("POST", f"/api/v1/matches/{match_id}/moves/", key)
            accepted.append((match_id, position, submission_key("api", refs[program.name_], called)))
    assert Counter(accepted) == written
    assert accepted


def _check_letters(service: StormyService, blows: int) -> int:
    """Every letter that was sent is in its mailbox, under one Message-ID; return how many came again after a blow."""
    sent = "SELECT coalesce(carrier_id, id), CASE WHEN carrier_id IS NULL THEN match_id ELSE 'bundle' END"
    rows = service.rows(f"{sent} FROM games_outboxmail WHERE state = 'sent'")
    expected = {f"<o{pk}.{match}@letters.localhost>" for pk, match in rows}
    boxes = [box.name for box in (service.folder / "post").iterdir()]
    letters = [str(each["Message-ID"]) for box in boxes for each in service.letters_to(box)]
    delivered = Counter(name for name in letters if name.startswith("<o"))
    assert expected <= set(delivered)
    repeats = delivered.total() - len(delivered)
    assert repeats <= blows
    assert len(set(delivered) - expected) <= blows
    assert not service.rows("SELECT 1 FROM games_outboxmail WHERE state = 'parked'")
    return repeats


def _address(name: str) -> str:
    return f"demo.{name.lower()}@letters.localhost"


def _tell_figures(
    service: StormyService, storm: Storm, programs: list[Program], friends: list[PenFriend], repeats: int
) -> None:
    statuses: Counter[int] = Counter()
    for program in programs:
        statuses.update(program.statuses)
    entries = service.rows("SELECT count(*) FROM games_logentry")[0][0]
    asked, moves = sum(each.tries for each in programs), sum(len(each.accepted) for each in programs)
    print(f"\nhard run: {MATCHES} matches, {SECONDS:.0f} s, {storm.blows}; {asked} requests {dict(statuses)}")
    print(f"{moves} moves accepted, {sum(each.resent for each in programs)} of them sent again; {entries} entries,")
    posted = sum(each.posted for each in friends)
    print(f"{_moves_by_mail(service)} by mail of {posted} posted; {repeats} letters came again")
