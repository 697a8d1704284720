"""Letters about queued moves: that one was played, or why it was not."""

from typing import Any, TypeAlias

from games.notifications.letters.wording import defused
from games.notifications.look_ups import find_dropped
from games.notifications.relevance import Case, NoLongerTrue
from games.selectors.play.logs import narrated_log
from games.selectors.play.queued import can_queue
from games.services.people.reply_addresses import later_key, make_reply_address

Facts: TypeAlias = dict[str, Any]

MOST_SENTENCES = 60


def facts_of_queued(case: Case) -> Facts:
    """Return what happened up to the queued move and by it, or why it was dropped; raises NoLongerTrue."""
    if case.book is None or case.seat is None:
        raise NoLongerTrue("there is no such match")
    if not case.mail.subject_id:
        facts = facts_of_dropped(case)
        if not facts:
            raise NoLongerTrue("another move is queued already")
        return {**facts_of_later(case), **facts, "told": []}
    lines = narrated_log(case.book, case.seat, after=int(case.mail.subject_id), upto=case.mail.position)
    return {
        **facts_of_later(case),
        "told": [sentence for line in lines for sentence in line.sentences][-MOST_SENTENCES:],
    }


def facts_of_later(case: Case) -> Facts:
    """Return where the word "later" says what to play when asked next; nothing where it cannot be said now."""
    if case.book is None or case.seat is None or case.person is None or not can_queue(case.book, case.seat):
        return {}
    key = later_key(case.book.seat_positions.answered.get(case.seat, 0))
    address = make_reply_address(match_id=case.book.match_id, seat=case.seat, player=case.person, decision=key)
    return {"later": True, "reply_address": address}


def facts_of_dropped(case: Case) -> Facts:
    """Return the queued move that did not answer what this letter asks, and why; nothing if there was none."""
    found = None if case.person is None else find_dropped(case.mail, case.person.pk)
    return {} if found is None else {"dropped": {"move": defused(found[0]), "why": found[1]}}
