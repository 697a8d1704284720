"""The two locks: the service's holds no tool for development, and development tests exactly what the service runs."""

import re
import tomllib
from pathlib import Path

from tests.test_house_rules import ROOT, files, imported

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SERVICE, DEV = ROOT / "requirements.lock", ROOT / "config" / "dev.lock"
TOOLS = {"pytest", "hypothesis", "playwright", "mypy", "ruff", "schemathesis", "time-machine", "uv", "pip", "pluggy"}


def pins(lock: Path) -> dict[str, str]:
    """Return the packages of a lock with their versions (and markers)."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\\\n]+)", lock.read_text(), re.MULTILINE)
    return {name: version.strip() for name, version in found}


def bare(requirement: str) -> str:
    """Return the name in a requirement, without extras and version."""
    return re.split(r"[\[<>=;\s]", requirement)[0].lower()


def test_the_image_installs_the_lock_of_the_service_and_no_other() -> None:
    image = (ROOT / "config" / "Dockerfile").read_text()
    assert re.findall(r"pip install.*", image) == [
        "pip install --no-cache-dir --require-hashes --requirement requirements.lock"
    ]
    assert "dev" not in image


def test_the_lock_of_the_service_holds_what_it_needs_and_no_tool_for_development() -> None:
    tools = {bare(each) for each in PROJECT["optional-dependencies"]["dev"]}
    service = set(pins(SERVICE))
    assert {bare(each) for each in PROJECT["dependencies"]} <= service
    assert not service & (tools | TOOLS)
    assert tools <= set(pins(DEV))


def test_development_tests_the_very_versions_that_the_service_runs() -> None:
    service, dev = pins(SERVICE), pins(DEV)
    assert {name: dev.get(name) for name in service} == service


def test_every_package_is_pinned_with_hashes_and_names_no_index() -> None:
    for lock in (SERVICE, DEV):
        text = lock.read_text()
        assert not re.search(r"https?://|--(extra-)?index-url", text)
        blocks = re.split(r"^(?=\S+==)", text, flags=re.MULTILINE)[1:]
        assert blocks
        assert all("--hash=sha256:" in block for block in blocks)


def test_no_code_of_the_service_imports_a_tool_for_development() -> None:
    modules = {name.replace("-", "_") for name in pins(DEV).keys() - pins(SERVICE).keys()}
    rooms = files("pirates", "accounts", "games", "config")
    assert not [(file.name, name) for file in rooms for name in imported(file) if name in modules]
