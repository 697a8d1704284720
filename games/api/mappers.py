"""Mappers: build answers from the results of selectors."""

from datetime import timedelta
from typing import Literal

from django.conf import settings
from django.urls import reverse

from accounts.mail_preferences import timing_of
from accounts.models import ApiKey, User
from games.api.schemas_out import (
    DeadlineAnswer,
    DecisionAnswer,
    InvitationAnswer,
    KeyAnswer,
    LegalMove,
    LegalMoves,
    ListedMatch,
    LogAnswer,
    LogLineAnswer,
    MailAnswer,
    MatchAnswer,
    MatchList,
    MatchStatus,
    PersonAnswer,
    Played,
    SeatAnswer,
)
from games.book.book import Book
from games.book.last_day import latest_end, longest_of
from games.models import Match, OutboxMail
from games.projections.write import open_decisions, outcome_of, status_of
from games.selectors.people.reliability import reliability_at
from games.selectors.play.logs import LogLine
from games.selectors.play.matches import Reading, decisions_of
from games.selectors.play.readers import Copy, ReaderAnswer
from games.selectors.play.takebacks import can_take_back
from games.selectors.tables.ends import longest_by_match
from games.selectors.tables.own_seats import find_seat
from games.selectors.tables.pages import Page
from games.services.play.submitting import Receipt
from pirates.decisions import Decision, awaited_seats
from pirates.seats import Seat


def match_answer(reading: Reading, reader: User) -> MatchAnswer:
    """Return a match as its reader sees it now."""
    match, book = reading.match, reading.book
    most = longest_of(book)
    return MatchAnswer(
        id=match.pk,
        game=match.game,
        rules_version=match.rules_version,
        title=match.title,
        status=_status(book),
        options=book.table.options,
        host=match.host.name,
        is_host=match.host_id == reader.pk,
        is_private=match.is_private,
        pace_seconds=match.pace_seconds,
        window_seconds=match.window_seconds,
        terms=book.table.terms,
        longest_seconds=None if most is None else int(most.total_seconds()),
        ends_by=latest_end(book),
        paused_until=book.clocks.pause.until if book.clocks.pause else None,
        commitment=match.commitment,
        opened_at=match.opened_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        seats=_seats(reading),
        seat=reading.seat,
        waiting=reading.awaited,
        deadlines=_deadlines(reading),
        decisions=_decisions(book, reading.decisions),
        takeable=can_take_back(book, reading.seat) or None,
        outcome=reading.outcome,
        position=book.position,
        fingerprint=book.head,
        view=reading.view,
    )


def played(receipt: Receipt, player: User) -> Played:
    """Return the result of a move, with the match as its player sees it now."""
    book = receipt.book
    seat = find_seat(book, player)
    return Played(
        position=receipt.position,
        fingerprint=book.head,
        status=_status(book),
        waiting=awaited_seats(open_decisions(book)),
        decisions=_decisions(book, decisions_of(book, seat)),
        outcome=outcome_of(book),
        view=book.game.view(book.state, seat) if book.has_begun else None,
    )


def legal_moves(copy: Copy, answers: list[ReaderAnswer], most: int) -> LegalMoves:
    """Return the first `most` of the reader's legal moves."""
    return LegalMoves(
        position=copy.book.position,
        decisions=_decisions(copy.book, decisions_of(copy.book, copy.seat)),
        moves=[LegalMove(each.decision, each.notation, each.move) for each in answers[:most]],
        is_cut=len(answers) > most,
    )


def match_list(page: Page, reader: User) -> MatchList:
    """Return a page of the list of matches."""
    longest = longest_by_match(page.matches)
    return MatchList([_listed(match, reader, longest.get(match.pk)) for match in page.matches], page.next_cursor)


def log_answer(book: Book, lines: list[LogLine]) -> LogAnswer:
    """Return the reader's log."""
    told = (
        LogLineAnswer(line.position, line.recorded_at, line.actor, line.sentences, line.is_left_behind)
        for line in lines
    )
    return LogAnswer(book.position, list(told))


def person_answer(user: User) -> PersonAnswer:
    """Return the reader's own account."""
    mail = MailAnswer(
        timings={kind: timing_of(user, kind).value for kind in OutboxMail.Kind.values},
        bundle_minutes=user.bundle_minutes,
        digest_hour=user.digest_hour,
        quiet_hours=[hour for hour in (user.quiet_from, user.quiet_until) if hour is not None],
    )
    return PersonAnswer(user.name, user.email, user.time_zone, user.language, mail)


def invitation_link(token: str) -> InvitationAnswer:
    """Return an invitation by link, which anybody who has the link may use."""
    link = f"{settings.SITE_URL}{reverse('invitation', args=[token])}"
    return InvitationAnswer(address=None, token=token, link=link)


def key_answer(row: ApiKey, key: str | None = None) -> KeyAnswer:
    """Return an API key; `key` is its secret, known only right after it was made."""
    scope: Literal["read", "play", "account"] = row.scope  # type: ignore[assignment]
    return KeyAnswer(row.pk, row.name, row.hint, scope, row.created_at, row.expires_at, row.last_used_at, key)


def _status(book: Book) -> MatchStatus:
    status: MatchStatus = status_of(book).value  # type: ignore[assignment]
    return status


def _seats(reading: Reading) -> list[SeatAnswer]:
    reliable = reliability_at(reading.book)
    return [
        SeatAnswer(
            seat=number,
            name=reading.names[number] if chair.is_taken else None,
            keeper=chair.keeper,
            is_offered=chair.is_offered,
            is_awaited=number in reading.awaited,
            has_resigned=chair.has_resigned,
            misses=chair.misses,
            bank_seconds=int(reading.book.clocks.banks[number].total_seconds()),
            reliability=reliable[number],
        )
        for number, chair in enumerate(reading.book.table.chairs)
    ]


def _deadlines(reading: Reading) -> list[DeadlineAnswer]:
    return [
        DeadlineAnswer(clock.seat, clock.due_at, clock.is_window, _own(clock.decision, reading, clock.seat))
        for clock in reading.clocks
    ]


def _own(decision: str, reading: Reading, seat: Seat) -> str | None:
    return decision if seat == reading.seat else None


def _decisions(book: Book, decisions: tuple[Decision, ...]) -> list[DecisionAnswer]:
    return [
        DecisionAnswer(
            key=each.key,
            kind=each.kind,
            is_required=each.required,
            is_window=each.window,
            default=None if each.default is None else book.game.write(each.default),
        )
        for each in decisions
    ]


def _listed(match: Match, reader: User, longest: timedelta | None) -> ListedMatch:
    seats = list(match.seats.all())
    return ListedMatch(
        id=match.pk,
        game=match.game,
        title=match.title,
        status=match.status,  # type: ignore[arg-type]
        host=match.host.name,
        is_private=match.is_private,
        seats=match.seat_count,
        free_seats=sum(not seat.is_taken for seat in seats),
        seat=next((seat.number for seat in seats if seat.player_id == reader.pk), None),
        waiting=[seat.number for seat in seats if seat.is_awaited],
        pace_seconds=match.pace_seconds,
        longest_seconds=None if longest is None else int(longest.total_seconds()),
        opened_at=match.opened_at,
        next_due_at=match.next_due_at,  # type: ignore[attr-defined]
    )
