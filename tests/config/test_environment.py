"""What the environment says is read strictly: a word that nobody can mean is refused at the start, and named."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from hypothesis import example, given
from hypothesis import strategies as st

from config.environment import OFF, ON, Environment

_WORDS = st.text(st.characters(codec="ascii", exclude_characters="\x00"), max_size=12)


@given(_WORDS, st.booleans())
@example("enabled", True)
@example("Off", True)
def test_only_a_word_that_says_off_switches_off(word: str, default: bool) -> None:
    env = Environment({"SHIELD": word})
    said = word.strip().lower()
    if said in ON | OFF:
        assert env.bool("SHIELD", default=default) == (said in ON)
    elif not said:
        assert env.bool("SHIELD", default=default) == default
    else:
        with pytest.raises(ImproperlyConfigured, match=r"SHIELD=[\s\S]*say on or off"):
            env.bool("SHIELD", default=default)


@given(_WORDS)
@example("0")
@example("nan")
@example("1e999")
@example("-1")
def test_a_number_is_within_its_bounds_or_refused(word: str) -> None:
    env = Environment({"PACE": word})
    for read in (env.int, env.float):
        told, number = _what_comes_of(read)
        assert (1 <= number <= 60) != ("PACE=" in told and "from 1 to 60" in told)


def _what_comes_of(read: Callable[..., float]) -> tuple[str, float]:
    try:
        return "", read("PACE", 5, least=1, most=60)
    except ImproperlyConfigured as error:
        return str(error), 0


@pytest.mark.parametrize(
    "rate", ["often", "10", "0/min", "-1/min", "10/fortnight", "ten/min", "10/", "/min", "1 0/min"]
)
def test_a_rate_that_cannot_be_counted_is_refused(rate: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="as in 120/min"):
        Environment({"API_READ_RATE": rate}).rate("API_READ_RATE", "600/min")


def test_what_is_empty_is_not_set_but_where_empty_says_something() -> None:
    env = Environment({"HEADER": "", "SHIELD": "", "PACE": "", "PLACE": "", "HOSTS": ""})
    assert env("HEADER", default="X-Forwarded-Proto") == ""
    assert env("OTHER", default="X-Forwarded-Proto") == "X-Forwarded-Proto"
    assert (env.bool("SHIELD", default=True), env.int("PACE", 5), env.list("HOSTS", ["own"])) == (True, 5, ["own"])
    assert env.url("PLACE", "smtp://own:25", ("smtp",)) == "smtp://own:25"


_REFUSED = [
    ("STAFF_SECOND_FACTOR", "required", "say on or off"),
    ("POST_OFFICE", "never", "say on or off"),
    ("DEBUG", "nope", "say on or off"),
    ("API_READ_RATE", "many", "as in 120/min"),
    ("SWEEP_SECONDS", "0", "from 0.2 to 300.0"),
    ("DATABASE_URL", "", "DATABASE_URL is empty"),
    ("DATABASE_URL", "mysql://root:hidden-word@db/x", "write postgres://"),
    ("BROKER_URL", "reddis://:hidden-word@x", "begin with one of"),
    ("EMAIL_URL", "smtp+typo://user:hidden-word@x", "begin with one of"),
    ("INBOUND_IMAP_URL", "imaps://", "name a host"),
    ("SITE_URL", "letters.example", "begin with one of http, https"),
]


@pytest.mark.parametrize(("name", "value", "advice"), _REFUSED)
def test_the_service_does_not_start_on_what_cannot_be_meant_and_says_so_in_one_line(
    name: str, value: str, advice: str, tmp_path: Path
) -> None:
    ended = _run("check", tmp_path, **{name: value})
    assert ended.returncode == 1
    assert name in ended.stderr
    assert advice in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "hidden-word" not in ended.stderr


def test_a_mailbox_may_be_read_by_starttls(tmp_path: Path) -> None:
    ended = _run("check", tmp_path, INBOUND_IMAP_URL="imap+tls://inbox:hidden-word@mail.example/INBOX")
    assert ended.returncode == 0, ended.stderr


def test_a_database_that_is_not_there_is_said_to_be_in_one_line(tmp_path: Path) -> None:
    ended = _run("migrate", tmp_path, DATABASE_URL="postgres://letters:hidden-word@127.0.0.1:9/letters")
    assert ended.returncode == 1
    assert "letters at 127.0.0.1:9" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "hidden-word" not in ended.stderr


def test_whoever_names_a_site_of_the_world_opens_no_local_mailboxes_with_it(tmp_path: Path) -> None:
    told = "from django.conf import settings; print('post office:', settings.POST_OFFICE)"
    shown = [
        _run("shell", tmp_path, "--no-imports", "-c", told, **site).stdout.strip()
        for site in ({}, {"SITE_URL": "https://letters.example"}, {"ALLOWED_HOSTS": "letters.example"})
    ]
    assert shown == ["post office: True", "post office: False", "post office: False"]


def _run(command: str, folder: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    known = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "POST_OFFICE"}}
    return subprocess.run(
        [sys.executable, "manage.py", command, *arguments],
        cwd=settings.BASE_DIR,
        env={**known, "VAR_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
