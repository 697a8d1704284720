"""Messages at a table, for the people who may read them: only its two members may read a private talk."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import CharField, Max, Q, QuerySet, Value
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Block, User
from games.book.book import Book
from games.models import Match, Message, MutedTalk, Notes, OutboxMail
from games.refusals import NotNow, NotYourSeat
from games.selectors.tables.own_seats import find_seat
from pirates.errors import MalformedMove
from pirates.seats import Seat

TABLE = ""
"""The talk of the whole table."""

TALK_OUTLASTS_MATCH = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Heard:
    """The talks of a match for a reader (None: signed out): the unread messages in each, and the muted talks."""

    match: Match
    reader: User | None
    unread: dict[str, int]
    muted: frozenset[str]


@dataclass(frozen=True, slots=True)
class SomeSaid:
    """Part of a talk, oldest first; `has_more`: more messages follow in the direction that was read."""

    messages: list[Message]
    has_more: bool


def talk_between(one: str, other: str) -> str:
    """Return the name of the talk of two persons, given by their references."""
    return "-".join(sorted((one, other)))


def talk_of(book: Book, reader: User | None, seat: Seat | None) -> str:
    """Return the talk of `reader` with the player who holds `seat` now, or with the table (None).

    Raises NotYourSeat (for a spectator), MalformedMove (`no_such_seat`), NotNow (`own_seat`, `nobody_there`).
    """
    if seat is None:
        return TABLE
    own = find_seat(book, reader)
    if reader is None or own is None:
        raise NotYourSeat(_("Only people who sit at this table talk in private here."))
    if not 0 <= seat < len(book.table.chairs):
        raise MalformedMove("no_such_seat", _("There is no such seat at this table."))
    if seat == own:
        raise NotNow("own_seat", _("That is your own seat. What you want to tell yourself goes into your notes."))
    return talk_between(reader.ref.hex, person_at(book, seat).ref.hex)


def person_at(book: Book, seat: Seat) -> User:
    """Return the person whose seat this is, even while a caretaker keeps it; raises NotNow (`nobody_there`)."""
    player = book.table.chairs[seat].player
    person = User.objects.filter(ref=uuid.UUID(player)).first() if player else None
    if person is None:
        raise NotNow("nobody_there", _("Nobody sits there who could read it: the seat is free, or a bot's."))
    return person


def is_talk_open(match: Match, now: datetime | None = None) -> bool:
    """Whether messages may still be written: until 14 days after the end of the match."""
    return match.ended_at is None or (now or timezone.now()) < match.ended_at + TALK_OUTLASTS_MATCH


def readable_by(match: Match, reader: User | None) -> QuerySet[Message]:
    """Return every message of a match that `reader` may read. The caller checks that `reader` may see the match."""
    readers = Q(reader=None) if reader is None else Q(reader=None) | Q(author=reader) | Q(reader=reader)
    return Message.objects.filter(readers, match=match).select_related("author").order_by("number")


def said_since(heard: Heard, talk: str, *, after: int, most: int) -> SomeSaid:
    """Return the first `most` messages after number `after`; from a muted talk, only the reader's own."""
    found = list(_heard(heard, talk).filter(number__gt=after)[: most + 1])
    return SomeSaid(found[:most], len(found) > most)


def newest_said(heard: Heard, talk: str, *, before: int | None = None, most: int) -> SomeSaid:
    """Return the last `most` messages, or those before number `before`; from a muted talk, only the reader's own."""
    messages = _heard(heard, talk)
    if before is not None:
        messages = messages.filter(number__lt=before)
    found = list(messages.order_by("-number")[: most + 1])
    return SomeSaid(found[most - 1 :: -1], len(found) > most)


def heard_by(match: Match, reader: User | None) -> Heard:
    """Return the reader's talks with what others have said since the reader last spoke, leaving out muted talks."""
    if reader is None:
        return Heard(match, None, {}, frozenset())
    muted = _unheard(match, reader)
    talks = readable_by(match, reader).order_by().values_list("talk")
    counted = talks.annotate(newest=Max("number"), own=Max("number", filter=Q(author=reader)))
    unread = {talk: newest - (own or 0) for talk, newest, own in counted if talk not in muted}
    return Heard(match, reader, unread, muted)


def _unheard(match: Match, reader: User) -> frozenset[str]:
    """Return the talks that the reader has muted, and those with people the reader has blocked, with one query."""
    muted = MutedTalk.objects.filter(match=match, person=reader).order_by().values_list("talk", Value(""))
    blocked = Block.objects.filter(owner=reader).order_by().values_list(Value(""), Cast("person__ref", CharField()))
    rows = muted.union(blocked, all=True)
    return frozenset(talk_between(reader.ref.hex, uuid.UUID(ref).hex) if ref else talk for talk, ref in rows)


def is_muted(match_id: str | None, person: User, talk: str) -> bool:
    """Whether this person has muted this talk."""
    return MutedTalk.objects.filter(match_id=match_id, person=person, talk=talk).exists()


def told_by(mail: OutboxMail) -> list[Message]:
    """Return the messages that a letter shows: those after which its reader has not spoken in the same talk."""
    told = list(mail.messages.select_related("author").order_by("number"))
    if not told:
        return []
    talk = Message.objects.filter(match_id=mail.match_id, talk=told[0].talk, author=mail.recipient)
    answered = talk.aggregate(last=Max("number"))["last"] or 0
    return [message for message in told if message.number > answered]


def notes_of(match: Match, person: User) -> Notes:
    """Return this person's notes on a match; empty ones, not stored, if nothing was noted yet."""
    found = Notes.objects.filter(match=match, person=person).first()
    return found or Notes(match=match, person=person)


def _heard(heard: Heard, talk: str) -> QuerySet[Message]:
    messages = readable_by(heard.match, heard.reader).filter(talk=talk)
    return messages.filter(author=heard.reader) if talk in heard.muted else messages
