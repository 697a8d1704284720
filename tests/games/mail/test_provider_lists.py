"""A mail provider that sends nothing to an address of its own list: a known state of the address, and never a fault."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.addresses import mark_of, stop, stop_of
from accounts.models import TroubledAddress
from games.models import OutboxMail
from games.notifications.relay import relay_outbox
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import make_all_due

pytestmark = pytest.mark.django_db

INACTIVE = (
    "The recipient is inactive here: {}. It had a hard bounce, a complaint, or was stopped by hand.",
    "You tried to send to a recipient that has been marked as inactive.\nFound inactive addresses: {}.\n"
    "Inactive recipients are ones that have generated a hard bounce or a spam complaint. ",
)


class Provider:
    """A provider's API as Postmark speaks it; `answer` is a status and a body, {} stands for the address."""

    def __init__(self) -> None:
        self.answer: tuple[int, dict[str, Any]] = (200, {})
        self.asked: list[str] = []


@pytest.fixture
def provider(settings: Settings) -> Iterator[Provider]:
    provider = Provider()

    class Desk(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            provider.asked.append(sent["To"])
            status, told = provider.answer
            body = json.dumps(told).replace("{}", sent["To"]).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Desk)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {
        "POSTMARK_SERVER_TOKEN": "token",
        "POSTMARK_API_URL": f"http://127.0.0.1:{server.server_port}/",
    }
    yield provider
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("words", INACTIVE)
def test_an_address_on_the_providers_list_is_stopped_for_that_cause_after_one_try(
    provider: Provider, people: MakePeople, begin_match: BeginMatch, words: str, client: Client
) -> None:
    anna, ben = people("Anna", "Ben")
    stop(mark_of(ben.email), TroubledAddress.Cause.BOUNCED, "550")
    provider.answer = (422, {"ErrorCode": 406, "Message": words})
    begin_match([anna, ben], options=b'{"starter":0}')
    for _ in range(3):
        relay_outbox()
        make_all_due()
    assert len(provider.asked) == 1
    stopped = stop_of(anna.email)
    assert stopped is not None
    assert stopped.cause == TroubledAddress.Cause.SUPPRESSED
    assert anna.email not in stopped.detail
    assert set(OutboxMail.objects.values_list("state", "fate")) == {("parked", "bounced")}
    client.force_login(anna)
    assert "our mail provider has it on a list" in client.get("/matches/").content.decode()
    assert client.post("/account/mail/try/", follow=True).status_code == 200


@pytest.mark.parametrize("words", INACTIVE)
@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/password/reset/"])
def test_a_code_to_such_an_address_is_a_page_that_says_so(
    provider: Provider, people: MakePeople, words: str, path: str
) -> None:
    (anna,) = people("Anna")
    provider.answer = (422, {"ErrorCode": 406, "Message": words})
    answer = Client().post(path, {"email": anna.email}, follow=True)
    assert answer.status_code == 200
    assert "Our mail provider sends nothing to this address" in answer.content.decode()
    assert stop_of(anna.email) is not None


@pytest.mark.parametrize(
    "answer",
    [
        (500, {"ErrorCode": 1, "Message": "down"}),
        (401, {"ErrorCode": 10, "Message": "Bad or missing API token."}),
        (429, {"ErrorCode": 429, "Message": "Too many requests"}),
        (422, {"ErrorCode": 300, "Message": "Invalid 'From' address"}),
        (200, {"nothing": "of the kind"}),
        (200, {"ErrorCode": 0, "Message": "OK"}),
    ],
)
def test_whatever_else_a_provider_answers_is_no_fault_of_a_page_and_stops_no_address(
    provider: Provider, people: MakePeople, begin_match: BeginMatch, answer: tuple[int, dict[str, Any]]
) -> None:
    anna, ben = people("Anna", "Ben")
    provider.answer = answer
    said = Client().post("/accounts/login/code/", {"email": anna.email}, follow=True)
    assert said.status_code == 200
    begin_match([anna, ben])
    relay_outbox()
    assert set(OutboxMail.objects.values_list("state", flat=True)) == {"waiting"}
    assert not TroubledAddress.objects.exists()


def test_a_provider_that_cannot_be_reached_uses_no_try_up(
    settings: Settings, provider: Provider, people: MakePeople, begin_match: BeginMatch
) -> None:
    settings.ANYMAIL = {**settings.ANYMAIL, "POSTMARK_API_URL": "http://127.0.0.1:1/"}
    anna, ben = people("Anna", "Ben")
    assert Client().post("/accounts/login/code/", {"email": anna.email}, follow=True).status_code == 200
    begin_match([anna, ben])
    for _ in range(12):
        relay_outbox()
        make_all_due()
    assert set(OutboxMail.objects.values_list("state", "attempts")) == {("waiting", 0)}
