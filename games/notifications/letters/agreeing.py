"""Facts for letters that ask for consent and for the reply word "undo": what they say, and where an answer goes."""

from typing import Any, TypeAlias

from django.conf import settings

from games.notifications.relevance import NoLongerTrue, Recipient
from games.selectors.consent.consents import what_is_asked
from games.selectors.play.names import names_of
from games.selectors.play.takebacks import can_take_back
from games.services.people.reply_addresses import make_reply_address, undo_key
from games.words.instants import instant

Facts: TypeAlias = dict[str, Any]


def facts_of_consent(recipient: Recipient) -> Facts:
    """Return the facts of a letter about a proposal; raises NoLongerTrue if its reader is no longer asked."""
    if recipient.book is None or recipient.person is None:
        raise NoLongerTrue("there is no such match")
    if not recipient.mail.decision:
        return {"asked": None}
    asked = what_is_asked(recipient.book, recipient.person)
    if asked is None or not asked.is_asked or recipient.mail.decision != f"consent:{asked.number}":
        raise NoLongerTrue("the reader is not asked that any more")
    address = make_reply_address(
        match_id=recipient.book.match_id,
        seat=asked.seat if recipient.seat is None else recipient.seat,
        player=recipient.person,
        decision=recipient.mail.decision,
    )
    return {
        "asked": asked,
        "asker": names_of(recipient.book)[asked.seat],
        "is_newcomer": recipient.seat is None,
        "expires": instant(asked.expires_at, recipient.person.time_zone),
        "asked_url": f"{settings.SITE_URL}/m/{recipient.book.match_id}/consent/",
        "reply_address": address,
        "words": {"agree": "agree", "refuse": "refuse"},
    }


def facts_of_taking_back(recipient: Recipient) -> Facts:
    """Return the address where the word "undo" takes back the reader's last move; empty if it cannot be taken back."""
    if recipient.book is None or recipient.person is None:
        return {}
    position = can_take_back(recipient.book, recipient.seat)
    if not position or recipient.seat is None:
        return {}
    address = make_reply_address(
        match_id=recipient.book.match_id, seat=recipient.seat, player=recipient.person, decision=undo_key(position)
    )
    return {"undo": position, "reply_address": address}
