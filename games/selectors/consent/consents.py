"""The proposal to which a table is asked to agree, as one reader may see it."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.book.book import Book, is_act
from games.logbook import store
from games.selectors.play.logs import narrate_entries
from games.selectors.play.names import roll_of
from games.table.events.event import TableEvent
from games.table.narration.consent import proposed_in_words
from games.table.proposals import ProposeRewind
from games.table.rules.consent import seats_to_agree
from pirates.seats import Seat

MOST_LEARNED = 60


@dataclass(frozen=True, slots=True)
class ConsentQuestion:
    """A proposal as its reader sees it.

    `awaited` are the seats that have not answered yet. `newcomer` is the name of the person who would take the asker's
    seat, or "". `learned` holds, as far as the reader may know it, the things shown to the seats since the moment to
    which the asker wants to rewind; a rewind makes nobody forget them.
    """

    number: int
    seat: Seat
    proposed: str
    to: int
    newcomer: str
    expires_at: datetime
    agreed: tuple[Seat, ...]
    awaited: tuple[Seat, ...]
    is_asked: bool
    is_own: bool
    learned: tuple[str, ...]


def what_is_asked(book: Book, reader: User | None) -> ConsentQuestion | None:
    """Return the open proposal as `reader` (None: signed out) may see it, or None."""
    proposal = book.table.proposal
    if proposal is None:
        return None
    ref = "" if reader is None else reader.ref.hex
    seat, awaited = book.table.seat_of(ref), seats_to_agree(book.table, proposal)
    to = proposal.proposed.to if isinstance(proposal.proposed, ProposeRewind) else 0
    is_newcomer = bool(ref) and proposal.newcomer == ref and not proposal.is_taken_up
    return ConsentQuestion(
        number=proposal.number,
        seat=proposal.seat,
        proposed=proposed_in_words(proposal.proposed),
        to=to,
        newcomer=_name_of(proposal.newcomer),
        expires_at=proposal.expires_at,
        agreed=proposal.agreed,
        awaited=awaited,
        is_asked=is_newcomer or seat in awaited,
        is_own=seat == proposal.seat,
        learned=learned_since(book, seat, to) if to else (),
    )


def learned_since(book: Book, viewer: Seat | None, to: int) -> tuple[str, ...]:
    """Return the sentences, as `viewer` may know them, on things shown to anybody or drawn by lot after `to`."""
    shown = [
        entry
        for entry in store.read_entries(book, after=to)
        if is_act(entry.events)
        and entry.position not in book.left_behind
        and not book.game.is_quiet([event for event in entry.events if not isinstance(event, TableEvent)])
    ]
    lines = narrate_entries(book, viewer, shown[-MOST_LEARNED:], roll=roll_of(book))
    return tuple(sentence for line in lines for sentence in line.sentences)


def _name_of(ref: str | None) -> str:
    person = User.objects.filter(ref=uuid.UUID(ref)).first() if ref else None
    return person.name if person else ""
