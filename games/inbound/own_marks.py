"""Own marks: the addresses and the name that identify a letter of ours in the text of a mail.

They work in any language: whatever words a mail program puts before an old letter, it names that letter's sender.
"""

import re
from email.utils import parseaddr
from functools import lru_cache

from django.conf import settings

_FIELD = re.compile(r"^[^\w:\uff1a]*+[^\W\d_][^:\uff1a]{0,39}[:\uff1a][*\s]*(.*)$")
_ORNAMENT = " \t*_\"'\u201c\u201d<>;,"


def sender_addresses() -> frozenset[str]:
    """Return the addresses that our letters are sent from."""
    return frozenset(address for _, address in _senders())


def holds_own_address(line: str) -> bool:
    """Whether a line holds an address of our letters: a sender, a reply address or a return path."""
    return bool(_addresses(settings.MAIL_DOMAIN, sender_addresses()).search(line))


def is_field(line: str) -> bool:
    """Whether a line has the form `word: value`, as mail programs put before an old mail in any language."""
    return _FIELD.match(line) is not None


def names_us_alone(line: str) -> bool:
    """Whether a line such as `word: value` has our name, and nothing else, as its value."""
    found = _FIELD.match(line)
    said = found[1].strip(_ORNAMENT).lower() if found else ""
    return bool(said) and said in {name for name, _ in _senders()}


def _senders() -> list[tuple[str, str]]:
    named = (parseaddr(each) for each in (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL))
    return [(name.lower(), address.lower()) for name, address in named]


@lru_cache(maxsize=8)
def _addresses(domain: str, senders: frozenset[str]) -> re.Pattern[str]:
    sealed = rf"(?:r[-+=][a-z2-7]{{26}}|b[-+=][oa][a-z0-9]{{1,26}}[-+=][a-z2-7]{{16}})@{re.escape(domain.lower())}"
    known = "|".join([*(re.escape(each) for each in sorted(senders) if each), sealed])
    return re.compile(rf"(?<![\w.+-])(?:{known})(?![\w-])", re.IGNORECASE)
