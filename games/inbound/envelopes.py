"""Envelopes: whom a mail came to, and from whom, where the door hands over no envelope and only its traces are left."""

from email.utils import getaddresses, parseaddr

from games.inbound.headers import Headers
from games.inbound.storing import is_own_address

_TRACES = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to")


def recipients_of(headers: Headers) -> list[str]:
    """Return whom a mail came to: every address of ours that it names, else the first that it names at all.

    What its server noted of the envelope goes before To and Cc.
    """
    traces = [value for name in _TRACES for value in headers.values.get(name, ())]
    named = [value for name in ("to", "cc") for value in headers.values.get(name, ())]
    addresses = [address for _, address in getaddresses([*traces, *named]) if address]
    ours = [address for address in addresses if is_own_address(address)]
    return list(dict.fromkeys(ours)) or addresses[:1] or [""]


def sender_of(headers: Headers) -> str:
    """Return the envelope's sender from Return-Path, "" for a machine's `<>`; where there is none, who it is from."""
    if headers.has("return-path"):
        return parseaddr(headers.first("return-path"))[1]
    return parseaddr(headers.first("from"))[1]
