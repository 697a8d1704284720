"""Words for the referee's desk: the clocks of a past moment, and the causes of automatic entries."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.book import Book
from games.models.queue import CHANNEL
from games.words.clocks import clock_in_words
from pirates.seats import Seat


def clocks_in_words(book: Book, names: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """Return, for each seat whose clock ran at that moment, its name and how its deadline came about."""
    running = {each.seat for each in book.clocks.countdowns.values() if not each.is_answered}
    return [(names[seat], _words(book, seat)) for seat in sorted(seat for seat in running if seat is not None)]


def cause_in_words(actor: str, channel: str) -> str:
    """Return the cause of an automatic entry by this actor and channel; "" if a person asked for it just then."""
    if channel == CHANNEL:
        return _("automatic: the player had queued this move beforehand")
    match actor.partition(":")[0]:
        case "clock":
            return _("automatic: a deadline passed, a sealed phase was complete, or time was given back")
        case "bot":
            return _("automatic: a bot or a caretaker plays this seat")
        case "order":
            return _("automatic: the player's standing order answers")
        case _:
            return ""


def _words(book: Book, seat: Seat) -> list[str]:
    own = next(each for each in book.clocks.countdowns.values() if each.seat == seat and not each.is_answered)
    plain = _("Asked {asked}, due {due}.")
    told = plain.format(asked=_say(own.opened_at), due=_say(book.clocks.due_of(own)))
    return [told, *clock_in_words(book, seat, _say)]


def _say(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%Y-%m-%d %H:%M %Z}"
