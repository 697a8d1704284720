"""Decide a Command: return the Events of the rules and those that the table adds to them."""

from typing import TypeAlias

from django.utils.translation import gettext as _

from games.book.book import Book, is_act, is_rewind, seat_answering, seat_kept_by, seat_of_actor
from games.refusals import MatchClosed, NotNow
from games.selectors.play.takebacks import move_to_take_back
from games.table.commands.command import TableCommand
from games.table.commands.consent import TakeBack
from games.table.commands.core import AnyTableCommand
from games.table.events.absence import CaretakerAnswered
from games.table.events.consent import ConsentAsked
from games.table.events.core import DeadlineMissed, MatchAdjudicated, SeatHandedOver, SecretOpened
from games.table.events.event import TableEvent
from games.table.evolve import evolve_table
from games.table.rules.consent import settle_proposal
from games.table.rules.decide import MISSES_BEFORE_CARETAKER, decide_table
from pirates.commands import Command, Expire, Start
from pirates.events import Event
from pirates.replay import fold

AnyCommand: TypeAlias = Command | AnyTableCommand


def decide(book: Book, actor: str, command: AnyCommand) -> tuple[Event, ...]:
    """Return every Event that `command` causes in this match; raises RulesError."""
    if isinstance(command, TakeBack):
        _require_last_move(book, command)
    if isinstance(command, TableCommand):
        events: tuple[Event, ...] = decide_table(book.opened, command, has_begun=book.has_begun, position=book.position)
    else:
        events = _decide_by_rules(book, actor, command)
    events = (*events, *_about_proposal(book, actor, events))
    return (*events, *_closing(book, events))


def _about_proposal(book: Book, actor: str, events: tuple[Event, ...]) -> tuple[TableEvent, ...]:
    """Return the Events that settle an open proposal, if these `events` settle it.

    A Move by a seat's own player, or a rewind, moves the match on from the position at which the proposal was made.
    """
    table = book.opened
    if table is None or (table.proposal is None and not any(isinstance(event, ConsentAsked) for event in events)):
        return ()
    for event in events:
        if isinstance(event, TableEvent):
            table = evolve_table(table, event)  # type: ignore[arg-type]
    acted = is_act(events) and seat_answering(actor) is not None
    return settle_proposal(table, has_moved_on=acted or is_rewind(events))


def _decide_by_rules(book: Book, actor: str, command: Command) -> tuple[Event, ...]:
    if book.is_over:
        raise MatchClosed
    if not book.has_begun and not isinstance(command, Start):
        raise NotNow("not_begun", _("The match has not begun yet."))
    events = book.game.decide(book.state, command, book.dice())
    if isinstance(command, Expire):
        return (*events, *_missed(book, actor, command))
    return (*events, *_returned(book, actor))


def _require_last_move(book: Book, command: TakeBack) -> None:
    if move_to_take_back(book, command.seat) != command.position:
        raise NotNow("not_the_last_move", _("That is not your last move any more; look at how the match stands."))


def _missed(book: Book, actor: str, command: Expire) -> tuple[TableEvent, ...]:
    if seat_kept_by(actor) is not None:
        return (CaretakerAnswered(command.seat, command.key),)
    chair = book.table.chairs[command.seat]
    if chair.keeper != "player":
        return ()
    missed = DeadlineMissed(command.seat, command.key)
    if chair.misses_in_a_row + 1 < MISSES_BEFORE_CARETAKER:
        return (missed,)
    return (missed, SeatHandedOver(command.seat, "caretaker", "missed"))


def _returned(book: Book, actor: str) -> tuple[TableEvent, ...]:
    seat = seat_of_actor(actor)
    if seat is None or book.table.chairs[seat].keeper != "caretaker":
        return ()
    return (SeatHandedOver(seat, "player", "returned"),)


def _closing(book: Book, events: tuple[Event, ...]) -> tuple[TableEvent, ...]:
    if any(isinstance(event, MatchAdjudicated) for event in events):
        return (SecretOpened(book.secret),)
    of_rules = [event for event in events if not isinstance(event, TableEvent)]
    if not of_rules or book.game.outcome(fold(book.game.evolve, of_rules, book.state)) is None:
        return ()
    return (SecretOpened(book.secret),)
