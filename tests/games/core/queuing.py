"""What tests of queued moves do all the time: queue one, and look at what became of it."""

from accounts.models import User
from games.logbook import store
from games.models import Match, OutboxMail, QueuedMove
from games.models.logbook import LogEntry
from games.selectors.play.queued import find_queued
from games.services.play.queued_moves import queue_move

Trio = tuple[Match, list[User]]
Kind = OutboxMail.Kind
ANNA_STARTS = b'{"starter":0}'


def queue(match: Match, player: User, notation: str, acted: int | None = None) -> QueuedMove:
    return queue_move(match_id=match.pk, player=player, move=notation, acted=acted)


def newest(match: Match) -> LogEntry:
    found = LogEntry.objects.filter(match=match).order_by("position").last()
    assert found is not None
    return found


def letters(match: Match, kind: OutboxMail.Kind, seat: int) -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(match=match, kind=kind, seat=seat).order_by("pk"))


def shown(match: Match, player: User) -> tuple[str, str] | None:
    row = find_queued(store.open_book(match.pk), player)
    return None if row is None else (row.notation, row.why)


def played(match: Match) -> tuple[str, str]:
    entry = newest(match)
    return entry.actor, entry.channel
