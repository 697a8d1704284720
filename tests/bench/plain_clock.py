"""Expiry as it would be written plainly: one transaction of the ORM for each deadline, with the same rules."""

import secrets
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone

from games.book.book import Book, apply_entry, fold
from games.logbook import store
from games.models import Deadline, Match, OutboxMail, Seat
from games.models.logbook import LogEntry
from games.outbox import letters as outbox
from games.projections.write import deadline_rows, match_columns, open_decisions, required
from games.services.play.deciding import decide
from pirates.commands import Expire
from pirates.decisions import awaited_seats
from pirates.events import Event
from pirates.fingerprints import SealedEntry, canonical_json, chain_hash
from pirates.registry import GAMES


def expire_plainly(now: datetime) -> int:
    """Play the default Move of every Decision that is due, one after the other; return how many."""
    due = list(Deadline.objects.filter(due_at__lte=now, seat__isnull=False).order_by("due_at").values_list("pk"))
    for (pk,) in due:
        with transaction.atomic():
            _expire(Deadline.objects.get(pk=pk))
    return len(due)


def _expire(deadline: Deadline) -> None:
    match = Match.objects.select_for_update().get(pk=deadline.match_id)
    before = _read(match)
    command = Expire(deadline.seat or 0, before.key_of_rules(deadline.decision))
    events = decide(before, "clock", command)
    after = _append(before, match, command, events)
    for name, value in match_columns(after).items():
        setattr(match, name, value)
    match.save()
    for seat in Seat.objects.filter(match=match):
        seat.is_awaited = seat.number in awaited_seats(open_decisions(after))
        seat.save()
    _ask(before, after, events)


def _read(match: Match) -> Book:
    empty = Book(match.pk, GAMES[match.game])
    return fold(empty, [store.folded_entry(entry) for entry in store.read_entries(empty)])


def _append(book: Book, match: Match, command: Expire, events: tuple[Event, ...]) -> Book:
    now = timezone.now()
    sealed = SealedEntry(
        match=match.pk,
        position=book.position + 1,
        recorded_at=now.isoformat(timespec="microseconds"),
        actor="clock",
        channel="timer",
        key=secrets.token_hex(32),
        command=msgspec.Raw(canonical_json(command)),
        events=msgspec.Raw(canonical_json(events)),
        salt=secrets.token_hex(16),
    )
    values = msgspec.structs.asdict(sealed) | {"match": match, "recorded_at": now}
    values |= {"command": bytes(sealed.command).decode(), "events": bytes(sealed.events).decode()}
    row = LogEntry.objects.create(**values, hash=chain_hash(book.head, sealed))
    entry = store.Entry(row.position, now, row.actor, row.channel, row.command, events, row.hash)
    return apply_entry(book, store.folded_entry(entry))


def _ask(before: Book, after: Book, events: tuple[Event, ...]) -> None:
    Deadline.objects.filter(match_id=after.match_id).delete()
    for row in deadline_rows(after).values():
        Deadline.objects.create(match_id=after.match_id, **{name: getattr(row, name) for name in row.__slots__})
    known = required(open_decisions(before))
    opened = [each for key, each in required(open_decisions(after)).items() if key not in known]
    for letter in outbox.letters_about(before, after, opened, events, actor="clock", channel="timer"):
        now = timezone.now()
        OutboxMail.objects.get_or_create(
            once=letter.once,
            defaults={
                "match_id": letter.match_id,
                "seat": letter.seat,
                "kind": letter.kind,
                "decision": letter.decision,
                "position": letter.position,
                "created_at": now,
                "not_before": now + letter.delay,
            },
        )
