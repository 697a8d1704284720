"""Own data: everything the service keeps about one person, for that person to export."""

from collections.abc import Iterator
from typing import Any

from accounts.models import Absence, ApiKey, Block, OwnHours, User
from games.models import (
    DisputeWord,
    InboundMail,
    Message,
    Notes,
    OutboxMail,
    QueuedMove,
    ReliabilityCount,
    ReplyAddress,
    Seat,
)

_ACCOUNT = (
    "ref", "email", "name", "time_zone", "language", "mail_timings", "bundle_minutes", "digest_hour", "quiet_from",
    "quiet_until", "date_joined", "last_login",
)  # fmt: skip
_QUEUED = ("match_id", "seat", "notation", "queued_at", "dropped_at", "why")


def own_data(person: User) -> dict[str, Any]:
    """Return the data kept about `person`, by kind, as plain values; keys and tokens are kept as digests only."""
    return {
        "account": User.objects.values(*_ACCOUNT).get(pk=person.pk),
        "api_keys": list(
            ApiKey.objects.filter(user=person).values(
                "name", "hint", "scope", "created_at", "expires_at", "last_used_at", "revoked_at"
            )
        ),
        "hours": list(OwnHours.objects.filter(user=person).values("asleep_from", "asleep_minutes", "weekends_off")),
        "absences": list(Absence.objects.filter(user=person).values("begins_at", "ends_at")),
        "blocked": list(Block.objects.filter(owner=person).values("person__name")),
        "matches": list(_matches(person)),
        "reliability": list(ReliabilityCount.objects.filter(player=person).values("match_id", "answered", "missed")),
        "messages": list(Message.objects.filter(author=person).values("match_id", "talk", "text", "said_at")),
        "notes": list(Notes.objects.filter(person=person).values("match_id", "text", "changed_at")),
        "queued_moves": list(QueuedMove.objects.filter(player=person).values(*_QUEUED)),
        "disputes": list(
            DisputeWord.objects.filter(author=person).values("dispute__match_id", "kind", "text", "said_at")
        ),
        "letters": list(
            OutboxMail.objects.filter(recipient=person).values("match_id", "kind", "state", "created_at", "settled_at")
        ),
        "mails": list(_mails(person)),
    }


def _matches(person: User) -> Iterator[dict[str, Any]]:
    seats = Seat.objects.filter(player=person).select_related("match").order_by("match__opened_at", "match_id")
    for seat in seats:
        yield {
            "match": seat.match_id,
            "game": seat.match.game,
            "title": seat.match.title,
            "status": seat.match.status,
            "seat": seat.number,
            "log": f"/api/v1/matches/{seat.match_id}/export/",
        }


def _mails(person: User) -> Iterator[dict[str, Any]]:
    digests = list(ReplyAddress.objects.filter(player=person).values_list("digest", flat=True))
    for mail in InboundMail.objects.filter(token_digest__in=digests).order_by("received_at"):
        yield {"received_at": mail.received_at, "state": mail.state, "text": bytes(mail.raw).decode("latin-1")}
