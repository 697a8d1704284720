"""A correspondence: what came to whom, what they answer and when, and every mail that they posted."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games.inbound.doors.storing import digest_of_mail
from games.logbook import store
from games.models import Deadline, Match, ReplyAddress
from games.selectors.play.matches import choices_of
from games.services.people.reply_addresses import digest_of_address, find_reply_address
from pirates.dice import SeededDice
from tests.e2e.penfriends import Asked, Habit
from tests.games.mail.harbour import Delivery, Harbour
from tests.games.mail.office import Office


@dataclass
class Friend:
    """Somebody at the table: letters lie unread `away_until` then, and for ever once they are gone."""

    seat: int
    user: User
    habits: tuple[Habit, ...]
    away_until: datetime | None = None
    is_gone: bool = False
    was_late: bool = False
    answered: dict[str, datetime] = field(default_factory=dict)


@dataclass
class Posted:
    """A mail as it was posted, when, and what it was about; `due_at` is None where the question was closed by then.

    `code_from` is the part of the letter in which its code stood, or "" where it holds words.
    """

    friend: Friend
    raw: bytes
    address: str
    at: datetime
    due_at: datetime | None
    is_legal: bool
    code_from: str
    was_taken: bool = False

    @property
    def digest(self) -> str:
        """What the inbox knows this mail by."""
        return digest_of_mail(self.raw, digest_of_address(self.address))


@dataclass
class Correspondence:
    """All that is written and read about one match. `hours` is the range in which an answer usually takes its time."""

    match: Match
    friends: Sequence[Friend]
    harbour: Harbour
    office: Office
    rng: random.Random
    hours: tuple[float, float]
    plan: Callable[[datetime, Callable[[], None]], None]
    is_open: Callable[[], bool]
    posted: list[Posted] = field(default_factory=list)
    arrived: list[tuple[datetime, Delivery]] = field(default_factory=list)

    def open_mailboxes(self) -> None:
        """Look at the letters that have come since last time, and plan when each is answered."""
        for letter in self.harbour.deliveries[len(self.arrived) :]:
            now = timezone.now()
            self.arrived.append((now, letter))
            friend = next((each for each in self.friends if letter.recipients == [each.user.email]), None)
            if friend is None or friend.is_gone:
                continue
            habit = self.rng.choice(friend.habits)
            asked = habit.read(letter)
            if asked is not None:
                self.plan(now + self._delay(friend), self._answering(friend, habit, letter, asked))

    def _delay(self, friend: Friend) -> timedelta:
        """Return how long somebody takes; now and then too long, but not twice in a row."""
        is_late = not friend.was_late and self.rng.random() < 0.05
        friend.was_late = is_late
        return timedelta(hours=self.rng.uniform(24.1, 26) if is_late else self.rng.uniform(*self.hours))

    def _answering(self, friend: Friend, habit: Habit, letter: Delivery, asked: Asked) -> Callable[[], None]:
        came = timezone.now()

        def answer() -> None:
            if friend.is_gone or friend.answered.get(asked.address, came) > came:
                return
            if friend.away_until and timezone.now() < friend.away_until:
                self.plan(friend.away_until + self._delay(friend), answer)
                return
            friend.answered[asked.address] = timezone.now()
            self._answer(friend, habit, letter, asked)

        return answer

    def _answer(self, friend: Friend, habit: Habit, letter: Delivery, asked: Asked) -> None:
        now, right = timezone.now(), find_reply_address(asked.address)
        assert right is not None, "every letter holds an address at which it can be answered"
        wanted = self._wit(right)
        words = asked.codes.get(wanted) if wanted and self.rng.random() < 0.7 else wanted
        told = words or wanted or next(iter(asked.codes.values()), "agree")
        sender = f"{friend.user.name} <{friend.user.email}>"
        deadline = Deadline.objects.filter(match=self.match, decision=right.decision).first()
        due_at = deadline.due_at if deadline else None
        raw, part = habit.answer(letter, told, sender, now), habit.part if words and words != wanted else ""
        posted = Posted(friend, raw, asked.address, now, due_at, bool(wanted), part)
        self.posted.append(posted)
        if self.is_open():
            self.hand_over(posted)

    def _wit(self, right: ReplyAddress) -> str:
        """Return what the game's bot would play in this seat, in notation; "" where it may play nothing."""
        book = store.open_book(self.match.pk)
        choices = [] if book.is_over else choices_of(book, right.seat, decision=right.decision)
        if not choices:
            return ""
        view = book.game.view(book.state, right.seat)
        dice = SeededDice(b"penfriends", book.position)
        return book.game.write(book.game.bot(view, [each.move for each in choices], dice))

    def hand_over(self, posted: Posted) -> None:
        """Bring a mail to the door, which must take it, the first time and every other."""
        assert self.office.post(posted.raw, posted.friend.user.email, posted.address) == {}
        posted.was_taken = True

    def waiting(self) -> list[Posted]:
        """Return the mails that found the door shut."""
        return [each for each in self.posted if not each.was_taken]

    def since(self, moment: datetime) -> list[Posted]:
        """Return the mails that were posted since then."""
        return [each for each in self.posted if each.at >= moment]
