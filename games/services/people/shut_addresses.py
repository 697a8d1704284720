"""Shut addresses: mail addresses that accept no invitations, with or without an account."""

import hashlib

from django.utils import timezone

from accounts.mail_preferences import Timing, timing_of
from accounts.models import User
from games.models import OutboxMail, ShutAddress


def takes_invitations(address: str) -> bool:
    """Whether this address accepts invitations: its account allows them or, without an account, it was never shut."""
    person = User.objects.filter(email=User.objects.normalize_email(address)).first()
    if person is not None:
        return timing_of(person, OutboxMail.Kind.INVITATION) != Timing.NEVER
    return not ShutAddress.objects.filter(digest=_digest_of(address)).exists()


def shut_address(address: str) -> None:
    """Stop all further invitations to this address; shutting it twice changes nothing."""
    ShutAddress.objects.get_or_create(digest=_digest_of(address), defaults={"shut_at": timezone.now()})


def _digest_of(address: str) -> str:
    return hashlib.sha256(User.objects.normalize_email(address).encode()).hexdigest()
