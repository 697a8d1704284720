"""Salts: each seat's contribution to the dice. The player's browser or program draws it, so the server cannot.

If a seat gets no salt from its player, it is derived from the secret, which was sealed before anybody sat down. So the
server draws nothing that it could still choose.
"""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.selectors.tables.own_seats import find_seat
from games.services.play.submitting import Act, Submission, submission_key, submit
from games.table.commands.core import GiveSalt
from games.table.events.core import SaltSource
from pirates.errors import MalformedMove
from pirates.fingerprints import seat_salt
from pirates.seats import Seat

_DIGITS = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Salt:
    """A salt of 32 hexadecimal digits, and its source."""

    digits: str
    source: SaltSource


def salt_from_browser(digits: str) -> Salt | None:
    """Return the salt that a page's script filled in; None if the field is empty or not a salt."""
    return Salt(digits, "browser") if _DIGITS.fullmatch(digits) else None


def salt_from_client(digits: str | None) -> Salt | None:
    """Return the salt that a program sent, if any; raises MalformedMove (`salt_malformed`)."""
    if digits is None:
        return None
    if not _DIGITS.fullmatch(digits):
        raise MalformedMove("salt_malformed", _("A salt is 32 hexadecimal digits in lower case, drawn by chance."))
    return Salt(digits, "client")


def salt_of_seat(book: Book, seat: Seat) -> Salt:
    """Return the salt derived from the secret, for a seat whose player gives none."""
    return Salt(seat_salt(bytes.fromhex(book.secret), seat).hex(), "secret")


def give_salt(*, match_id: str, player: User, key: str, salt: Salt | None) -> None:
    """Give a player's own salt to their seat, if the match has not begun. Call this inside a transaction."""
    book = store.lock_book(match_id)
    seat = find_seat(book, player)
    if salt is None or seat is None or book.has_begun or book.is_over:
        return
    act = Act(f"seat:{seat}", GiveSalt(seat, salt.digits, salt.source))
    full_key = submission_key("salt", player.ref, key)
    submit(Submission(match_id=match_id, channel="table", key=full_key, prepare=lambda _book: act))
