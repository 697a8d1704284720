"""Mailboxes: one Maildir for each address, under a name that cannot lead out of the post office's folder."""

import hashlib
import mailbox
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from django.conf import settings

from games.inbound.mime.headers import Headers, read_headers

LONGEST_NAME = 200
MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail in a mailbox, which `key` identifies there."""

    key: str
    headers: Headers
    raw: bytes

    @property
    def subject(self) -> str:
        """The Subject header, or ""."""
        return self.headers.first("subject")

    @property
    def sender(self) -> str:
        """The From header, or ""; the sender may have forged it."""
        return self.headers.first("from")

    @property
    def date(self) -> str:
        """The Date header, or ""; it may be wrong."""
        return self.headers.first("date")


def deliver(address: str, raw: bytes) -> None:
    """Put a mail into the mailbox of an address, creating the mailbox if there is none. Raises OSError."""
    _maildir(_folder(address), create=True).add(raw)


def addresses() -> list[str]:
    """Return the addresses that have a mailbox."""
    office = Path(settings.POST_OFFICE_DIR)
    folders = office.iterdir() if office.is_dir() else ()
    return sorted(unquote(each.name) for each in folders if (each / "new").is_dir())


def slug_of(address: str) -> str:
    """Return the name of a mailbox for use in links, where an address could be mistaken for a path."""
    return hashlib.sha256(address.encode()).hexdigest()[:16]


def find_address(slug: str) -> str | None:
    """Return the address of the mailbox that a link names, or None."""
    return next((each for each in addresses() if slug_of(each) == slug), None)


def mails_of(address: str) -> list[Mail]:
    """Return the newest mails in the mailbox of an address, newest first."""
    folder = _folder(address)
    if not (folder / "new").is_dir():
        return []
    files = sorted(_files(folder), key=lambda file: (file.stat().st_mtime, file.name), reverse=True)
    return [_mail(file) for file in files[:MOST_LISTED]]


def count_mails(address: str) -> int:
    """Return how many mails are in the mailbox of an address."""
    return sum(1 for _ in _files(_folder(address)))


def find_mail(address: str, key: str) -> Mail | None:
    """Return the mail with this `key` in the mailbox of an address, or None."""
    found = (file for file in _files(_folder(address)) if _key(file) == key)
    return next((_mail(file) for file in found), None)


def _files(folder: Path) -> Iterator[Path]:
    for place in ("new", "cur"):
        if (folder / place).is_dir():
            yield from (each for each in (folder / place).iterdir() if each.is_file())


def _key(file: Path) -> str:
    return file.name.partition(":")[0]


def _mail(file: Path) -> Mail:
    raw = file.read_bytes()
    return Mail(_key(file), read_headers(raw), raw)


def _maildir(folder: Path, *, create: bool) -> mailbox.Maildir:
    folder.parent.mkdir(parents=True, exist_ok=True)
    return mailbox.Maildir(folder, create=create)


def _folder(address: str) -> Path:
    """Return the folder for the mail of an address; its name has no slash and does not begin with a dot."""
    name = quote(address.lower(), safe="@+").replace("~", "%7E")
    if name.startswith("."):
        name = "%2E" + name[1:]
    if len(name) > LONGEST_NAME:
        name = f"long-{hashlib.sha256(name.encode()).hexdigest()}"
    return Path(settings.POST_OFFICE_DIR) / name
