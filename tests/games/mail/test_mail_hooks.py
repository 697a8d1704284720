"""The hooks of mail providers, with payloads that the test signs itself: no signature, no effect; each event once."""

import base64
import hashlib
import hmac
import json
import time
from itertools import count, product
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.addresses import stop_of
from accounts.models import TroubledAddress, User
from games.inbound.reading import read_inbox
from games.models import DeliveryEvent, InboundMail, Match, OutboxMail
from games.notifications.relay import relay_outbox
from games.services.people.reply_addresses import make_reply_address
from games.web.mail_hooks import MOST_BYTES
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import question
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

KEY = "only-for-tests"
_numbers = count()


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def match(harbour: Harbour, people: MakePeople, begin_match: BeginMatch, anna: User) -> Match:
    match = begin_match([anna, people("Ben")[0]], options=b'{"starter":0}')
    relay_outbox()
    return match


@pytest.fixture
def mailgun(settings: Settings) -> None:
    settings.MAIL_HOOKS, settings.ANYMAIL = "mailgun", {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY}


@pytest.fixture
def postmark(settings: Settings) -> None:
    settings.MAIL_HOOKS, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": f"hook:{KEY}"}


def signed(key: str = KEY, at: float | str | None = None) -> dict[str, str]:
    token, timestamp = f"token{next(_numbers)}", str(time.time() if at is None else at)
    signature = hmac.new(key.encode(), f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {"token": token, "timestamp": timestamp, "signature": signature}


def mailgun_event(name: str, event: str, key: str = KEY, **more: Any) -> str:
    told = {"event": event, "id": "one", "timestamp": 1772452800.5, "recipient": "demo.anna@letters.localhost"}
    return json.dumps({"signature": signed(key), "event-data": {**told, "user-variables": {"letter": name}, **more}})


def post_json(what: str, body: str, **headers: str) -> int:
    path = f"/hooks/mail/{what}/"
    client = Client(enforce_csrf_checks=True)
    return client.post(path, body, content_type="application/json", headers=headers).status_code


def basic(secret: str = f"hook:{KEY}") -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}


def name_of(kind: str) -> str:
    return f"o{OutboxMail.objects.get(kind=kind, seat=0).pk}"


HARD: dict[str, Any] = {
    "severity": "permanent",
    "reason": "bounce",
    "delivery-status": {"code": 550, "message": "5.1.1 no mailbox"},
}
FULL: dict[str, Any] = {
    "severity": "permanent",
    "reason": "generic",
    "delivery-status": {"code": 552, "message": "5.2.2 full"},
}


def test_a_signed_bounce_stops_the_address_and_one_without_our_signature_does_nothing(
    mailgun: None, match: Match, anna: User
) -> None:
    for forged in (mailgun_event(name_of("your_move"), "failed", key="guessed", **HARD), "{}", "no json"):
        assert post_json("tracking", forged) == 403
    assert not TroubledAddress.objects.exists()
    assert post_json("tracking", mailgun_event(name_of("your_move"), "failed", **HARD)) == 200
    assert stop_of(anna.email) is not None
    row = OutboxMail.objects.get(kind="your_move", seat=0)
    assert (row.state, row.fate) == (OutboxMail.State.PARKED, OutboxMail.Fate.BOUNCED)


def test_an_event_told_many_times_and_signed_anew_each_time_counts_once(mailgun: None, match: Match) -> None:
    name = name_of("your_move")
    for _ in range(7):
        assert post_json("tracking", mailgun_event(name, "failed", **FULL)) == 200
    assert TroubledAddress.objects.get().soft_bounces == 1
    assert DeliveryEvent.objects.count() == 1
    assert post_json("tracking", mailgun_event(name, "failed", **FULL, tags=["another"])) == 200
    assert TroubledAddress.objects.get().soft_bounces == 2


@pytest.mark.parametrize(("event", "fate"), [("delivered", "delivered"), ("complained", "complained"), ("opened", "")])
def test_what_else_a_provider_tells_is_noted_at_the_row(mailgun: None, match: Match, event: str, fate: str) -> None:
    assert post_json("tracking", mailgun_event(name_of("your_move"), event)) == 200
    assert OutboxMail.objects.get(kind="your_move", seat=0).fate == fate
    assert TroubledAddress.objects.filter(cause="complained").count() == (event == "complained")


def test_a_mail_is_stored_byte_for_byte_before_it_is_acknowledged_and_played_once(
    mailgun: None, match: Match, anna: User
) -> None:
    address = make_reply_address(match_id=match.pk, seat=0, player=anna, decision=question(match).key)
    raw = f"From: {anna.email}\r\nTo: {address}\r\nMessage-ID: <1@elsewhere.example>\r\n".encode()
    raw += b"Content-Type: text/plain; charset=iso-8859-1\r\n\r\npass\r\n\r\n> gr\xfc\xdfe\r\n"
    form = {"recipient": address, "sender": anna.email, "body-mime": raw.decode("latin-1")}
    body = "&".join(f"{key}={_quoted(value)}" for key, value in {**form, **signed()}.items())
    client = Client(enforce_csrf_checks=True)
    for path in ("/hooks/mail/inbound/", "/hooks/mail/inbound", "/hooks/mail/inbound/"):
        answer = client.post(path, body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 200
    mail = InboundMail.objects.get()
    assert (bytes(mail.raw), mail.door) == (raw, "hook")
    read_inbox()
    assert question(match).seat == 1
    forged = body.replace("signature=", "signature=0")
    assert client.post(path, forged, content_type="application/x-www-form-urlencoded").status_code == 403


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("latin-1"))


def test_another_provider_is_known_by_the_agreed_secret(postmark: None, match: Match, anna: User) -> None:
    address = make_reply_address(match_id=match.pk, seat=0, player=anna, decision=question(match).key)
    raw = f"From: {anna.email}\r\nTo: {address}\r\nMessage-ID: <2@elsewhere.example>\r\n\r\npass\r\n"
    told: dict[str, Any] = {"RawEmail": raw, "OriginalRecipient": address, "MessageID": "a", "Headers": []}
    told["Headers"] = [{"Name": "Return-Path", "Value": f"<{anna.email}>"}]
    assert post_json("inbound", json.dumps(told)) == 403
    assert post_json("inbound", json.dumps(told), **basic("hook:guessed")) == 403
    for _ in range(3):
        assert post_json("inbound", json.dumps(told), **basic()) == 200
    read_inbox()
    assert question(match).seat == 1
    bounce: dict[str, Any] = {
        "RecordType": "Bounce",
        "Type": "HardBounce",
        "ID": 7,
        "Email": anna.email,
        "Details": "gone",
    }
    bounce["Metadata"] = {"letter": name_of("match_begun")}
    assert post_json("tracking", json.dumps(bounce), **basic()) == 200
    assert stop_of(anna.email) is not None


def test_the_address_answers_plainly_and_never_with_a_redirect(mailgun: None, settings: Settings) -> None:
    client = Client(enforce_csrf_checks=True)
    for path in ("/hooks/mail/tracking", "/hooks/mail/tracking/"):
        assert client.head(path).status_code == 200
        assert client.get(path).status_code == 405
        assert client.post(path, b"\xff\x00", content_type="odd/kind").status_code == 403
        assert client.post(path, b"x" * 20_000_000, content_type="application/json").status_code == 413
    unreadable = json.dumps({"signature": signed(), "event-data": {}})
    assert post_json("tracking", unreadable) == 400
    settings.MAIL_HOOKS = ""
    assert client.post("/hooks/mail/tracking/").status_code == 404


DAY = 24 * 3600.0
ODD = (
    "[]",
    "null",
    "7",
    '"x"',
    '{"signature": []}',
    '{"signature": {"timestamp": []}}',
    "[" * 50_000,
    '{"a":' * 50_000,
)


def test_what_is_no_request_of_a_provider_is_refused_and_never_a_fault_of_ours(
    mailgun: None, settings: Settings
) -> None:
    for what, body in product(("inbound", "tracking"), ODD):
        assert 400 <= post_json(what, body) < 500, (what, body[:20])
    settings.MAIL_HOOKS, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": f"hook:{KEY}"}
    for what, body in product(("inbound", "tracking"), (*ODD, "{}", '{"RawEmail": 7}', '{"Headers": 3}')):
        assert 400 <= post_json(what, body) < 500, (what, body[:20])
        assert post_json(what, body, **basic()) in (200, 400, 403), (what, body[:20])
    assert not DeliveryEvent.objects.exists()


def test_a_signature_counts_for_a_day(mailgun: None, match: Match, anna: User) -> None:
    for at in (time.time() - 10 * 365 * DAY, time.time() - DAY - 60, time.time() + DAY, "never", "nan", "1e999", ""):
        body = json.dumps({"signature": signed(at=at), "event-data": {}})
        assert post_json("tracking", body) in (400, 403), at
        form = {"recipient": "r@letters.localhost", "sender": "", "body-mime": "x", **signed(at=at)}
        answer = Client().post("/hooks/mail/inbound/", form)
        assert answer.status_code in (400, 403), at
    assert not InboundMail.objects.exists()
    fresh = json.loads(mailgun_event(name_of("your_move"), "failed", **HARD)) | {
        "signature": signed(at=time.time() - DAY / 2)
    }
    assert post_json("tracking", json.dumps(fresh)) == 200


def test_a_request_larger_than_any_mail_is_refused_before_it_is_read(mailgun: None) -> None:
    client = Client(enforce_csrf_checks=True)
    for kind in ("application/json", "multipart/form-data; boundary=b"):
        told = {"CONTENT_LENGTH": str(MOST_BYTES + 1)}
        assert client.post("/hooks/mail/inbound/", b"{}", content_type=kind, **told).status_code == 413  # type: ignore[arg-type]
