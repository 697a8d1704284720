"""Readiness: outages are seen while they last, one letter's or one reader's trouble takes nothing down, and no more."""

import socket
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings as site_settings
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games import tasks
from games.models import Deadline, InboundMail, Outage, OutboxMail, Pulse
from games.notifications.relay import relay_outbox
from games.outbox import claims
from games.selectors.desk import crew
from games.selectors.desk.health import measure_waiting, oldest_unsent
from games.selectors.desk.troubles import find_troubles
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.clocks.watch import beat
from games.services.desk.crew import note_pulse
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.harbour import Harbour, free_port, serve

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ANNA_STARTS = b'{"starter":0}'
LIMIT = timedelta(minutes=10)


@pytest.fixture
def harbour(settings: Settings) -> Iterator[Harbour]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", free_port(), 5
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    harbour = Harbour()
    controller = serve(harbour, settings.EMAIL_PORT)
    yield harbour
    controller.stop()


def unsent_after(minutes: int) -> timedelta:
    """Relay every minute for so long, and return for how long mail has been waiting then."""
    for minute in range(minutes):
        with time_machine.travel(NOON + timedelta(minutes=minute), tick=False):
            relay_outbox()
    now = NOON + timedelta(minutes=minutes)
    return now - (oldest_unsent(now) or now)


def begin_at_noon(begin_match: BeginMatch, people: list[User]) -> None:
    with time_machine.travel(NOON, tick=False):
        begin_match(people, options=ANNA_STARTS)


@pytest.mark.parametrize("answer", ["451 later", "421 4.3.2 shutting down", "450 busy", "550 5.7.1 blocked", ""])
def test_a_mail_outage_is_as_old_as_its_oldest_letter_whatever_it_is_tried_again_for(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, settings: Settings, answer: str
) -> None:
    harbour.answers = [answer] * 99
    if not answer:
        settings.EMAIL_PORT = free_port()
    begin_at_noon(begin_match, people("Anna", "Ben"))
    assert unsent_after(28) == timedelta(minutes=28) > LIMIT


def test_letters_that_were_given_up_while_nothing_left_count_until_mail_leaves_again(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    begin_at_noon(begin_match, [anna, ben])
    OutboxMail.objects.update(state="parked", trouble="server", settled_at=NOON + timedelta(hours=1))
    assert unsent_after(120) == timedelta(hours=2)
    with time_machine.travel(NOON + timedelta(hours=2), tick=False):
        begin_match([anna, ben], options=ANNA_STARTS)
        relay_outbox()
    assert oldest_unsent(NOON + timedelta(hours=3)) is None
    assert measure_waiting(NOON).counts["letters_given_up"] == 3


@pytest.mark.parametrize("refusal", ["452 4.2.2 mailbox full", "550 5.7.1 your network is on our block list"])
def test_one_reader_who_cannot_be_reached_makes_nothing_unready(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch, refusal: str
) -> None:
    anna, ben = people("Anna", "Ben")
    User.objects.filter(pk=anna.pk).update(email="anna@big.example")
    harbour.refused, harbour.refusal = {"anna@big.example"}, refusal
    begin_at_noon(begin_match, [anna, ben])
    assert unsent_after(60) == timedelta(0)
    waiting = measure_waiting(NOON + timedelta(hours=1))
    assert waiting.counts["letters_in_trouble"] == 2
    due = Deadline.objects.get(seat=0).due_at
    with time_machine.travel(due + timedelta(hours=1), tick=False):
        OutboxMail.objects.filter(state="waiting").update(created_at=due)
        assert expire_due_deadlines() == 0
        waiting = measure_waiting()
        assert waiting.ages["overdue_deadline"] == timedelta(0)
        assert waiting.counts["held_open_deadlines"] == 1
        troubles = find_troubles(people("Rita")[0])
        assert ([each.since for each in troubles.held_open], troubles.overdue) == ([due], [])


def test_a_full_mailbox_holds_a_deadline_open_for_a_day_since_its_letter_and_not_for_as_long_as_it_is_tried(
    harbour: Harbour, people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben = people("Anna", "Ben")
    harbour.refused, harbour.refusal = {anna.email}, "452 4.2.2 mailbox full"
    begin_at_noon(begin_match, [anna, ben])
    moved = []
    for hour in range(1, 24 * 8):
        with time_machine.travel(NOON + timedelta(hours=hour), tick=False):
            relay_outbox()
            expire_due_deadlines()
            moved.append(Deadline.objects.get().seat)
    pace = Deadline.objects.get().match.pace_seconds / 3600
    assert moved.index(1) <= pace + 2 * 24 + 1


def test_mail_that_waits_to_be_read_is_as_old_as_its_arrival_and_one_bad_mail_stops_nothing() -> None:
    def arrive(number: int, **columns: object) -> None:
        row = {"digest": f"{number:064}", "door": "smtp", "recipient": "r-x@letters.localhost", "raw": b"x"}
        InboundMail.objects.create(**row, received_at=NOON, not_before=NOON + timedelta(hours=2), **columns)

    def age() -> timedelta:
        return measure_waiting(NOON + timedelta(hours=1)).ages["unread_mail"]

    arrive(1, attempts=3)
    assert age() == timedelta(0)
    arrive(2, attempts=1)
    assert age() == timedelta(hours=1)
    InboundMail.objects.all().delete()
    arrive(3)
    assert age() == timedelta(hours=1)


def test_a_silent_scheduler_or_sweep_makes_the_service_unready_though_wake_ups_do_the_work(client: Client) -> None:
    assert client.get("/readyz").status_code == 503
    tasks.tick()
    tasks.play_bots()
    assert client.get("/readyz").status_code == 200
    Pulse.objects.filter(name="clock").update(at=crew.database_now() - timedelta(minutes=3))
    for sweep in (tasks.expire_deadlines, tasks.relay_outbox, tasks.play_bots):
        sweep()
    told = client.get("/readyz")
    assert told.status_code == 503
    assert 180 <= told.json()["clock_silent_seconds"] < 400
    tasks.tick()
    Pulse.objects.filter(name="sweep:play_bots").update(at=crew.database_now() - timedelta(minutes=6))
    told = client.get("/readyz")
    assert (told.status_code, told.json()["late_sweeps"]) == (503, ["play_bots"])
    page = client.get("/metrics").content.decode()
    assert 'letters_sweep_age_seconds{sweep="play_bots"} 36' in page
    assert 'letters_sweep_age_seconds{sweep="relay_outbox"} ' in page
    assert "letters_clock_silent_seconds " in page


def test_the_desk_shows_who_is_at_work_from_rows_and_waits_for_no_worker(
    referee: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from celery import current_app  # noqa: PLC0415 - the application that the settings of this test name

    def ask(*_args: object, **_kwargs: object) -> None:
        pytest.fail("no worker is asked")

    monkeypatch.setattr(type(current_app.control), "inspect", property(ask))
    note_pulse("worker:worker@here/7", detail="play_bots")
    note_pulse("worker:mailer@here/8")
    note_pulse("worker:worker@gone/9", at=crew.database_now() - timedelta(hours=1))
    tasks.tick()
    client.force_login(referee)
    page = client.get("/desk/workers/").content.decode()
    assert "worker@here/7" in page
    assert "(play_bots)" in page
    assert "mailer@here/8" in page
    assert "worker@gone/9" not in page


def test_every_task_that_beat_sends_is_there_and_notes_that_it_was_done() -> None:
    names = {str(entry["task"]).rpartition(".")[2] for entry in site_settings.CELERY_BEAT_SCHEDULE.values()}
    for name in names:
        getattr(tasks, name)()
    assert set(Pulse.objects.values_list("name", flat=True)) == {
        "clock",
        *(f"sweep:{each}" for each in names - {"tick"}),
    }


def test_workers_whose_clocks_differ_agree_on_the_time_of_the_database_and_see_no_outage(
    people: MakePeople, begin_match: BeginMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("one machine, one clock")
    monkeypatch.setattr(tasks, "database_now", crew.database_now)
    for skew in (0, 10, -10, 10, 0):
        with time_machine.travel(timezone.now() + timedelta(minutes=skew)):
            tasks.expire_deadlines()
    assert not Outage.objects.exists()
    begin_match(people("Anna", "Ben"))
    with transaction.atomic():
        claimed = claims.claim_due(crew.database_now(), 25)
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        tasks.relay_outbox()
    assert set(OutboxMail.objects.values_list("state", "lapses")) == {("sending", 0)}
    assert len(claimed) == 3
    assert beat(crew.database_now() + timedelta(minutes=3)) is not None


@pytest.fixture
def stalled_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0), backlog=50) as listener:
        yield int(listener.getsockname()[1])


def test_a_broker_that_listens_and_never_answers_is_told_silent_in_seconds(
    client: Client, monkeypatch: pytest.MonkeyPatch, stalled_port: int
) -> None:
    from celery import current_app  # noqa: PLC0415 - the application that the settings of this test name

    for name in ("broker_write_url", "broker_url"):  # the one is read from the other where it is not set
        monkeypatch.setattr(current_app.conf, name, f"redis://127.0.0.1:{stalled_port}/0")
    told: list[float] = []

    def ask() -> None:
        began = time.monotonic()
        assert client.get("/readyz").json()["broker"] is False
        told.append(time.monotonic() - began)

    tasks.tick()
    ask()
    assert told[0] < 8, "ten seconds is what the broker's own time limit would take"
    assert threading.active_count() < 50


def test_strangers_learn_ready_or_not_and_nothing_else(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN, settings.METRICS_ARE_OPEN = "a long word", False
    tasks.tick()
    for headers in (
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer "},
        {"Authorization": "a long wor"},
    ):
        answer = client.get("/readyz", headers=headers)
        assert (answer.status_code, answer.content) == (200, b"ready")
        assert client.get("/metrics", headers=headers).status_code == 401
    good = {"Authorization": "Bearer a long word"}
    assert client.get("/readyz", headers=good).json()["ready"] is True
    assert b"letters_letters_given_up" in client.get("/metrics", headers=good).content
    Pulse.objects.all().delete()
    assert (client.get("/readyz").status_code, client.get("/readyz").content) == (503, b"not ready")
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 401


def test_no_measure_tells_which_pages_are_posted_to(
    client: Client, people: MakePeople, begin_match: BeginMatch
) -> None:
    (anna, ben) = people("Anna", "Ben")
    match = begin_match([anna, ben], options=ANNA_STARTS)
    client.force_login(anna)
    client.post(f"/m/{match.pk}/move/", {"notation": "pass"})
    page = client.get("/metrics").content.decode()
    labels = {line.partition("{")[2].partition("}")[0] for line in page.splitlines() if line.startswith("letters_")}
    names = {label.partition("=")[0] for label in labels if label}
    assert names <= {"status", "le", "sweep"}
    assert not {"view=", "POST", "method=", match.pk} & set(page.split())
    assert "django_http" not in page
    note_pulse("mail")
