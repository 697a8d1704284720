"""Guests: accounts of people who want to look first. A guest has a made-up name and an address that takes no mail.

What makes a guest is the domain of the address, reserved so that nothing can ever be delivered to it (RFC 2606). The
account becomes an ordinary one when a real address is proved in its place.
"""

import secrets

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.languages import language_spoken
from accounts.models import User

GUEST_DOMAIN = "guests.invalid"
_FIRST_NUMBER, _NUMBERS = 1000, 9000
_TRIES = 12


def is_guest_address(address: str) -> bool:
    """Whether this is a guest's address, which accepts no mail."""
    return address.endswith(f"@{GUEST_DOMAIN}")


def is_guest(person: User) -> bool:
    """Whether this account belongs to a guest."""
    return is_guest_address(person.email)


def make_guest() -> User:
    """Return a new guest account; if short numbers are taken, it gets a longer one."""
    for attempt in range(_TRIES):
        number = (_FIRST_NUMBER + secrets.randbelow(_NUMBERS)) * 10 ** (attempt // 2) + attempt
        try:
            with transaction.atomic():
                return _make(_("Guest {number}").format(number=number))
        except IntegrityError:
            continue
    return _make(_("Guest {number}").format(number=secrets.randbelow(10**18)))


def _make(name: str) -> User:
    guest = User.objects.create_user(f"guest-{secrets.token_hex(8)}@{GUEST_DOMAIN}", name, language=language_spoken())
    EmailAddress.objects.create(user=guest, email=guest.email, verified=True, primary=True)
    return guest
