"""Disputes by mail: a reply that begins with "dispute" asks a referee to review the entry its letter was about."""

import re

from games.inbound.replies.reply_words import position_to_undo
from games.models import OutboxMail, ReplyAddress

_DISPUTES = re.compile(r"\W*dispute\b[\s:,.!*_-]*(.*)", re.IGNORECASE | re.DOTALL)


def read_claim(lines: list[str]) -> str | None:
    """Return what a reply says is wrong ("" if it does not say), or None if it disputes nothing."""
    found = _DISPUTES.match("\n".join(lines).strip())
    return found[1].strip() if found else None


def position_disputed(right: ReplyAddress) -> int:
    """Return the position of the log entry that the answered letter is about, or 0 if no letter is known."""
    about = OutboxMail.objects.filter(match_id=right.match_id, seat=right.seat, decision=right.decision)
    newest = about.order_by("-position").values_list("position", flat=True).first()
    return position_to_undo(right.decision) or newest or 0
