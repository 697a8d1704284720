"""Addresses: find the addresses in a header, leniently and in time that grows only with its length.

Each value is read by itself, so a fault in one header does not affect another. Nothing is raised, whatever it holds.
"""

import re

LONGEST_VALUE = 2000

_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"(?!@)')
_COMMENT = re.compile(r"\([^()]*+\)")
_DEEPEST_COMMENT = 20
_NAMED = re.compile(r"[^<>,;]*+<([^<>]*+)>|([^<>,;]++)")
_BARE = re.compile(r"[^\s\"'()\[\]:,;<>@]++@[^\s\"'()\[\]:,;<>@]++")


def addresses_in(value: str) -> list[str]:
    """Return the addresses in a header's value, in order; a display name that looks like one does not count."""
    text = _without_comments(_QUOTED.sub(" ", value[:LONGEST_VALUE]))
    found = (_address(named, bare) for named, bare in _NAMED.findall(text))
    return [each for each in found if each]


def first_address(value: str) -> str:
    """Return the first address of a value, or ""."""
    return next(iter(addresses_in(value)), "")


def _without_comments(text: str) -> str:
    for _ in range(_DEEPEST_COMMENT):
        shorter = _COMMENT.sub(" ", text)
        if shorter == text:
            break
        text = shorter
    return text


def _address(named: str, bare: str) -> str:
    """Return the address in brackets, without `mailto:` or a route before it, else the bare address, or ""."""
    if named:
        return "".join(named.rpartition(":")[2].split())
    found = _BARE.search(bare)
    return found[0] if found else ""
