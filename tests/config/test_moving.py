"""A house moves from SQLite to PostgreSQL as the README says, and every log is still whole."""

import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core import serializers

from games.models.logbook import LogEntry
from tests.conftest import BeginMatch, MakePeople
from tests.machine import POSTGRES_URL

_SERVER = POSTGRES_URL.rsplit("/", 1)[0]
_LAY_OUT = (
    "from tests.tables import begin_match, make_people; from games.services.tables.bots import play_waiting_bots;"
    "[begin_match(make_people(*pair), bots=1, game=game) for pair, game in"
    " ((('Anna', 'Ben'), 'capitan-bacon'), (('Cleo', 'Dario'), 'guns-or-treasure'))]; play_waiting_bots()"
)


def _manage(database: str, folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": database, "VAR_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.django_db
def test_rows_as_json_keep_their_instants_to_the_microsecond(people: MakePeople, begin_match: BeginMatch) -> None:
    begin_match(people("Anna", "Ben"))
    entries = list(LogEntry.objects.order_by("pk"))
    assert any(entry.recorded_at.microsecond % 1000 for entry in entries)
    again = [each.object for each in serializers.deserialize("json", serializers.serialize("json", entries))]
    assert [getattr(each, "recorded_at", None) for each in again] == [each.recorded_at for each in entries]


@pytest.mark.slow
@pytest.mark.postgres
def test_the_commands_of_the_readme_move_every_row_and_leave_every_log_whole(tmp_path: Path) -> None:
    told = (settings.BASE_DIR / "README.md").read_text()
    lines = re.findall(r"^    (manage\.py .*)$", told.partition("**Move")[2], re.MULTILINE)
    commands = [line.split()[1:] for line in lines[:4]]
    assert [words[0] for words in commands] == ["dumpdata", "migrate", "loaddata", "verify_matches"]
    old, name, dump = (
        f"sqlite:///{tmp_path / 'old.sqlite3'}",
        f"letters_{uuid.uuid4().hex[:10]}",
        tmp_path / "rows.json",
    )
    _manage(old, tmp_path, "migrate", "--verbosity", "0")
    _manage(old, tmp_path, "shell", "--no-imports", "-c", _LAY_OUT)
    with psycopg.connect(f"{_SERVER}/postgres", autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            for words, database in zip(commands, (old, *[f"{_SERVER}/{name}"] * 3), strict=True):
                said = _manage(database, tmp_path, *[word.replace("rows.json", str(dump)) for word in words])
            assert "2 matches checked, 0 with faults" in said
            with psycopg.connect(f"{_SERVER}/{name}") as moved:
                entries = moved.execute("SELECT count(*) FROM games_logentry").fetchone()
            assert entries is not None
            assert entries[0] >= 8
        finally:
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
