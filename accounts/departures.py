"""Departures: remove a person's data from an account; what is left is "a departed captain"."""

import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import Absence, ApiKey, Block, CalendarFeed, OwnHours, User
from accounts.names import name_key

DEPARTED_DOMAIN = "departed.invalid"
"""A reserved domain, so that nothing can ever be delivered there (RFC 2606)."""

_OWN_ROWS = (ApiKey, CalendarFeed, OwnHours, Absence, EmailAddress, Authenticator)


def empty_account(person: User) -> None:
    """Remove name, address, password, rights, keys, preferences and sign-ins from an account; its reference stays.

    Nobody can sign in to it again, and the name and the address are free for others.
    """
    for rows in _OWN_ROWS:
        rows.objects.filter(user=person).delete()
    Block.objects.filter(owner=person).delete()
    person.groups.clear()
    person.user_permissions.clear()
    fresh = User(email=f"{person.ref.hex}@{DEPARTED_DOMAIN}", name=_free_name(person))
    fresh.set_unusable_password()
    fresh.pk, fresh.ref, fresh.is_active = person.pk, person.ref, False
    fresh.date_joined = person.date_joined
    fresh.save(force_update=True)
    sign_out_everywhere(person)


def _free_name(person: User) -> str:
    """Return a free name for a departed person; such names were not always reserved, so somebody may have one."""
    hints = (person.ref.hex[:12], person.ref.hex[12:24], secrets.token_hex(6))
    names = [f"Departed captain {hint}" for hint in hints]
    taken = set(User.objects.filter(name_key__in=map(name_key, names)).values_list("name_key", flat=True))
    return next((name for name in names if name_key(name) not in taken), names[-1])


def is_departed(person: User) -> bool:
    """Whether this account belongs to a departed person."""
    return person.email.endswith(f"@{DEPARTED_DOMAIN}")


def sign_out_everywhere(person: User) -> None:
    """End the sessions of an account. It reads all sessions, which have no index by person, but only once."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get("_auth_user_id") == str(person.pk):
            session.delete()
