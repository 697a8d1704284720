"""Queues: what waits for a mail server is taken by workers of its own, and every queue is taken by somebody."""

from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.conf import settings

from config.celery import app
from games.management.commands.play import Command
from tests.games.ops.processes import ROOT

APART = {"games.tasks.relay_outbox": "mail", "games.tasks.fetch_mailbox": "mailbox"}


def queue_of(celery: Celery, task: str) -> str:
    route: Any = celery.amqp.router.route({}, task)
    return str(route["queue"].name)


def test_only_what_speaks_to_mail_servers_goes_to_their_queues() -> None:
    tasks = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()} | set(APART)
    assert {task: queue_of(app, task) for task in tasks} == {task: APART.get(task, "letters") for task in tasks}


def test_a_worker_that_is_told_nothing_takes_every_queue() -> None:
    assert set(app.amqp.queues) >= {"letters", "mail", "mailbox"}


class _Crew:
    def __init__(self) -> None:
        self.commands: dict[str, tuple[str, ...]] = {}

    def sign_on(self, name: str, *command: str) -> None:
        self.commands[name] = command


def _queues_in(command: tuple[str, ...]) -> set[str]:
    return set(command[command.index("--queues") + 1].split(",")) if "--queues" in command else set()


def _by_play() -> list[tuple[str, ...]]:
    crew = _Crew()
    Command()._sign_on(crew, 8000)  # type: ignore[arg-type]
    return list(crew.commands.values())


def _by_compose() -> list[tuple[str, ...]]:
    lines = Path(ROOT, "docker-compose.yml").read_text().splitlines()
    commands = [line.partition("[")[2].rstrip("]") for line in lines if line.strip().startswith("command: [")]
    return [tuple(word.strip(' "') for word in command.split(", ")) for command in commands]


@pytest.mark.parametrize("started", [_by_play, _by_compose], ids=["play", "compose"])
def test_each_queue_is_taken_by_one_kind_of_worker_and_mail_by_another_than_sweeps(started: Any) -> None:
    shares = [queues for command in started() if (queues := _queues_in(command))]
    assert sorted(map(sorted, shares)) == [["letters"], ["mail", "mailbox"]]
