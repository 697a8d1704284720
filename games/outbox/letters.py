"""The outbox: which mails must be sent, and to whom.

Rows are written with the move; `claims.py` explains how they leave the outbox.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from games.book.book import Book
from games.models import OutboxMail
from games.outbox import holds
from games.sql import SqlBatch, insert_into
from games.table.events.consent import ConsentAsked, ConsentRefused, ProposalClosed
from games.table.events.core import DeadlineMissed, SeatHandedOver
from games.table.events.disputes import DisputeOpened, RulingAppealed, RulingMade
from games.table.rules.consent import seats_to_agree
from games.wakeups import wake
from pirates.decisions import Decision, open_to
from pirates.events import Event

FOLLOW_UP_DELAY = timedelta(minutes=10)
CONSENT = "consent:"

Kind = OutboxMail.Kind
State = OutboxMail.State

_ROW = (
    "match", "seat", "recipient", "address", "kind", "decision", "position", "subject_id", "once", "state",
    "created_at", "not_before", "due_at", "attempts", "reason", "held", "sent_to", "fate",
)  # fmt: skip
_ENQUEUE = f"{insert_into(OutboxMail, *_ROW)} VALUES {{}} ON CONFLICT (once) DO NOTHING"
_PLACE = f"({', '.join(['%s'] * len(_ROW))})"
_HELD_PLACE = f"({', '.join(holds.NOT_BEFORE if name == 'not_before' else '%s' for name in _ROW)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A mail to send to a person, to an address, or to the player who holds a seat when it leaves."""

    kind: OutboxMail.Kind
    match_id: str | None
    once: str
    seat: int | None = None
    recipient_id: int | None = None
    address: str = ""
    decision: str = ""
    position: int = 0
    subject_id: str = ""
    delay: timedelta = timedelta(0)


def letters_about(
    before: Book, after: Book, opened: Iterable[Decision], events: tuple[Event, ...], *, actor: str, channel: str
) -> list[Letter]:
    """Return every mail that the newest entry of a match calls for."""
    letters = [*_about_course(before, after), *_about_misses(after, events), *_about_ready_check(before, after, actor)]
    letters += _about_disputes(after, events)
    letters += _about_consent(before, after, events)
    if not after.is_over:
        letters += _about_decisions(after, opened, actor=actor, channel=channel)
    return letters


def tell(letters: Iterable[Letter], now: datetime) -> int:
    """Write the rows of `letters`, except those written before, and wake the relay; return how many are due at once."""
    batch = SqlBatch()
    due = add_letters(letters, now, batch)
    batch.send()
    if due:
        wake("relay_outbox")
    return due


def was_written(once: str) -> bool:
    """Whether a letter with this `once` key has been written, even if it has left since."""
    return OutboxMail.objects.filter(once=once).exists()


def add_letters(letters: Iterable[Letter], now: datetime, batch: SqlBatch) -> int:
    """Add the INSERT of `letters` to `batch`, which the caller sends; return how many are due at once."""
    wanted = list(letters)
    if not wanted:
        return 0
    adapt = connection.ops.adapt_datetimefield_value
    places: list[str] = []
    values: list[Any] = []
    for letter in wanted:
        is_held = letter.kind in holds.ASKS_FOR_A_MOVE and not letter.delay
        held = [letter.match_id, letter.seat, adapt(now + holds.LONGEST_HOLD)] if is_held else []
        due = adapt(now + letter.delay)
        places.append(_HELD_PLACE if is_held else _PLACE)
        values += [letter.match_id, letter.seat, letter.recipient_id, letter.address, letter.kind.value]
        values += [letter.decision, letter.position, letter.subject_id, letter.once, State.WAITING.value]
        values += [adapt(now), *held, due, due, 0, "", "", "", ""]
    batch.add(_ENQUEUE.format(", ".join(places)), values)
    return sum(not letter.delay for letter in wanted)


def _about_course(before: Book, after: Book) -> Iterator[Letter]:
    kinds = []
    if after.has_begun and not before.has_begun:
        kinds.append(Kind.MATCH_BEGUN)
    if after.is_over and not before.is_over:
        kinds.append(Kind.MATCH_OVER)
    for kind in kinds:
        for seat, chair in enumerate(after.table.chairs):
            if chair.player is not None:
                yield _letter(after, kind, seat)


def _about_misses(after: Book, events: tuple[Event, ...]) -> Iterator[Letter]:
    for event in events:
        if isinstance(event, DeadlineMissed):
            yield _letter(after, Kind.DEADLINE_MISSED, event.seat, event.decision)


def _about_ready_check(before: Book, after: Book, actor: str) -> Iterator[Letter]:
    """Yield letters that ask for confirmation once all seats are taken; notify the host then, and once all confirm."""
    if not after.table.has_ready_check or after.has_begun or after.is_over or after.table.free_seats():
        return
    filled, asked = not before.opened or before.opened.free_seats(), after.table.unconfirmed_seats()
    if filled:
        for seat in asked:
            yield _letter(after, Kind.READY_CHECK, seat)
    is_complete = not asked and not filled and before.table.unconfirmed_seats()
    host = after.table.seat_of(after.table.host)
    if host is not None and actor not in ("host", f"seat:{host}") and (filled or is_complete):
        yield _letter(after, Kind.READY_CHECK, host)


def _about_disputes(after: Book, events: tuple[Event, ...]) -> Iterator[Letter]:
    for event in events:
        match event:
            case DisputeOpened(_, seat) | RulingAppealed(_, seat):
                yield from (_letter(after, Kind.DISPUTE, each) for each in after.table.playing_people() if each != seat)
            case RulingMade():
                yield from (_letter(after, Kind.RULING, each) for each in after.table.playing_people())


def consent_key(proposal: int) -> str:
    """Return the key of a proposal, which its letters carry in place of a Decision's key."""
    return f"{CONSENT}{proposal}"


def _about_consent(before: Book, after: Book, events: tuple[Event, ...]) -> Iterator[Letter]:
    """Yield letters to the seats asked to agree, to a seat that asked in vain, and to a player who took a seat over."""
    proposal = after.table.proposal
    for event in events:
        if isinstance(event, ConsentAsked) and proposal is not None:
            for seat in seats_to_agree(after.table, proposal):
                yield _letter(after, Kind.CONSENT, seat, consent_key(proposal.number))
        if isinstance(event, ConsentRefused | ProposalClosed) and before.table.proposal is not None:
            yield _letter(after, Kind.CONSENT, before.table.proposal.seat)
        if isinstance(event, SeatHandedOver) and event.player is not None:
            yield from _about_hand_over(after, event.seat)


def _about_hand_over(after: Book, seat: int) -> Iterator[Letter]:
    """Yield the newcomer's brief, which includes the question that the seat has to answer, if there is one."""
    asked = [each.key for each in open_to(after.open_decisions(), seat) if each.required]
    yield _letter(after, Kind.HANDED_OVER, seat, asked[0] if asked else "")


def _about_decisions(after: Book, opened: Iterable[Decision], *, actor: str, channel: str) -> Iterator[Letter]:
    for decision in opened:
        if decision.seat is None or after.table.chairs[decision.seat].keeper != "player":
            continue
        if decision.window and decision.required and after.game.answer_by_order(after.state, decision.seat) is not None:
            continue
        follows_own_act = actor == f"seat:{decision.seat}"
        if follows_own_act and channel == "mail":
            continue
        kind = Kind.WINDOW if decision.window else Kind.YOUR_MOVE
        delay = FOLLOW_UP_DELAY if follows_own_act else timedelta(0)
        yield _letter(after, kind, decision.seat, decision.key, delay=delay)


def _letter(
    book: Book, kind: OutboxMail.Kind, seat: int, decision: str = "", *, delay: timedelta = timedelta(0)
) -> Letter:
    once = f"{book.match_id}/{book.position}/{kind.value}/{seat}/{decision}"
    return Letter(
        kind=kind, match_id=book.match_id, once=once, seat=seat, decision=decision, position=book.position, delay=delay
    )
