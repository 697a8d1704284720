"""Real workers and beats: the work is done whatever becomes of them or of the broker, and each effect is there once."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from django.utils import timezone

from games.logbook import store
from games.models import Deadline, Match, OutboxMail
from games.outbox.claims import CLAIM_LASTS
from games.projections.rebuild import find_drift
from games.selectors.play.exports import export_match
from games.services.tables.seats import give_up_seat
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.games.ops.processes import Machines, MailServer, wait_until
from tests.machine import REDIS_URL

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 90
FILES_URL = "filesystem://localhost"
DEAD_BROKER_URL = "redis://127.0.0.1:1/0"
BOTH_BROKERS = [pytest.param(REDIS_URL, marks=pytest.mark.redis, id="redis"), pytest.param(FILES_URL, id="files")]


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def machines(request: pytest.FixtureRequest, tmp_path: Path, mail_server: MailServer) -> Iterator[Machines]:
    broker_url = request.param
    if broker_url.startswith("redis"):
        flush_redis()
    machines = Machines(tmp_path, broker_url, mail_server.port)
    yield machines
    machines.kill_all()


@pytest.fixture
def match(people: MakePeople, begin_match: BeginMatch) -> Match:
    """A match of one person and three bots whose person stays away: from the second miss on, bots play it alone."""
    return begin_match(people("Anna"), bots=3)


def flush_redis() -> None:
    """Empty the broker of the tests."""
    with redis.Redis.from_url(REDIS_URL) as broker:
        broker.flushdb()


def play_on(match: Match, entries: int) -> bool:
    """Wait until the log has grown by so many entries; the person's time runs out whenever it is asked.

    A question whose letter a killed worker had in hand waits for that letter.
    """
    goal = position_of(match) + entries

    def has_grown() -> bool:
        Deadline.objects.filter(match=match, due_at__gt=timezone.now()).update(due_at=timezone.now())
        let_claims_run_out()
        return position_of(match) >= goal

    return wait_until(has_grown, PATIENCE)


def position_of(match: Match) -> int:
    """Return the position of the newest entry."""
    return Match.objects.values_list("position", flat=True).get(pk=match.pk)


def end(match: Match) -> bool:
    """Have the person resign, which ends the match, and wait until every mail about it was sent or dropped."""
    give_up_seat(match_id=match.pk, player=match.host, key="end")

    def is_settled() -> bool:
        unsettled = OutboxMail.objects.exclude(state__in=("sent", "dropped"))
        OutboxMail.objects.filter(state="waiting").update(not_before=timezone.now())
        let_claims_run_out()
        return not unsettled.exists()

    return wait_until(is_settled, PATIENCE)


def let_claims_run_out() -> None:
    """Let the two minutes pass at once in which nobody else sends a letter that a worker has in hand."""
    now = timezone.now()
    stuck = OutboxMail.objects.filter(state="sending", claimed_at__lte=now - timedelta(seconds=5))
    stuck.update(claimed_at=now - CLAIM_LASTS)


def how_it_stands(match: Match) -> str:
    """Return what a failed wait should be told about."""
    rows = OutboxMail.objects.exclude(state__in=("sent", "dropped")).values("kind", "state", "attempts", "reason")
    return f"{Match.objects.filter(pk=match.pk).values('status', 'position')} {list(rows)}"


def check_each_effect_is_there_once(match: Match, mail_server: MailServer, *, kills: int = 0) -> None:
    """The log is whole and decides again alike, its rows agree with it, and no mail was sent twice or not at all.

    Of each kill, one letter may have left before that was noted: it may come again, as the same mail (Message-ID).
    """
    book = store.open_book(match.pk)
    assert verify(export_match(book, None)).fault is None
    assert find_drift(match.pk) == []
    sent = OutboxMail.objects.filter(state="sent").count()
    letters = set(mail_server.taken)
    assert len(mail_server.taken) - len(letters) <= kills
    assert 0 <= len(letters) - sent <= kills
    assert OutboxMail.objects.filter(kind="match_over", state="sent").count() == 1


@pytest.mark.parametrize("machines", BOTH_BROKERS, indirect=True)
def test_bots_play_on_their_own_and_a_worker_killed_in_the_middle_is_made_good(
    machines: Machines, match: Match, mail_server: MailServer
) -> None:
    machines.start_beat()
    worker = machines.start_worker()
    assert play_on(match, 8), machines.logs()
    machines.kill(worker)
    machines.start_worker()
    assert play_on(match, 8), machines.logs()
    assert end(match), how_it_stands(match)
    check_each_effect_is_there_once(match, mail_server, kills=1)


@pytest.mark.parametrize("machines", BOTH_BROKERS[:1], indirect=True)
def test_two_beats_and_two_workers_double_nothing(machines: Machines, match: Match, mail_server: MailServer) -> None:
    for _ in range(2):
        machines.start_beat()
        machines.start_worker()
    assert play_on(match, 16), machines.logs()
    assert end(match), how_it_stands(match)
    check_each_effect_is_there_once(match, mail_server)


@pytest.mark.parametrize("machines", BOTH_BROKERS, indirect=True)
def test_a_broker_that_loses_everything_loses_no_work(
    machines: Machines, match: Match, mail_server: MailServer, tmp_path: Path
) -> None:
    machines.start_beat()
    machines.start_worker()
    assert play_on(match, 4), machines.logs()
    if machines.environment["BROKER_URL"] == FILES_URL:
        for message in (tmp_path / "broker" / "messages").iterdir():
            message.unlink(missing_ok=True)
    else:
        flush_redis()
    assert play_on(match, 8), machines.logs()
    assert end(match), how_it_stands(match)
    check_each_effect_is_there_once(match, mail_server)


@pytest.mark.parametrize("machines", BOTH_BROKERS[:1], indirect=True)
def test_with_the_broker_down_at_the_commit_the_act_stands_and_the_sweep_finds_its_work(
    machines: Machines, people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna"), bots=2, options=b'{"starter":0}')
    act = (
        "from games.services.clocks.deadlines import *; print(expire_due_deadlines(timezone.now() + timedelta(days=2)))"
    )
    before = position_of(match)
    printed = machines.run("manage.py", "shell", "--no-imports", "-c", act, BROKER_URL=DEAD_BROKER_URL)
    assert printed.splitlines()[0] == "1", printed
    assert position_of(match) == before + 1

    machines.start_beat()
    machines.start_worker()
    assert wait_until(lambda: position_of(match) > before + 1, PATIENCE), machines.logs()
