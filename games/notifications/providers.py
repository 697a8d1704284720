"""Providers: let one that refuses our mail (for our address, domain, rate, a policy) rest; no address is blamed.

While a domain rests, its letters wait and are not tried; after that, the first of them is tried again. Each refusal
makes the rest longer, and an accepted letter ends it. The desk shows which domains rest and can end a rest (`release`).
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
    """Return the domain of an address, which identifies its provider."""
    return address.rpartition("@")[2].strip().lower()[:100]


class Providers:
    """The resting providers, read anew for each batch of letters and kept up to date while the batch is sent."""

    def __init__(self) -> None:
        self._resting: dict[str, datetime] = {}

    def look(self) -> None:
        """Read which providers rest, and until when."""
        self._resting = dict(RestingProvider.objects.values_list("domain", "rests_until"))

    def rest_of(self, address: str, now: datetime) -> datetime | None:
        """Return the time until which the provider of this address rests; None if the address may be tried."""
        until = self._resting.get(domain_of(address))
        return until if until is not None and until > now else None

    def note_refusal(self, domain: str, detail: str, now: datetime) -> datetime:
        """Let a domain that has refused us rest; return the time when its rest ends."""
        self._resting[domain] = let_rest(domain, detail, now)
        return self._resting[domain]

    def note_arrival(self, address: str) -> None:
        """Record that the provider of this address accepted a letter, which ends its rest."""
        if self._resting.pop(domain_of(address), None) is not None:
            release(domain_of(address))


def let_rest(domain: str, detail: str, now: datetime) -> datetime:
    """Let a domain rest, longer after each refusal, and return when its rest ends. A current rest stays as it is."""
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
    """Retry now the mail that waits or was given up for this cause, at this provider; return how many mails that is.

    Resting providers are tried as well. Each mail is checked for relevance again before it leaves.
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
