"""The panel of the clocks: whom the match waits for, until when, and what the table grants."""

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
        """The seats that the match waits for: number, name, and the running clock if there is one."""
        clocks = {clock.seat: clock for clock in self.reading.clocks}
        return [(seat, self.reading.names[seat], clocks.get(seat)) for seat in self.reading.awaited]

    @property
    def own(self) -> list[str]:
        """How the reader's own deadline comes about; nothing where it is just the pace."""
        seat = self.reading.seat
        return [] if seat is None else clock_in_words(self.reading.book, seat, self._say)

    @property
    def banks(self) -> list[tuple[str, str]]:
        """What every player's bank holds, where the table has banks and the match runs."""
        book = self.reading.book
        held = [(number, bank_of(book, number)) for number in book.table.playing_people() if book.has_begun]
        return [(self.reading.names[seat], in_words(bank)) for seat, bank in held if bank is not None]

    @property
    def terms(self) -> list[str]:
        """What the table grants its clocks beyond the pace, and by when the match must end."""
        latest = latest_end_in_words(self.reading.book, timezone.now(), self._say)
        return [*terms_in_words(self.reading.book.table.terms), *([latest] if latest else [])]

    def _say(self, moment: datetime) -> str:
        return instant(moment, self.reader.time_zone if self.reader else "UTC")
