"""Askers: the person or network that a request counts for. Only this module decides that."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

_NETWORK = 64
"""The bits of an IPv6 address that name a network; one visitor can choose all the others."""


def address_of(request: HttpRequest) -> str:
    """Return the asker's network address as our outermost proxy saw it; for IPv6, its network.

    Each of the TRUSTED_PROXY_COUNT proxies adds one address to X-Forwarded-For. What stands before those anybody may
    have written. "" where the server itself names none, as behind a socket.
    """
    named = [each.strip() for each in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if each.strip()]
    trusted = min(settings.TRUSTED_PROXY_COUNT, len(named))
    seen = _parse(named[-trusted]) if trusted else None
    return _as_network(seen or _parse(request.META.get("REMOTE_ADDR", "")))


def asker_of(request: HttpRequest) -> str:
    """Return the name by which an asker is counted: the account, or the network address if nobody is signed in."""
    person = getattr(request, "user", None)
    return f"user/{person.pk}" if person is not None and person.pk else f"address/{address_of(request)}"


def _parse(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address that may have a port or brackets; None if it is not an address."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ipaddress.ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _as_network(address: ipaddress.IPv4Address | ipaddress.IPv6Address | None) -> str:
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _NETWORK), strict=False))
    return str(address or "")
