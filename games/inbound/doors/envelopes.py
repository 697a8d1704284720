"""Envelopes: whom a mail came to, and from whom, where the door hands over no envelope and only its traces are left."""

from dataclasses import dataclass

from games.inbound.doors.storing import bare_address, is_own_address
from games.inbound.mime.headers import Headers, read_headers
from games.inbound.own_marks import sender_addresses

MOST_RECIPIENTS = 50
_TRACES = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to")


@dataclass(frozen=True, slots=True)
class Envelope:
    """Whom a mail came to and from whom; `fault` says why that could not be found out."""

    sender: str
    recipients: list[str]
    fault: str = ""


def envelope_of(raw: bytes) -> Envelope:
    """Return the envelope of a raw mail, whatever it holds: a mail that cannot be read raises nothing here."""
    try:
        headers = read_headers(raw)
        return Envelope(sender_of(headers), recipients_of(headers))
    except Exception as error:  # noqa: BLE001 - a stranger wrote what is read here
        return Envelope("", [""], f"its headers cannot be read ({type(error).__name__})")


def recipients_of(headers: Headers) -> list[str]:
    """Return whom a mail came to: every address of ours that it names, else where our letters come from, else
    the first that it names at all.

    What its server noted of the envelope goes before To and Cc.
    """
    addresses = headers.addresses(*_TRACES, "to", "cc")
    ours = dict.fromkeys(address for address in addresses if is_own_address(address))
    ours = ours or dict.fromkeys(address for address in addresses if bare_address(address) in sender_addresses())
    return list(ours)[:MOST_RECIPIENTS] or addresses[:1] or [""]


def sender_of(headers: Headers) -> str:
    """Return the envelope's sender from Return-Path, "" for a machine's `<>`; where there is none, who it is from."""
    return headers.address("return-path" if headers.has("return-path") else "from")
