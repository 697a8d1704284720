"""Addresses from which mail bounces, and the meaning of each kind of bounce, for every way of sending.

=============  ==========================================  ==========================================================
what happens   as in                                       what follows
=============  ==========================================  ==========================================================
hard bounce    no such mailbox or domain, or one that is   the address is stopped at once
               shut for good
suppressed     the mail provider has it on its own list    the address is stopped at once, for that cause
soft bounce    mailbox full, given up after days           nothing at first; the fifth within seven days, with nothing
                                                           known to have arrived in between, stops the address
refusal of us  our server's address, domain, rate, or a    nothing: the provider has rest, its letters wait
               policy
refused        a letter refused for what it is             nothing: the letter is given up
letter
complaint      the reader's provider reports the letter    the address is stopped at once
               as unwanted
delivered      the provider says that it arrived           soft bounces are counted anew
unsubscribed   the reader ends a kind of mail              that kind is never sent; nothing happens to the address
=============  ==========================================  ==========================================================

What an answer is about is read in `accounts/refusals.py`.

A stopped address gets no letter of a match, no invitation, no daily mail and no account mail that it did not ask for
itself. Codes to sign in, to confirm an address or to set a password are sent all the same: they are asked for at that
moment, and the only way to prove that an address works again. Only that one address is touched; the clocks of its
owner run on by the rules, and the owner sees a notice on the site and may have a letter sent to try it.
"""

import base64
import hashlib
import re
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import TroubledAddress, User
from accounts.refusals import is_hard as is_hard

Cause = TroubledAddress.Cause

SOFT_BOUNCES = 5
SOFT_SPAN = timedelta(days=7)
LONGEST_DETAIL = 200

_ADDRESS = re.compile(r"\S+@\S+")


def mark_of(address: str) -> str:
    """Return a 128-bit digest that identifies an address without revealing it."""
    digest = hashlib.sha256(b"letters of marque address\x1f" + User.objects.normalize_email(address).encode())
    return base64.b32encode(digest.digest()[:16]).decode().rstrip("=").lower()


def clean_detail(words: str) -> str:
    """Return a mail server's answer on one line, without any addresses in it."""
    return " ".join(_ADDRESS.sub("…", words).split())[:LONGEST_DETAIL]


def stop_of(address: str) -> TroubledAddress | None:
    """Return why an address is stopped, or None if mail may be sent to it."""
    return TroubledAddress.objects.filter(mark=mark_of(address), stopped_at__isnull=False).first()


def stop(mark: str, cause: TroubledAddress.Cause, detail: str, now: datetime | None = None) -> None:
    """Stop the address with this mark. If it is stopped already, a complaint replaces any other reason."""
    with transaction.atomic():
        row = _locked(mark)
        row.stopped_at = row.stopped_at or now or timezone.now()
        row.cause = Cause.COMPLAINED if Cause.COMPLAINED in (row.cause, cause) else cause
        row.detail = detail[:LONGEST_DETAIL]
        row.save()


def note_soft_bounce(mark: str, detail: str, now: datetime | None = None) -> None:
    """Count a soft bounce of the address with this mark; too many stop it."""
    moment = now or timezone.now()
    with transaction.atomic():
        row = _locked(mark)
        if row.soft_since is None or moment - row.soft_since > SOFT_SPAN:
            row.soft_since, row.soft_bounces = moment, 0
        row.soft_bounces += 1
        row.detail = detail[:LONGEST_DETAIL]
        if row.soft_bounces >= SOFT_BOUNCES and row.stopped_at is None:
            row.stopped_at, row.cause = moment, Cause.BOUNCED
        row.save()


def note_arrival(mark: str) -> None:
    """Forget the soft bounces of the address with this mark, because a letter has arrived there."""
    TroubledAddress.objects.filter(mark=mark, soft_bounces__gt=0).update(soft_bounces=0, soft_since=None)


def lift_stop(address: str) -> bool:
    """Clear an address that its owner has proved to work; return whether it was stopped."""
    gone = TroubledAddress.objects.filter(mark=mark_of(address)).delete()[0]
    return bool(gone)


def _locked(mark: str) -> TroubledAddress:
    TroubledAddress.objects.get_or_create(mark=mark)
    return TroubledAddress.objects.select_for_update().get(mark=mark)
