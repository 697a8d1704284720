"""The clock panel of the match page: awaited seats with their deadlines, and the terms of the table."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.selectors.play.matches import Reading
from games.words.clocks import bank_of, clock_in_words, latest_end_in_words, terms_in_words
from games.words.durations import in_words
from games.words.instants import instant


@dataclass
class ClockPanel:
    """The clocks of one match, as one reader's page shows them."""

    reading: Reading
    reader: User | None = None

    @property
    def waited_for(self) -> list[tuple[int, str, Any]]:
        """The seats that the match waits for: number, name, and running clock or None."""
        clocks = {clock.seat: clock for clock in self.reading.clocks}
        return [(seat, self.reading.names[seat], clocks.get(seat)) for seat in self.reading.awaited]

    @property
    def own(self) -> list[str]:
        """Sentences that explain the reader's own deadline; empty if it is just the pace."""
        seat = self.reading.seat
        return [] if seat is None else clock_in_words(self.reading.book, seat, self._say)

    @property
    def banks(self) -> list[tuple[str, str]]:
        """Name and remaining bank of every player, if the table has banks and the match has begun."""
        book = self.reading.book
        held = [(number, bank_of(book, number)) for number in book.table.playing_people() if book.has_begun]
        return [(self.reading.names[seat], in_words(bank)) for seat, bank in held if bank is not None]

    @property
    def terms(self) -> list[str]:
        """The table's clock terms beyond the pace in words, and the latest end of the match."""
        latest = latest_end_in_words(self.reading.book, timezone.now(), self._say)
        return [*terms_in_words(self.reading.book.table.terms), *([latest] if latest else [])]

    def _say(self, moment: datetime) -> str:
        return instant(moment, self.reader.time_zone if self.reader else "UTC")
