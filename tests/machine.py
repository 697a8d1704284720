"""What this machine offers the tests: PostgreSQL, Redis, Chromium, Dovecot, gettext. Loaded before Django's settings.

The suite runs on PostgreSQL where one answers, else on SQLite. `DATABASE_URL` chooses another. Tests marked `postgres`,
`redis`, `browser`, `dovecot` or `gettext` skip where the thing is missing and say so; with `CI=true` a missing thing
fails the run.
"""

import os
import shutil
import socket
import tempfile
from pathlib import Path

import pytest

from tests.catalogs import compile_stale_catalogs

CI = os.environ.get("CI", "").lower() == "true"
CHROMIUM = shutil.which("chromium") or ""
DOVECOT = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin:/usr/local/sbin") or ""


def answers(host: str, port: int) -> bool:
    """Whether something listens there."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex((host, port)) == 0


REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/letters")
HAS_REDIS = answers("127.0.0.1", 6379)
if "DATABASE_URL" not in os.environ and answers("127.0.0.1", 5432):
    os.environ["DATABASE_URL"] = POSTGRES_URL
os.environ.setdefault("PGOPTIONS", "-c synchronous_commit=off")
"""What the tests write need not outlive a power cut; processes are killed all the same, and lose nothing by this."""
HAS_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="letters-test-"))
os.environ["VAR_DIR"] = str(Path(os.environ["VAR_DIR"]) / WORKER)
os.environ["WAKE_UPS"] = "0"
os.environ["SECRET_KEY"] = "only-for-tests"

_PRESENT = {
    "postgres": (HAS_POSTGRES, "PostgreSQL does not answer (or DATABASE_URL names another database)"),
    "redis": (HAS_REDIS, "Redis does not answer at 127.0.0.1:6379"),
    "browser": (bool(CHROMIUM), "Chromium is not installed"),
    "gettext": (bool(shutil.which("msgmerge")), "GNU gettext is not installed"),
    "dovecot": (bool(DOVECOT), "Dovecot is not installed"),
}


def pytest_configure() -> None:
    """Let the pages speak every language, also where nobody typed `make`; a worker of xdist finds it done."""
    if not WORKER:
        compile_stale_catalogs()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, or with CI=true fail, what this machine cannot run; keep what shares Redis or a browser in one worker."""
    for item in items:
        if item.get_closest_marker("redis") or item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group("one at a time"))
        for need, (is_present, why) in _PRESENT.items():
            if item.get_closest_marker(need) and not is_present:
                if CI and not (need == "postgres" and os.environ.get("DATABASE_URL", "").startswith("sqlite")):
                    pytest.exit(f"CI=true, but {why}", returncode=3)
                item.add_marker(pytest.mark.skip(reason=why))


HEADLESS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
