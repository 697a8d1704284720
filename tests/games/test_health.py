"""Alive, ready, measured; and logs that a stranger may read."""

import io
import json
import logging
from datetime import timedelta

import pytest
import structlog
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.logs import logging_settings
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import Deadline, InboundMail, Match, OutboxMail
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.clocks.last_days import end_matches_on_last_day
from games.services.tables.bots import play_waiting_bots
from games.tasks import tick
from tests.conftest import BeginMatch, MakePeople

LONG_AGO = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _the_scheduler_ticks(request: pytest.FixtureRequest) -> None:
    if "client" in request.fixturenames and request.node.get_closest_marker("django_db"):
        request.getfixturevalue("db")
        tick()


def test_a_living_process_says_so_without_asking_the_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"alive": True}


@pytest.mark.django_db
def test_a_service_with_nothing_left_undone_is_ready(
    client: Client, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"))
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() | {"oldest_unsent_mail_seconds": 0} == {
        "ready": True,
        "database": True,
        "broker": True,
        "oldest_overdue_deadline_seconds": 0,
        "oldest_overdue_last_day_seconds": 0,
        "oldest_unsent_mail_seconds": 0,
        "oldest_unread_mail_seconds": 0,
        "oldest_unfetched_mail_seconds": 0,
        "oldest_unread_mailbox_seconds": 0,
        "failing_deadlines": 0,
        "held_open_deadlines": 0,
        "letters_in_trouble": 0,
        "letters_given_up": 0,
        "resting_providers": 0,
        "clock_silent_seconds": 0,
        "late_sweeps": [],
    }
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_an_overdue_deadline_makes_the_service_unready(
    client: Client, people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"))
    Deadline.objects.filter(match=match).update(due_at=timezone.now() - LONG_AGO)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["oldest_overdue_deadline_seconds"] >= LONG_AGO.total_seconds()
    assert b"letters_oldest_overdue_deadline_seconds 36" in client.get("/metrics").content


@pytest.mark.django_db
def test_one_match_that_cannot_be_acted_on_is_counted_and_does_not_take_the_service_down(
    client: Client, people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"))
    Deadline.objects.filter(match=match).update(due_at=timezone.now() - LONG_AGO, failures=2)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["failing_deadlines"]) == (200, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(("minutes", "status"), [(-1, 200), (14, 200), (16, 503)])
def test_a_match_that_runs_past_its_last_day_makes_the_service_unready_until_it_ends(
    minutes: int, status: int, client: Client, people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"))
    last_day = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(pk=match.pk).update(ends_by=last_day)
    answer = client.get("/readyz")
    waited = answer.json()["oldest_overdue_last_day_seconds"]
    assert (answer.status_code, waited // 60) == (status, max(0, minutes))
    assert f"letters_oldest_overdue_last_day_seconds {waited // 100}".encode() in client.get("/metrics").content
    end_matches_on_last_day(timezone.now() + timedelta(days=5000))
    assert client.get("/readyz").json()["oldest_overdue_last_day_seconds"] == 0


@pytest.mark.django_db
def test_a_match_that_cannot_be_ended_on_its_last_day_is_counted_and_does_not_take_the_service_down(
    client: Client, people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin_match(people("Anna", "Ben"))
    Match.objects.filter(pk=match.pk).update(ends_by=timezone.now() - LONG_AGO)
    assert client.get("/readyz").status_code == 503

    def fail(_match_id: str) -> None:
        raise UnreadableLog

    with monkeypatch.context() as patch:
        patch.setattr(store, "open_book", fail)
        assert end_matches_on_last_day() == 0
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["failing_deadlines"]) == (200, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(("state", "status"), [("waiting", 503), ("sending", 503), ("sent", 200), ("dropped", 200)])
def test_mail_that_is_long_due_and_neither_sent_nor_dropped_makes_the_service_unready(
    state: str, status: int, client: Client, people: MakePeople, begin_match: BeginMatch
) -> None:
    begin_match(people("Anna", "Ben"))
    OutboxMail.objects.update(due_at=timezone.now() - LONG_AGO, state=state)
    assert client.get("/readyz").status_code == status


@pytest.mark.django_db
def test_mail_that_nobody_has_read_makes_the_service_unready(client: Client) -> None:
    then = timezone.now() - LONG_AGO
    InboundMail.objects.create(
        digest="0" * 64, door="smtp", recipient="r-x@letters.localhost", raw=b"x", received_at=then, not_before=then
    )
    assert client.get("/readyz").status_code == 503
    InboundMail.objects.update(state="aside")
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
def test_a_silent_broker_makes_the_service_unready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from celery import current_app  # noqa: PLC0415 - the application that the settings of this test name

    monkeypatch.setattr(current_app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1/0")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["broker"] is False


@pytest.mark.django_db
def test_the_logs_of_a_whole_match_hold_no_hand_no_secret_and_no_address(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    written = io.StringIO()
    handler = _handler_of_production(written)
    logging.getLogger().addHandler(handler)
    players = people("Anna")
    match = begin_match(players, bots=2)
    for _ in range(600):
        if not play_waiting_bots():
            expire_due_deadlines(timezone.now() + timedelta(days=2))
        if (book := store.open_book(match.pk)).is_over:
            break
    logging.getLogger().removeHandler(handler)

    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert book.is_over
    assert {line["position"] for line in lines if line["event"] == "recorded"} == set(range(1, book.position + 1))
    assert {line["match"] for line in lines} == {match.pk}
    told = {key for line in lines for key in line} - {"timestamp", "level", "logger", "event"}
    assert told == {"match", "position", "door"}
    for secret in (book.secret, players[0].email, players[0].name, *(chair.salt for chair in book.table.chairs)):
        assert secret not in written.getvalue()


def test_addresses_tokens_and_secrets_are_masked_wherever_they_stand_in_a_log_line() -> None:
    written = io.StringIO()
    handler = _handler_of_production(written)
    logger = logging.getLogger("tests.masking")
    logger.addHandler(handler)
    token, secret, key = "abcdefghijklmnopqrstuvwx23", "0f" * 32, "lom_" + "0a" * 20
    try:
        raise ValueError(  # noqa: TRY301 - a fault to be logged
            f"550 no such person <demo.anna@letters.localhost>, secret {secret}"
        )
    except ValueError:
        logger.exception("mail to r-%s@letters.localhost failed; /join/%s/; key %s", token, token, key)
    structlog.get_logger("tests.masking").warning("refused", address="demo.anna@letters.localhost", match="abc")
    logger.removeHandler(handler)

    text = written.getvalue()
    assert "ValueError" in text
    assert '"match": "abc"' in text
    for hidden in ("demo.anna", token, secret, key):
        assert hidden not in text


def _handler_of_production(stream: io.StringIO) -> logging.Handler:
    formatter = logging_settings(is_for_people=False)["formatters"]["line"].copy()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter.pop("()")(**formatter))
    return handler


def test_the_settings_log_in_the_form_that_these_tests_hold() -> None:
    assert (
        settings.LOGGING["formatters"]["line"]["processors"][:-1]
        == (logging_settings(is_for_people=False)["formatters"]["line"]["processors"][:-1])
    )
