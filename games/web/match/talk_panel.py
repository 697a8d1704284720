"""The talk panel of the match page: the newest messages, the partners for private talk, and the reader's notes."""

from dataclasses import dataclass
from functools import cached_property

from accounts.models import User
from games.models import Notes
from games.selectors.people.messages import (
    TABLE,
    Heard,
    SomeSaid,
    heard_by,
    is_talk_open,
    newest_said,
    notes_of,
    talk_between,
)
from games.selectors.play.matches import Reading
from pirates.seats import Seat

NEWEST_SAID = 20


@dataclass(frozen=True, slots=True)
class Partner:
    """A partner for private talk; `unread` counts their messages since the reader last wrote to them."""

    seat: Seat
    name: str
    unread: int
    is_muted: bool


@dataclass
class TalkPanel:
    """The talk of one match as one reader (None: signed out) sees it, for the templates."""

    reading: Reading
    reader: User | None

    @cached_property
    def heard(self) -> Heard:
        """The reader's unread and muted talks."""
        return heard_by(self.reading.match, self.reader)

    @cached_property
    def said(self) -> SomeSaid:
        """The newest messages to the table, newest last."""
        return newest_said(self.heard, TABLE, most=NEWEST_SAID)

    @property
    def unread(self) -> int:
        """How many messages the table got since the reader last wrote; 0 for a spectator."""
        return 0 if self.reading.seat is None else self.heard.unread.get(TABLE, 0)

    @property
    def is_muted(self) -> bool:
        """Whether the reader has muted the table."""
        return TABLE in self.heard.muted

    @property
    def is_open(self) -> bool:
        """Whether people may still write."""
        return is_talk_open(self.reading.match)

    @cached_property
    def partners(self) -> list[Partner]:
        """The people at the other seats, in seat order; none for a spectator."""
        if self.reader is None or self.reading.seat is None:
            return []
        own, chairs = self.reader.ref.hex, self.reading.book.table.chairs
        talks = [
            (seat, talk_between(own, chair.player))
            for seat, chair in enumerate(chairs)
            if chair.player is not None and seat != self.reading.seat
        ]
        names, heard = self.reading.names, self.heard
        return [Partner(seat, names[seat], heard.unread.get(talk, 0), talk in heard.muted) for seat, talk in talks]

    @cached_property
    def notes(self) -> Notes | None:
        """The reader's own notes; None for a spectator."""
        if self.reader is None or self.reading.seat is None:
            return None
        return notes_of(self.reading.match, self.reader)

    @property
    def news(self) -> list[object]:
        """Values that change when this panel shows something new; part of the page's tag."""
        newest = self.said.messages[-1].number if self.said.messages else 0
        whispers = [(each.seat, each.name, each.unread, each.is_muted) for each in self.partners]
        return [newest, self.unread, self.is_muted, self.is_open, whispers]
