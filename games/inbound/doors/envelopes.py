"""Envelopes: the sender and recipients of a mail, read from its headers where the door hands over no envelope."""

from dataclasses import dataclass

from games.inbound.doors.storing import bare_address, is_own_address
from games.inbound.mime.headers import Headers, read_headers
from games.inbound.own_marks import sender_addresses

MOST_RECIPIENTS = 50
_TRACES = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to")


@dataclass(frozen=True, slots=True)
class Envelope:
    """The sender and recipients of a mail; `fault` says why they could not be found."""

    sender: str
    recipients: list[str]
    fault: str = ""


def envelope_of(raw: bytes) -> Envelope:
    """Return the envelope of a raw mail; a mail that cannot be read raises nothing."""
    try:
        headers = read_headers(raw)
        return Envelope(sender_of(headers), recipients_of(headers))
    except Exception as error:  # noqa: BLE001 - a stranger wrote what is read here
        return Envelope("", [""], f"its headers cannot be read ({type(error).__name__})")


def recipients_of(headers: Headers) -> list[str]:
    """Return the recipients of a mail: every inbox address of ours that it names, else the sender addresses of our
    letters that it names, else the first address in it.

    Headers in which its server noted the envelope come before To and Cc.
    """
    addresses = headers.addresses(*_TRACES, "to", "cc")
    ours = dict.fromkeys(address for address in addresses if is_own_address(address))
    ours = ours or dict.fromkeys(address for address in addresses if bare_address(address) in sender_addresses())
    return list(ours)[:MOST_RECIPIENTS] or addresses[:1] or [""]


def sender_of(headers: Headers) -> str:
    """Return the envelope's sender from Return-Path, "" for a machine's `<>`; without that header, use From."""
    return headers.address("return-path" if headers.has("return-path") else "from")
