"""Letters about queued moves: they report that a move was played, or why it was not."""

from typing import Any, TypeAlias

from games.notifications.letters.wording import defused
from games.notifications.look_ups import find_dropped
from games.notifications.relevance import NoLongerTrue, Recipient
from games.selectors.play.logs import narrated_log
from games.selectors.play.queued import can_queue
from games.services.people.reply_addresses import later_key, make_reply_address

Facts: TypeAlias = dict[str, Any]

MOST_SENTENCES = 60


def facts_of_queued(recipient: Recipient) -> Facts:
    """Return what happened up to and including the queued move, or why it was dropped; raises NoLongerTrue."""
    if recipient.book is None or recipient.seat is None:
        raise NoLongerTrue("there is no such match")
    if not recipient.mail.subject_id:
        facts = facts_of_dropped(recipient)
        if not facts:
            raise NoLongerTrue("another move is queued already")
        return {**facts_of_later(recipient), **facts, "told": []}
    lines = narrated_log(
        recipient.book, recipient.seat, after=int(recipient.mail.subject_id), upto=recipient.mail.position
    )
    return {
        **facts_of_later(recipient),
        "told": [sentence for line in lines for sentence in line.sentences][-MOST_SENTENCES:],
    }


def facts_of_later(recipient: Recipient) -> Facts:
    """Return the address where the word "later" queues the reader's next move; empty if none can be queued now."""
    if (
        recipient.book is None
        or recipient.seat is None
        or recipient.person is None
        or not can_queue(recipient.book, recipient.seat)
    ):
        return {}
    key = later_key(recipient.book.seat_positions.answered.get(recipient.seat, 0))
    address = make_reply_address(
        match_id=recipient.book.match_id, seat=recipient.seat, player=recipient.person, decision=key
    )
    return {"later": True, "reply_address": address}


def facts_of_dropped(recipient: Recipient) -> Facts:
    """Return the queued move that did not answer this letter's question, and why; empty if there was none."""
    found = None if recipient.person is None else find_dropped(recipient.mail, recipient.person.pk)
    return {} if found is None else {"dropped": {"move": defused(found[0]), "why": found[1]}}
