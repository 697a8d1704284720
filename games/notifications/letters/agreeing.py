"""Letters that ask for consent, and the word that takes a move back: what they say, and where an answer goes."""

from typing import Any, TypeAlias

from django.conf import settings

from games.notifications.relevance import Case, NoLongerTrue
from games.selectors.consent.consents import what_is_asked
from games.selectors.play.names import names_of
from games.selectors.play.takebacks import can_take_back
from games.services.people.reply_addresses import make_reply_address, undo_key
from games.words.instants import instant

Facts: TypeAlias = dict[str, Any]


def facts_of_consent(case: Case) -> Facts:
    """Return what a letter about a proposal says; raises NoLongerTrue once its reader is not asked any more."""
    if case.book is None or case.person is None:
        raise NoLongerTrue("there is no such match")
    if not case.mail.decision:
        return {"asked": None}
    asked = what_is_asked(case.book, case.person)
    if asked is None or not asked.is_asked or case.mail.decision != f"consent:{asked.number}":
        raise NoLongerTrue("the reader is not asked that any more")
    address = make_reply_address(
        match_id=case.book.match_id,
        seat=asked.seat if case.seat is None else case.seat,
        player=case.person,
        decision=case.mail.decision,
    )
    return {
        "asked": asked,
        "asker": names_of(case.book)[asked.seat],
        "is_newcomer": case.seat is None,
        "expires": instant(asked.expires_at, case.person.time_zone),
        "asked_url": f"{settings.SITE_URL}/m/{case.book.match_id}/consent/",
        "reply_address": address,
        "words": {"agree": "agree", "refuse": "refuse"},
    }


def facts_of_taking_back(case: Case) -> Facts:
    """Return where the word "undo" takes the reader's last move back; nothing where it cannot be."""
    if case.book is None or case.person is None:
        return {}
    position = can_take_back(case.book, case.seat)
    if not position or case.seat is None:
        return {}
    address = make_reply_address(
        match_id=case.book.match_id, seat=case.seat, player=case.person, decision=undo_key(position)
    )
    return {"undo": position, "reply_address": address}
