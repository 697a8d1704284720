"""Unread mail: notify a player, once for each question, that a mail was put aside, so that they do not wait in vain."""

from datetime import datetime

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from accounts.languages import speaking_to
from games.inbound.doors.storing import TOO_LARGE
from games.logbook import store
from games.models import InboundMail, ReplyAddress
from games.outbox import letters as outbox
from games.selectors.tables.own_seats import find_seat

NO_SENDER = "has no sender (From)"
GIVEN_UP = "given up"
_CODE = "unread"


def tell_unread(mail: InboundMail, right: ReplyAddress, why: str, now: datetime) -> bool:
    """Notify the owner of a reply address that a mail there was put aside, and what to do; the first time only.

    The match page says so as well for as long as the question is open. Return whether a letter was written.
    """
    once = f"unread/{right.digest}"
    book = store.open_book(right.match_id)
    if outbox.was_written(once) or find_seat(book, right.player) != right.seat:
        return False
    with speaking_to(right.player):
        sentences = [*_reasons(why), *_what_to_do(right.match_id)]
    letter = outbox.Letter(
        kind=outbox.Kind.RECEIPT,
        match_id=right.match_id,
        once=once,
        seat=right.seat,
        recipient_id=right.player_id,
        decision=right.decision,
        subject_id=str(mail.pk),
    )
    told = {"ok": False, "sentences": sentences, "code": _CODE, "decision": right.decision}
    InboundMail.objects.filter(pk=mail.pk).update(answer=msgspec.json.encode(told).decode())
    outbox.tell([letter], now)
    return True


def _reasons(why: str) -> list[str]:
    if why == TOO_LARGE:
        return [_("Your mail is too large to be read. Leave pictures and attachments out.")]
    if why == NO_SENDER:
        return [_("Your mail does not say who sent it, so it was not read.")]
    if why.startswith(GIVEN_UP):
        return [_("Your mail could not be read. That is our fault, and we look into it.")]
    return [_("Your mail could not be read as an answer of yours: it looks as if a machine had written it.")]


def _what_to_do(match_id: str) -> list[str]:
    return [
        _("Nothing was played. Send the move again, alone in a short mail of plain text, or play on the page:"),
        f"{settings.SITE_URL}/m/{match_id}/",
    ]
