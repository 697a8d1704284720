"""Providers: one that refuses what comes from us (our address, domain, rate, a policy) has rest; no address is blamed.

While a domain rests its letters wait without being tried; then the first of them tries again. Each refusal makes the
rest longer, and a letter that is taken ends it. The desk shows who rests, and can end it (`release`).
"""

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q

from games.models import OutboxMail, RestingProvider
from games.outbox.claims import renew
from games.wakeups import wake

log = structlog.get_logger(__name__)

FIRST_REST = timedelta(minutes=5)
LONGEST_REST = timedelta(hours=4)
LONGEST_DETAIL = 200


def domain_of(address: str) -> str:
    """Return the domain of an address, by which we know its provider."""
    return address.rpartition("@")[2].strip().lower()[:100]


class Providers:
    """What is known of the providers, read anew for each batch of letters and kept in step while it is sent."""

    def __init__(self) -> None:
        self._resting: dict[str, datetime] = {}

    def look(self) -> None:
        """Read who has rest."""
        self._resting = dict(RestingProvider.objects.values_list("domain", "rests_until"))

    def rest_of(self, address: str, now: datetime) -> datetime | None:
        """Return until when nothing is tried at this address for its provider's sake; None if it may be tried."""
        until = self._resting.get(domain_of(address))
        return until if until is not None and until > now else None

    def note_refusal(self, domain: str, detail: str, now: datetime) -> datetime:
        """Let a domain rest that has refused us; return until when."""
        self._resting[domain] = let_rest(domain, detail, now)
        return self._resting[domain]

    def note_arrival(self, address: str) -> None:
        """Note that a letter was taken: the provider refuses us no more."""
        if self._resting.pop(domain_of(address), None) is not None:
            release(domain_of(address))


def let_rest(domain: str, detail: str, now: datetime) -> datetime:
    """Let a domain rest, the longer the oftener it has refused us; return until when. One that rests stays as it is."""
    with transaction.atomic():
        fresh = {"since": now, "rests_until": now + FIRST_REST, "detail": detail[:LONGEST_DETAIL]}
        row, is_new = RestingProvider.objects.select_for_update().get_or_create(domain=domain, defaults=fresh)
        if is_new:
            log.warning("provider_refuses_us", provider=domain, detail=row.detail)
        elif row.rests_until <= now:
            row.rests_until = now + min(FIRST_REST * 2 ** min(row.refusals, 10), LONGEST_REST)
            row.refusals, row.detail = row.refusals + 1, detail[:LONGEST_DETAIL]
            row.save()
            log.warning("provider_refuses_us_still", provider=domain, refusals=row.refusals)
    return row.rests_until


def release(domain: str) -> None:
    """Let letters to this domain be tried again."""
    RestingProvider.objects.filter(domain=domain).delete()


def retry_mails(*, trouble: str | None = None, provider: str | None = None) -> int:
    """Try now what waits or was given up for this cause, at this provider; return how many letters that is.

    Providers that rest are tried as well. Each letter is judged anew before it leaves.
    """
    unsettled = ~Q(trouble="", state=OutboxMail.State.WAITING)
    mails = OutboxMail.objects.filter(unsettled, state__in=(OutboxMail.State.WAITING, OutboxMail.State.PARKED))
    resting = RestingProvider.objects.all()
    if trouble is not None:
        mails = mails.filter(trouble=trouble)
    if provider is not None:
        mails, resting = mails.filter(provider=provider), resting.filter(domain=provider)
    if trouble in (None, OutboxMail.Trouble.PROVIDER):
        resting.delete()
    count = renew(mails)
    wake("relay_outbox")
    return count
