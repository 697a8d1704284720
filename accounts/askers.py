"""Who asks: the one place that says which person, or which network, a request counts for."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

_NETWORK = 64
"""How many bits of an IPv6 address name a network; all the others are one visitor's to choose."""


def address_of(request: HttpRequest) -> str:
    """Return the network address of who asks, as the outermost proxy of ours saw it; of IPv6 the network.

    Each of the TRUSTED_PROXY_COUNT proxies adds one address to X-Forwarded-For. What stands before those anybody may
    have written. "" where the server itself names none, as behind a socket.
    """
    named = [each.strip() for each in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if each.strip()]
    trusted = min(settings.TRUSTED_PROXY_COUNT, len(named))
    seen = _parse(named[-trusted]) if trusted else None
    return _as_network(seen or _parse(request.META.get("REMOTE_ADDR", "")))


def asker_of(request: HttpRequest) -> str:
    """Return a name for who asks, for counting: the account, or the network address where nobody is signed in."""
    person = getattr(request, "user", None)
    return f"user/{person.pk}" if person is not None and person.pk else f"address/{address_of(request)}"


def _parse(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read an address, maybe with a port or in brackets."""
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
