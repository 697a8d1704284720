"""Delivery status: what became of letters after hand-over, as reported by a returned mail or by the provider.

`accounts/addresses.py` describes the consequences for the address. As for the rows, a letter that came back is given
up: the table sees that at the seat, and when its deadline passes it counts as a notice that was never given.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.addresses import Cause, note_arrival, note_soft_bounce, stop
from accounts.refusals import Blame, blame_of
from games.models import OutboxMail
from games.notifications.providers import domain_of, let_rest
from games.texts import clean_line

log = structlog.get_logger(__name__)

Fate, State, Trouble = OutboxMail.Fate, OutboxMail.State, OutboxMail.Trouble

_NOT_THE_ADDRESS = {Blame.US: Trouble.PROVIDER, Blame.LETTER: Trouble.LETTER}
"""Causes other than the address that a report may blame, with the trouble that the rows were then given up for."""

_WORSE = {
    Fate.DEFERRED: ("",),
    Fate.DELIVERED: ("", Fate.DEFERRED),
    Fate.BOUNCED: ("", Fate.DEFERRED, Fate.DELIVERED),
    Fate.COMPLAINED: ("", Fate.DEFERRED, Fate.DELIVERED, Fate.BOUNCED),
}
"""The delivery statuses that each status replaces, so that the order of the reports does not matter."""


class DeliveryNotice(Enum):
    """The kinds of report about a letter."""

    HARD = Fate.BOUNCED
    SOFT = f"{Fate.BOUNCED} for now"
    DEFERRED = Fate.DEFERRED
    DELIVERED = Fate.DELIVERED
    COMPLAINED = Fate.COMPLAINED


@dataclass(frozen=True, slots=True)
class DeliveryReport:
    """A report about the letter called `name` (`accounts/return_paths.py`); `detail` holds the reporter's own words."""

    name: str
    told: DeliveryNotice
    detail: str = ""


def note_report(report: DeliveryReport, now: datetime | None = None) -> bool:
    """Apply a report to the rows and the address of its letter; return False if it concerns neither."""
    moment = now or timezone.now()
    detail = clean_line(report.detail, 180)
    with transaction.atomic():
        rows = _rows_of(report.name)
        mark = report.name[1:] if report.name.startswith("a") else _mark_of(rows)
        if not mark:
            return False
        _note_at_address(mark, report.told, detail, moment)
        _note_at_rows(rows, report.told, detail, moment)
    log.info("letter_reported", letter=report.name, told=report.told.name)
    return True


def _rows_of(name: str) -> QuerySet[OutboxMail]:
    number = int(name[1:]) if name.startswith("o") and name[1:].isdecimal() else 0
    return OutboxMail.objects.filter(Q(pk=number) | Q(carrier_id=number)).exclude(sent_to="")


def _mark_of(rows: QuerySet[OutboxMail]) -> str:
    return rows.values_list("sent_to", flat=True).first() or ""


def _note_at_address(mark: str, told: DeliveryNotice, detail: str, now: datetime) -> None:
    if told == DeliveryNotice.HARD:
        stop(mark, Cause.BOUNCED, detail, now)
    elif told == DeliveryNotice.COMPLAINED:
        stop(mark, Cause.COMPLAINED, detail, now)
    elif told == DeliveryNotice.SOFT and blame_of(0, detail) not in _NOT_THE_ADDRESS:
        note_soft_bounce(mark, detail, now)
    elif told == DeliveryNotice.DELIVERED:
        note_arrival(mark)


def _note_at_rows(rows: QuerySet[OutboxMail], told: DeliveryNotice, detail: str, now: datetime) -> None:
    fate = Fate.BOUNCED if told == DeliveryNotice.SOFT else Fate(told.value)
    columns: dict[str, object] = {"fate": fate, "fate_at": now, "reason": detail}
    if fate == Fate.BOUNCED:
        columns |= {"state": State.PARKED, "settled_at": now, "reason": f"came back: {detail}"}
        columns["trouble"] = _NOT_THE_ADDRESS.get(blame_of(0, detail), Trouble.ADDRESS)
    hit = rows.filter(state=State.SENT, fate__in=_WORSE[fate])
    if columns.get("trouble") == Trouble.PROVIDER:
        columns["provider"] = _provider_of(rows)
        let_rest(str(columns["provider"]), detail, now)
    hit.update(**columns)


def _provider_of(rows: QuerySet[OutboxMail]) -> str:
    mail = rows.select_related("recipient").first()
    if mail is None:
        return ""
    return domain_of(mail.recipient.email if mail.recipient else mail.address)
