"""Disputes as a player of the match may read them: the progress of each, and the words meant for this player.

Claims, answers and grounds of an appeal are for the referees and their author only, because they may reveal the
author's secrets. A question is for the seat that is asked, or for the whole table.
"""

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import DeskRecord, Dispute, DisputeWord
from games.selectors.tables.own_seats import find_seat
from games.table.events.disputes import RulingMade
from pirates.seats import Seat


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with the log position at which it stands."""

    position: int
    made: RulingMade


@dataclass(frozen=True, slots=True)
class DisputeReading:
    """A dispute with the words its reader may read, its rulings, and the steps that the reader may take."""

    dispute: Dispute
    words: tuple[DisputeWord, ...]
    rulings: tuple[Ruling, ...]
    may_answer: bool
    may_withdraw: bool
    may_appeal: bool


def disputes_of(book: Book, reader: User) -> list[DisputeReading]:
    """Return every dispute of the match as `reader`, who sits there, may read it, newest first."""
    seat = find_seat(book, reader)
    disputes = Dispute.objects.filter(match_id=book.match_id).order_by("-number")
    if not disputes or seat is None:
        return []
    words = _words_for(book, reader, seat)
    rulings = rulings_in(book)
    return [_reading(book, seat, each, words, rulings) for each in disputes]


def rulings_in(book: Book) -> list[Ruling]:
    """Return every ruling in the log of a match, oldest first."""
    entries = store.read_entries(book) if book.table.disputes else ()
    return [
        Ruling(entry.position, event) for entry in entries for event in entry.events if isinstance(event, RulingMade)
    ]


def find_dispute(match_id: str, number: int) -> Dispute | None:
    """Return a dispute of a match by its number."""
    return Dispute.objects.select_related("match").filter(match_id=match_id, number=number).first()


def desk_records_of(book: Book) -> list[DeskRecord]:
    """Return the referees' acts in a match, newest first, for its players; none before it is over."""
    if not book.is_over:
        return []
    return list(DeskRecord.objects.filter(match_id=book.match_id).select_related("referee"))


def _words_for(book: Book, reader: User, seat: Seat) -> list[DisputeWord]:
    asked = Q(kind=DisputeWord.Kind.QUESTION) & (Q(seat=seat) | Q(seat=None))
    return list(DisputeWord.objects.filter(Q(author=reader) | asked, dispute__match_id=book.match_id))


def _reading(
    book: Book, seat: Seat, dispute: Dispute, words: list[DisputeWord], rulings: list[Ruling]
) -> DisputeReading:
    own = tuple(word for word in words if word.dispute_id == dispute.pk)
    plays = not book.is_over and not book.table.chairs[seat].has_resigned
    waits = dispute.status in (Dispute.Status.OPEN, Dispute.Status.APPEALED)
    is_asked = dispute.seat == seat or any(word.kind == DisputeWord.Kind.QUESTION for word in own)
    return DisputeReading(
        dispute=dispute,
        words=own,
        rulings=tuple(each for each in rulings if each.made.dispute == dispute.number),
        may_answer=plays and waits and is_asked,
        may_withdraw=plays and dispute.seat == seat and dispute.status == Dispute.Status.OPEN,
        may_appeal=plays and dispute.status == Dispute.Status.RULED,
    )
