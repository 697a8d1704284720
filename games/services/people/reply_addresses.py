"""Reply addresses: each lets one player answer one Decision by mail. The token gives that right, not `From`."""

import re

from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.models import ReplyAddress
from games.sql import insert_into
from games.tokens import TOKEN_LENGTH, digest_of_token, token_for
from pirates.seats import Seat

UNDO = "undo:"
_LATER = "later:"
_KEEP = (  # raw SQL, because every question in every letter runs this
    f"{insert_into(ReplyAddress, 'digest', 'match', 'seat', 'player', 'decision', 'created_at')}"
    " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (digest) DO NOTHING"
)
_LOCAL_PART = re.compile(rf"^r[-+=]([a-z2-7]{{{TOKEN_LENGTH}}})$")


def make_reply_address(*, match_id: str, seat: Seat, player: User, decision: str) -> str:
    """Return the address at which `player` may answer `decision`; it is the same on every call."""
    token = token_for("reply", match_id, seat, player.ref, decision)
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [digest_of_token(token), match_id, seat, player.pk, decision, now])
    return f"r-{token}@{settings.MAIL_DOMAIN}"


def later_key(position: int) -> str:
    """Return the key that stands for the seat's next question in a letter that offers to queue a Move for it.

    `position` is the one at which the seat's last question was closed.
    """
    return f"{_LATER}{position}"


def undo_key(position: int) -> str:
    """Return the key that stands for the Move at `position` in a letter that offers to take it back."""
    return f"{UNDO}{position}"


def acted_before(decision: str) -> int | None:
    """Return the position in a key of `later_key` or `undo_key`; None for any other key.

    The letter's offer is open until the seat answers a question after that position.
    """
    for kind in (UNDO, _LATER):
        number = decision.removeprefix(kind)
        if decision.startswith(kind) and number.isdecimal():
            return int(number)
    return None


def digest_of_address(address: str) -> str:
    """Return the token digest of a received reply address (any case, `+` allowed for `-`); "" if it is none."""
    local_part, _, domain = address.strip().strip("<>").lower().replace("%2b", "+").rpartition("@")
    found = _LOCAL_PART.match(local_part)
    return digest_of_token(found[1]) if found and domain == settings.MAIL_DOMAIN.lower() else ""


def find_reply_address(address: str) -> ReplyAddress | None:
    """Return the reply address that this address belongs to, or None."""
    digest = digest_of_address(address)
    return ReplyAddress.objects.select_related("player", "match").filter(digest=digest).first() if digest else None
