"""Webhooks: requests from a mail provider, parsed by Anymail. They bring incoming mails and delivery events for ours.

Nothing is trusted without the provider's signature or the agreed secret. A mail is stored and committed before it is
acknowledged, as with every other door. An event counts once, however often the provider repeats it.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from anymail.signals import EventType, RejectReason
from anymail.webhooks.base import AnymailBaseWebhookView
from anymail.webhooks.mailgun import MailgunInboundWebhookView, MailgunTrackingWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView, PostmarkTrackingWebhookView
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.addresses import is_hard
from accounts.return_paths import METADATA
from games.inbound.doors.envelopes import recipients_of, sender_of
from games.inbound.doors.keeping import keep_mail
from games.inbound.mime.addresses import first_address
from games.inbound.mime.headers import read_headers
from games.models import DeliveryEvent
from games.notifications.delivery_status import DeliveryNotice, DeliveryReport, note_report

DOOR = "hook"
VIEWS: Mapping[str, Mapping[str, type[AnymailBaseWebhookView]]] = {
    "mailgun": {"inbound": MailgunInboundWebhookView, "tracking": MailgunTrackingWebhookView},
    "postmark": {"inbound": PostmarkInboundWebhookView, "tracking": PostmarkTrackingWebhookView},
}

_CODE = re.compile(r"\b5\d\d\b")
_GONE = {RejectReason.BOUNCED, RejectReason.INVALID}
_HARD_BY_NAME = frozenset({"HardBounce", "BadEmailAddress"})


@dataclass(frozen=True, slots=True)
class _Mail:
    raw: bytes
    sender: str
    recipients: list[str]


def take_mail(view: AnymailBaseWebhookView, request: HttpRequest) -> None:
    """Store the mail of a genuine request. Raises DatabaseError; ValueError or LookupError if it is unreadable."""
    mail = _mail_in(view, request)
    for recipient in mail.recipients:
        keep_mail(mail.raw, mail.sender, recipient, DOOR)


def take_events(view: AnymailBaseWebhookView, request: HttpRequest) -> None:
    """Apply each event of a genuine request once. Raises as `take_mail` does."""
    for event in view.parse_events(request):
        report = _report_of(event)
        if report is not None:
            _note_once(report, _digest_of(event.esp_event))


def _mail_in(view: AnymailBaseWebhookView, request: HttpRequest) -> _Mail:
    form = _form_in(request)
    if "body-mime" in form:
        raw = form["body-mime"].encode("latin-1")
        return _Mail(raw, form.get("sender", ""), list(_addresses(form.get("recipient", ""), raw)))
    told = _json_in(request)
    if isinstance(told.get("RawEmail"), str):
        return _mail_told_raw(told)
    (event,) = view.parse_events(request)
    raw = event.message.as_bytes()
    envelope = event.message.envelope_sender
    sender = sender_of(read_headers(raw)) if envelope is None else envelope
    return _Mail(raw, sender, list(_addresses(event.message.envelope_recipient or "", raw)))


def _mail_told_raw(told: Mapping[str, Any]) -> _Mail:
    """Return a mail that the provider sent raw beside its own parse, which is not needed and can be wrong."""
    raw = str(told["RawEmail"]).encode("utf-8", "surrogateescape")
    headers = (each for each in told.get("Headers") or () if isinstance(each, dict))
    paths = [str(each.get("Value", "")) for each in headers if str(each.get("Name", "")).lower() == "return-path"]
    sender = first_address(paths[0]) if paths else sender_of(read_headers(raw))
    return _Mail(raw, sender, list(_addresses(str(told.get("OriginalRecipient") or ""), raw)))


def _json_in(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object in a request, or {} if it holds none."""
    if request.content_type != "application/json":
        return {}
    try:
        told = json.loads(request.body)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _form_in(request: HttpRequest) -> Mapping[str, str]:
    """Return the fields of a form with one character for each byte sent, so that a raw mail stays unchanged."""
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(parse_qsl(request.body.decode("latin-1"), keep_blank_values=True, encoding="latin-1"))
    return request.POST.dict()


def _addresses(envelope: str, raw: bytes) -> Iterator[str]:
    named = [address.strip() for address in envelope.split(",") if address.strip()]
    yield from named or recipients_of(read_headers(raw))


def _note_once(report: DeliveryReport, once: str) -> None:
    """Note a report in one transaction with its event; the database's unique constraint detects a repeat."""
    try:
        with transaction.atomic():
            DeliveryEvent.objects.create(once=once, told_at=timezone.now())
            note_report(report)
    except IntegrityError:
        if not DeliveryEvent.objects.filter(once=once).exists():
            raise


def _digest_of(esp_event: Mapping[str, Any]) -> str:
    """Return a digest that identifies an event: all its fields but the signature, which each repeat renews."""
    told = {key: value for key, value in dict(esp_event).items() if key not in ("signature", "token", "timestamp")}
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def _report_of(event: Any) -> DeliveryReport | None:
    name = str((event.metadata or {}).get(METADATA, ""))
    words = " ".join(str(each) for each in (event.mta_response, event.description) if each)
    told = _told_by(event, words)
    return DeliveryReport(name, told, words) if name and told else None


def _told_by(event: Any, words: str) -> DeliveryNotice | None:
    if event.event_type in (EventType.BOUNCED, EventType.REJECTED):
        if event.reject_reason == RejectReason.SPAM:
            return DeliveryNotice.COMPLAINED
        return DeliveryNotice.HARD if _is_hard(event, words) else DeliveryNotice.SOFT
    plain = {
        EventType.DELIVERED: DeliveryNotice.DELIVERED,
        EventType.DEFERRED: DeliveryNotice.DEFERRED,
        EventType.COMPLAINED: DeliveryNotice.COMPLAINED,
    }
    return plain.get(event.event_type)


def _is_hard(event: Any, words: str) -> bool:
    if event.event_type == EventType.REJECTED:
        return event.reject_reason in _GONE
    code = _CODE.search(words)
    named = event.esp_event.get("Type") in _HARD_BY_NAME if isinstance(event.esp_event, dict) else False
    return named or is_hard(int(code[0]) if code else _code_told(event.esp_event), words)


def _code_told(esp_event: Any) -> int:
    """Return the code that Mailgun sends beside the words, or 0."""
    status = esp_event.get("event-data", {}).get("delivery-status", {}) if isinstance(esp_event, dict) else {}
    code = status.get("code", 0)
    return code if isinstance(code, int) else 0
