"""Fresh sign-ins: sign-in, address, keys and the account's end are changed by a person who proved to be there just now.

A session is good for weeks, so it may be somebody else's by then. A guest has nothing to prove anything with.
"""

import time

from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest

from accounts.guests import is_guest
from accounts.models import User

_APP = [Authenticator.Type.TOTP]
_BY_SECOND_FACTOR = "mfa"


def has_second_factor(person: User) -> bool:
    """Whether this account has a second factor."""
    return bool(is_mfa_enabled(person, _APP))


def is_fresh(request: HttpRequest) -> bool:
    """Whether the asker has signed in or reauthenticated within the last minutes.

    Where the account has a second factor only that counts: what falls to the password alone protects nothing from it.
    """
    person = request.user
    if not isinstance(person, User):
        return False
    if is_guest(person):
        return True
    since = time.time() - settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    lately = {each.get("method") for each in get_authentication_records(request, person) if each["at"] > since}
    return bool(lately) and (_BY_SECOND_FACTOR in lately or not has_second_factor(person))


def require_fresh(request: HttpRequest) -> None:
    """Redirect the asker to reauthentication, and from there back to what they asked for.

    Raises ReauthenticationRequired, which allauth's middleware answers.
    """
    if not is_fresh(request):
        raise ReauthenticationRequired
