"""The contract: the OpenAPI document, its page, and that the service keeps to it whatever is sent."""

import io
import json
import re
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from playwright.sync_api import sync_playwright
from pytest_django.live_server_helper import LiveServer
from rest_framework.test import APIClient
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from accounts.api_keys import issue_api_key
from games.logbook import store
from games.models import Match
from tests.conftest import BeginMatch, MakePeople
from tests.games.api.callers import API
from tests.games.api.test_who_may_do_what import METHODS, routes
from tests.games.core.playing import question_of
from tests.machine import CHROMIUM

EXAMPLES = 8
TOO_LARGE = 413
"""How a body is refused that is too large to be read at all, whatever else is wrong with it."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


def document() -> dict[str, Any]:
    """Return the OpenAPI document; a warning fails."""
    out = io.StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", "--format", "openapi-json", stdout=out)
    made: dict[str, Any] = json.loads(out.getvalue())
    return made


def test_the_document_is_made_without_warnings_and_served_alike() -> None:
    served = APIClient().get(f"{API}schema/")
    assert served.status_code == 200
    assert json.loads(served.content)["paths"] == document()["paths"]
    names = set(re.findall(r"#/components/schemas/(\w+)", served.content.decode()))
    assert names <= set(document()["components"]["schemas"])


def test_the_page_of_the_contract_works_under_the_content_security_policy() -> None:
    page = APIClient().get(f"{API}docs/")
    body, policy = page.content.decode(), page.headers["Content-Security-Policy"]
    assert page.status_code == 200
    assert not re.search(r"<script(?![^>]*\bsrc=)", body), "a script is written into the page"
    assert all(src.startswith("/") for src in re.findall(r'(?:src|href)="([^"]+)"', body))
    assert re.search(r"script-src 'self'(;|$)", policy)
    assert re.search(r"style-src 'self' 'unsafe-inline'(;|$)", policy)
    elsewhere = APIClient().get(f"{API}schema/").headers["Content-Security-Policy"]
    assert "unsafe-inline" not in elsewhere
    script = APIClient().get(f"{API}docs/?script=")
    assert script.headers["Content-Type"].startswith("application/javascript")


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_whatever_is_sent_the_service_keeps_to_its_contract(
    people: MakePeople, begin_match: BeginMatch, no_throttle: None
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    bearers = [f"Bearer {issue_api_key(user=player, name='test')[1]}" for player in players]
    contract = schemathesis.openapi.from_dict(document())
    contract.app = get_wsgi_application()
    operations = [found.ok() for found in contract.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == len(list(routes())) - len(METHODS) - 2
    for operation, mode in product(sorted(operations, key=lambda each: each.method == "delete"), GenerationMode):
        try_out(operation.as_strategy(generation_mode=mode), match, bearers, is_steered=mode == GenerationMode.POSITIVE)
    assert store.find_faults(match.pk) == []


def try_out(cases: SearchStrategy[Any], match: Match, bearers: list[str], *, is_steered: bool) -> None:
    """Send some of `cases` with the key of the player who is asked; those about a match are sent to a real one."""

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=cases)
    def check(case: Any) -> None:
        book = store.open_book(match.pk)
        mover = 0 if book.is_over else question_of(book).seat or 0
        if "match_id" in (case.path_parameters or {}):
            case.path_parameters["match_id"] = match.pk
        if is_steered and isinstance(case.body, dict) and not book.is_over:
            to_the_point = {"game": match.game, "decision": question_of(book).key, "options": {}, "seats": 3}
            case.body.update({name: value for name, value in to_the_point.items() if name in case.body})
        answer = case.call(headers={"Authorization": bearers[mover]})
        if answer.status_code != TOO_LARGE:
            case.validate_response(answer, headers={"Authorization": bearers[mover]}, checks=CHECKS)

    with suppress(Unsatisfiable):
        check()


@pytest.mark.browser
def test_the_page_of_the_contract_shows_every_call_in_a_browser(live_server: LiveServer) -> None:
    complaints: list[str] = []
    with (
        sync_playwright() as player,
        player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]) as browser,
    ):
        page = browser.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.goto(f"{live_server.url}{API}docs/")
        page.wait_for_selector(".opblock-summary")
        assert page.locator(".opblock-summary").count() == len(list(routes())) - len(METHODS) - 2
    assert complaints == []
