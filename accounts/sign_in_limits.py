"""Limits of signing in: the mails sent to an address, and the passwords tried for it.

Each limit is for one network (`accounts/askers.py`) or one known browser first, and for everybody together only far
above: so a flood from one place stops there, and no visitor shuts an address, or the site, to others.
"""

from collections.abc import Mapping

from django.http import HttpRequest

from accounts.addresses import mark_of
from accounts.askers import address_of
from accounts.known_browsers import is_known
from accounts.rates import DAY, HOUR, MINUTE, is_within

Limits = Mapping[int, int]

MAILS_FROM_KNOWN: Limits = {MINUTE: 3, HOUR: 12, DAY: 60}
MAILS_FROM_ONE: Limits = {MINUTE: 3, HOUR: 8, DAY: 30}
MAILS_FROM_ALL: Limits = {HOUR: 20, DAY: 60}
NOTICES: Limits = {HOUR: 30}
GUESSES_FROM_ALL: Limits = {HOUR: 50, DAY: 200}


def may_mail(request: HttpRequest, address: str) -> bool:
    """Count a mail that an asker wants sent to an address, with an account or not; return whether it may go."""
    mark = mark_of(address)
    if is_known(request, address):
        return is_within(f"mail/{mark}/known", MAILS_FROM_KNOWN)
    here = is_within(f"mail/{mark}/{address_of(request)}", MAILS_FROM_ONE)
    return here and is_within(f"mail/{mark}", MAILS_FROM_ALL)


def may_tell(address: str) -> bool:
    """Count a letter to an owner about a change of their account; return whether it may go."""
    return is_within(f"notice/{mark_of(address)}", NOTICES)


def guessing_place(request: HttpRequest, login: str) -> str:
    """Return the source of a password tried for this address: a known browser or a network."""
    return f"{mark_of(login)}/{'known' if is_known(request, login) else address_of(request)}"


def may_guess(request: HttpRequest, login: str) -> bool:
    """Count a tried password; return whether it may be checked: in a known browser always, else within the limit."""
    return is_known(request, login) or is_within(f"guess/{mark_of(login)}", GUESSES_FROM_ALL)
